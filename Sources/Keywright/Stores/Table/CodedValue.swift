/// A value decoded by a key that chooses its stored form, with what that key chose.
///
/// A slot knows a decoded value by its type. For most keys the type tells the stored form too; two
/// keys of one string and type whose codings differ must not see each other's values, so those of
/// such keys are held as values of this type.
struct CodedValue<Value: Sendable>: Sendable {
  let value: Value
  let descriptor: KeyDescriptor<Value>

  init(_ value: Value, by descriptor: KeyDescriptor<Value>) {
    self.value = value
    self.descriptor = descriptor
  }
}

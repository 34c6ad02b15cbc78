/// One declared step of a key's processing: a named function from the value given to the value
/// kept.
///
/// ```swift
/// KeyDescriptor<Double>(processing: [.clamp(0...1)])
/// KeyDescriptor<String?>(processing: [.trim, .call("Nicknames.normalise", Nicknames.normalise)])
/// ```
///
/// A step never sees nil: setting nil removes the value, and a removal is not processed.
public struct Step<Value: Sendable>: Sendable, CustomStringConvertible {
  /// The step as a schema writes it, for people.
  public let description: String

  let apply: @Sendable (Value) throws -> Value

  init(_ description: String, apply: @escaping @Sendable (Value) throws -> Value) {
    self.description = description
    self.apply = apply
  }

  /// The step of an optional key that does to a value what `step` does.
  init<Wrapped>(lifting step: Step<Wrapped>) where Value == Wrapped? {
    self.init(step.description) { value in
      guard let value else { return nil }
      return try step.apply(value)
    }
  }
}

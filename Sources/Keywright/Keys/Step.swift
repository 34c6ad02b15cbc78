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

  @usableFromInline let apply: @Sendable (Value) throws -> Value

  /// Whether the step is the library's own and calls no function of the program.
  @usableFromInline let isDeclared: Bool

  init(
    _ description: String, isDeclared: Bool = true,
    apply: @escaping @Sendable (Value) throws -> Value
  ) {
    self.description = description
    self.isDeclared = isDeclared
    self.apply = apply
  }

  /// The step of an optional key that does to a value what `step` does.
  init<Wrapped>(lifting step: Step<Wrapped>) where Value == Wrapped? {
    self.init(step.description, isDeclared: step.isDeclared) { value in
      guard let value else { return nil }
      return try step.apply(value)
    }
  }
}

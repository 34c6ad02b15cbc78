/// One declared step of a key's processing: a named function from the value given to the value stored.
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

  @usableFromInline package let apply: @Sendable (Value) throws -> Value

  /// The function of a step that sees the old value too, which is nil if nothing readable is stored.
  @usableFromInline let change: (@Sendable (Value, Value?) throws -> Value)?

  /// Whether the step is the library's own and calls no function of the program.
  @usableFromInline let isDeclared: Bool

  init(
    _ description: String, isDeclared: Bool = true,
    apply: @escaping @Sendable (Value) throws -> Value
  ) {
    self.description = description
    self.isDeclared = isDeclared
    self.apply = apply
    change = nil
  }

  /// A step that calls a function of the program with the old value.
  init(_ description: String, change: @escaping @Sendable (Value, Value?) throws -> Value) {
    self.description = description
    isDeclared = false
    apply = { try change($0, nil) }
    self.change = change
  }

  /// The same step for an optional key; nil stays nil.
  package init<Wrapped>(lifting step: Step<Wrapped>) where Value == Wrapped? {
    self.init(step.description, isDeclared: step.isDeclared) { value in
      guard let value else { return nil }
      return try step.apply(value)
    }
  }
}

extension Step {
  /// Calls a function of the program.
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to store; an error refuses the commit.
  public static func call(
    _ symbol: String, _ function: @escaping @Sendable (Value) throws -> Value
  ) -> Step {
    Step("call \(symbol)", isDeclared: false, apply: function)
  }

  /// Calls a function of the program; one that gives nil removes the value.
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to store, or nil; an error refuses the commit.
  public static func call<Wrapped>(
    _ symbol: String, _ function: @escaping @Sendable (Wrapped) throws -> Wrapped?
  ) -> Step where Value == Wrapped? {
    Step("call \(symbol)", isDeclared: false) { value in
      guard let value else { return nil }
      return try function(value)
    }
  }

  /// Calls a function of the program with the new and the old value.
  ///
  /// ```swift
  /// KeyDescriptor<Int>(processing: [.call("Level.risen", withOld: { new, old in max(new, old ?? 0) })])
  /// ```
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to store, from the one given and the one stored, which is nil if
  ///     nothing readable is stored; an error refuses the commit.
  public static func call(
    _ symbol: String, withOld function: @escaping @Sendable (Value, Value?) throws -> Value
  ) -> Step {
    Step("call \(symbol)", change: function)
  }

  /// Calls a function of the program with the new and the old value; one that gives nil removes the value.
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to store, or nil; an error refuses the commit.
  public static func call<Wrapped>(
    _ symbol: String, withOld function: @escaping @Sendable (Wrapped, Wrapped?) throws -> Wrapped?
  ) -> Step where Value == Wrapped? {
    Step("call \(symbol)") { value, old in
      guard let value else { return nil }
      return try function(value, old ?? nil)
    }
  }
}

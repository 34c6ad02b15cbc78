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
}

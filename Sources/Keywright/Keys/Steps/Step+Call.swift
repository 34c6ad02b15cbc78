extension Step {
  /// Calls a function of the program.
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to keep; an error refuses the commit.
  public static func call(
    _ symbol: String, _ function: @escaping @Sendable (Value) throws -> Value
  ) -> Step {
    Step("call \(symbol)", apply: function)
  }

  /// Calls a function of the program; one that gives nil removes the value.
  ///
  /// - Parameters:
  ///   - symbol: The function's name, for people.
  ///   - function: Gives the value to keep, or nil; an error refuses the commit.
  public static func call<Wrapped>(
    _ symbol: String, _ function: @escaping @Sendable (Wrapped) throws -> Wrapped?
  ) -> Step where Value == Wrapped? {
    Step("call \(symbol)") { value in
      guard let value else { return nil }
      return try function(value)
    }
  }
}

/// One step of a key's processing.
package enum StepModel: Sendable {
  case plain(Plain)
  /// A function of the user's, which may see the old value too.
  case call(SymbolReference, seesOld: Bool)

  /// A step that is written as a name alone.
  package enum Plain: String, CaseIterable, Sendable {
    case trim, lowercase, uppercase, removeDuplicates, sort
  }

  /// The name by which a schema asks for the step.
  package var name: String {
    switch self {
    case .plain(let step): step.rawValue
    case .call: "call"
    }
  }
}

/// One condition of a key's values.
package enum ConstraintModel: Sendable {
  /// A range of numbers.
  case range(Bounds)
  /// The least and the greatest number of characters, or of elements; nil for an open end.
  case length(least: Int?, greatest: Int?)
  /// A regular expression that the whole value matches.
  case pattern(String)
  /// One of these.
  case allowed([Literal])
}

/// What becomes of a value that a constraint refuses.
package enum Outside: String, CaseIterable, Sendable {
  /// A stored one counts as the key's default.
  case `default`
  /// A stored one, and one that is set, is moved to the nearer end of the range, or cut to the length.
  case clamp
}

/// Two ends of a closed range, either of which may be open.
package struct Bounds: Sendable {
  /// The least value, of the type the range is for.
  package let lower: Literal?
  /// The greatest value.
  package let upper: Literal?
}

extension Literal {
  /// Whether this number is greater than another of the same type.
  package func isAbove(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a > b
    case (.double(let a), .double(let b)): a > b
    case (.float(let a), .float(let b)): a > b
    default: false
    }
  }
}

extension Bounds {
  /// Whether a number is inside.
  func contain(_ value: Literal) -> Bool {
    if let lower, lower.isAbove(value) { return false }
    if let upper, value.isAbove(upper) { return false }
    return true
  }

  /// The range as a message names it.
  package var text: String {
    "\(lower?.text ?? "")...\(upper?.text ?? "")"
  }
}

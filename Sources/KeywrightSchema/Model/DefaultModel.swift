/// What a reader of a key gets when nothing is stored.
package enum DefaultModel: Equatable, Sendable {
  /// Nil, for an optional.
  case absent
  /// A value written in the schema.
  case literal(Literal)
  /// What a function of the user's returns, asked once; stored on the first read if `persists`.
  case call(Symbol, persists: Bool)

  /// The value, if the schema holds it.
  package var literal: Literal? {
    switch self {
    case .absent: Literal.none
    case .literal(let literal): literal
    case .call: nil
    }
  }
}

/// How a type of the user's own is stored.
package enum Coding: String, CaseIterable, Sendable {
  /// By its own conformance to `Convertible`.
  case convertible
  /// By its raw value.
  case rawValue
  /// As a property-list tree, by `Codable`.
  case codable
  /// As JSON in data, by `Codable`.
  case codableJSON
}

/// One further component of a family's storage strings.
package struct ParameterModel: Equatable, Sendable {
  /// The label and name of the function's parameter.
  package var name: String
  /// A scalar or a declared enum.
  package var type: ValueType
}

/// Who may see a value.
package enum Sensitivity: String, CaseIterable, Sendable {
  case `public`, `private`, secret
}

/// What a schema says of a key's life: carried into `allKeys`, not looked at by the build.
package struct Lifecycle: Equatable, Sendable {
  /// Who may see the value.
  package var sensitivity: Sensitivity = .public
  /// The version that introduced the key.
  package var since: String?
  /// The day on which it is to be gone.
  package var expires: String?
  /// Who answers for it.
  package var owner: String?
  /// Words to find it by.
  package var tags: [String] = []
  /// For caches: what the value weighs.
  package var cost: Int?
}

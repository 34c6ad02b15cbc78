/// A type that a schema declares.
package struct TypeModel: Sendable {
  /// The Swift names of the namespaces around it and its own.
  package var path: [String]
  /// Summary and discussion.
  package var documentation: Documentation
  /// How far it is seen.
  package var access: Access
  /// Where it was declared.
  package var origin: Origin
  /// What it is.
  package var kind: Kind

  /// The name of the Swift type.
  package var swiftName: String { path.last ?? "" }

  /// The kinds of declared types.
  package enum Kind: Sendable {
    /// One of a fixed list, stored by its raw value.
    case enumeration([EnumCase], hasIntegers: Bool)
    /// A group of named values, stored as a dictionary.
    case structure([StructField])
  }
}

/// One case of a declared enum.
package struct EnumCase: Equatable, Sendable {
  /// The name in Swift and in defaults.
  package var name: String
  /// What is stored: a string or an integer.
  package var rawValue: Literal
  /// One sentence.
  package var summary: String
}

/// One field of a declared struct.
package struct StructField: Sendable {
  /// The name in Swift and on disk.
  package var name: String
  /// The type, without `?`.
  package var type: ValueType
  /// Whether the field may be absent.
  package var isOptional: Bool
  /// The value where none is given or stored.
  package var defaultValue: Literal?
  /// One sentence.
  package var summary: String
}

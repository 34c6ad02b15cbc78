import Testing

/// A change of a schema, and what a build says about it.
struct ChangeSample: Sendable, CustomTestStringConvertible {
  let name: String
  let old, new: String
  /// The lines that are printed, without the path.
  let expected: [String]

  /// A change of one key's words.
  static func key(_ name: String, _ old: String, _ new: String, _ expected: String...) -> Self {
    Self(
      name: name, old: Evolution.keys("\"a\": {\(old)}"), new: Evolution.keys("\"a\": {\(new)}"),
      expected: expected)
  }

  /// A change of the keys of a namespace.
  static func keys(_ name: String, _ old: String, _ new: String, _ expected: String...) -> Self {
    Self(name: name, old: Evolution.keys(old), new: Evolution.keys(new), expected: expected)
  }

  /// A change of a type `T`, which a key has.
  static func type(_ name: String, _ old: String, _ new: String, _ expected: String...) -> Self {
    Self(name: name, old: Self.schema(old), new: Self.schema(new), expected: expected)
  }

  private static func schema(_ type: String) -> String {
    """
    { "version": 1, "namespace": "player", "types": {
    "T": {\(type)} },
    "keys": { "a": { "type": "T?" } } }
    """
  }

  var testDescription: String { name }
  var printed: String { expected.map { "A.keys.json:\($0)\n" }.joined() }

  static let all = keys + types + forms + stores + readers + spellings + moves
}

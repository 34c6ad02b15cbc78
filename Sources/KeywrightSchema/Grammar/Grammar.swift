/// The schema language: every keyword of every kind of object.
enum Grammar {
  /// The kinds of objects that have a keyword of this name.
  static func places(of name: String) -> [ObjectKind] {
    ObjectKind.allCases.filter { $0.keywords.contains { $0.name == name } }
  }
}

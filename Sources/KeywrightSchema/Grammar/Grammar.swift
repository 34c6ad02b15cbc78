/// The schema language: every keyword of every kind of object.
enum Grammar {
  /// The kinds of objects that have a keyword of this name.
  static func places(of name: String) -> [ObjectKind] {
    ObjectKind.allCases.filter { names(in: $0).contains(name) }
  }

  /// The names of the keywords of one kind of object.
  static func names(in place: ObjectKind) -> [String] {
    KeywordEntry.keywords(in: place).map(\.name)
  }
}

/// One keyword of the schema language in one kind of object: what it means, what form its value has,
/// and how it is read.
///
/// Each keyword is a row in the table of its kind of object, in `Grammar`. The reader, the suggestions and the JSON
/// Schema for editors all come from these tables.
struct Keyword<Declaration>: Sendable {
  /// Its name, its meaning and the form of its value.
  let entry: KeywordEntry
  /// Reads a value of that form into the declaration.
  let read: @Sendable (Declaration, JSONNode, SchemaReader) -> Void
}

extension Keyword {
  init(
    _ name: String, _ summary: String, _ shape: ValueShape,
    read: @escaping @Sendable (Declaration, JSONNode, SchemaReader) -> Void
  ) {
    self.init(entry: KeywordEntry(name: name, summary: summary, shape: shape), read: read)
  }
}

/// The keywords of one kind of object.
struct KeywordTable<Declaration>: Sendable {
  let place: ObjectKind
  let keywords: [Keyword<Declaration>]
  private let indices: [String: Int]
  let names: Set<String>

  init(_ place: ObjectKind, _ keywords: [Keyword<Declaration>]) {
    self.place = place
    self.keywords = keywords
    self.indices = Dictionary(
      keywords.enumerated().map { ($1.entry.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.names = Set(indices.keys)
  }

  subscript(name: String) -> Keyword<Declaration>? { indices[name].map { keywords[$0] } }

  var entries: [KeywordEntry] { keywords.map(\.entry) }
}

/// A keyword of the schema language as documents about the language see it.
package struct KeywordEntry: Sendable {
  package let name: String
  /// One sentence for people.
  package let summary: String
  /// The form of its value.
  package let shape: ValueShape
}

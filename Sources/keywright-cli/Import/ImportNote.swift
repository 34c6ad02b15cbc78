import KeywrightSchema

/// A note about a part of a foreign schema that has no counterpart.
struct ImportNote: Equatable {
  var path: String
  var line: Int
  /// The declaration that the note is about, as in "key `clock-format`".
  var subject: String
  var message: String

  var text: String { printable("\(path):\(line): note: \(subject): \(message)") + "\n" }

  /// The note for programs.
  var document: JSONDocument {
    [
      "file": .string(path), "line": .integer(line), "subject": .string(subject),
      "message": .string(message),
    ]
  }
}

/// The reason why nothing can be imported.
struct ImportFailure: Error, Equatable {
  var path: String
  var line: Int
  var message: String

  var text: String { printable("\(path):\(line): error: \(message)") + "\n" }
}

struct ImportResult {
  var schema: JSONDocument
  var notes: [ImportNote]

  /// The text of the schema.
  var text: String { schema.text() + "\n" }

  /// The number of its keys, including those of nested namespaces.
  var keyCount: Int { Self.keyCount(of: schema) }

  private static func keyCount(of namespace: JSONDocument) -> Int {
    let inner = namespace["namespaces"]?.members.map { keyCount(of: $0.1) } ?? []
    return inner.reduce(namespace["keys"]?.members.count ?? 0, +)
  }

  /// Lets the file suppress the warnings of a rule.
  mutating func suppress(_ rule: Rule) {
    var members = schema.members
    let place = members.prefix { $0.0 == "version" || $0.0 == "namespace" }.count
    members.insert(("suppress", [.string(rule.rawValue)]), at: place)
    schema = .object(members)
  }
}

extension JSONDocument {
  /// The members of an object; none of any other value.
  fileprivate var members: [(String, JSONDocument)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate subscript(name: String) -> JSONDocument? {
    members.first { $0.0 == name }?.1
  }
}

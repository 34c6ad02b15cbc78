package import KeywrightSchema

/// A note about a part of a foreign schema that has no counterpart.
package struct ImportNote: Equatable {
  package var path: String
  package var line: Int
  /// The declaration that the note is about, as in "key `clock-format`".
  package var subject: String
  package var message: String

  package var text: String { printable("\(path):\(line): note: \(subject): \(message)") + "\n" }

  /// The note for programs.
  package var document: JSONDocument {
    [
      "file": .string(path), "line": .integer(line), "subject": .string(subject),
      "message": .string(message),
    ]
  }
}

/// The reason why nothing can be imported.
package struct ImportFailure: Error, Equatable {
  package var path: String
  package var line: Int
  package var message: String

  package var text: String { printable("\(path):\(line): error: \(message)") + "\n" }
}

package struct ImportResult {
  package var schema: JSONDocument
  package var notes: [ImportNote]
  /// The number of declarations that were found.
  package let declarations: Int
  /// The number of those of which no key was made; a note says why.
  package internal(set) var omissions: Int

  /// The text of the schema.
  package var text: String { schema.text() + "\n" }

  /// The number of its keys, including those of nested namespaces.
  package var keyCount: Int { Self.keyCount(of: schema) }

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
  /// The members of an object; empty for any other value.
  fileprivate var members: [(String, JSONDocument)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate subscript(name: String) -> JSONDocument? {
    members.first { $0.0 == name }?.1
  }
}

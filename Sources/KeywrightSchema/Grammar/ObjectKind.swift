/// The kinds of objects in a schema that have a closed set of keywords.
package enum ObjectKind: String, CaseIterable, Sendable {
  case file, namespace, type, enumCase, field, key

  /// The keywords that an object of the kind must have.
  package var required: [String] {
    switch self {
    case .file: ["version"]
    case .key, .field: ["type"]
    default: []
    }
  }

  /// The keywords that it may have, in the order in which people read them.
  package var keywords: [KeywordEntry] {
    switch self {
    case .file: Grammar.file.entries
    case .namespace: Grammar.namespace.entries
    case .type: Grammar.type.entries
    case .enumCase: Grammar.enumCase.entries
    case .field: Grammar.field.entries
    case .key: Grammar.key.entries
    }
  }

  /// The place as a message names it.
  package var noun: String {
    switch self {
    case .file: "a schema file"
    case .namespace: "a namespace"
    case .type: "a type"
    case .enumCase: "a case"
    case .field: "a field"
    case .key: "a key"
    }
  }
}

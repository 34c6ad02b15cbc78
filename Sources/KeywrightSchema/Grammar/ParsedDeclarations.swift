// The parsed objects of a schema, before any name is resolved. They are classes, since they have many
// members and are passed on often.

/// A declaration with a name in the schema and a summary.
class SummarisedDeclaration {
  final var member: Located<String>
  final var title: Located<String>?
  final var summary: Located<String>?

  init(member: Located<String>) {
    self.member = member
  }
}

/// A declaration with further paragraphs of documentation.
class DocumentedDeclaration: SummarisedDeclaration {
  final var discussion: Located<String>?

  final var documentation: Documentation {
    Documentation(
      title: title?.value ?? "", summary: summary?.value ?? "", discussion: discussion?.value ?? "")
  }
}

/// A declaration with a place of its own in Swift and on disk.
class NamedDeclaration: DocumentedDeclaration {
  final var id: Located<String>?
  final var suppress: [Located<String>] = []
}

/// One declaration of a namespace; several files may have one each.
class NamespaceDeclaration: NamedDeclaration {
  final var access: Located<Access>?
  final var preCommit: Located<Symbol>?
  final var postCommit: Located<Symbol>?
  final var values: Located<Bool>?
  final var flat: Located<Bool>?
  final var types: [TypeDeclaration] = []
  final var keys: [KeyDeclaration] = []
  final var children: [NamespaceDeclaration] = []
  /// Ids that were used once and must not be used again.
  final var reserved: [Located<String>] = []
  /// The reserved ids whose stored values are removed, or were those of a family.
  final var sweeps: [SweptKey] = []
  /// The storage strings that preceded those of the keys in earlier versions.
  final var formerNames: [Located<String>] = []
  /// The place of the request that values stay under former names for now.
  final var movesLater: Span?
}

/// A schema file: what it says of the namespace that it declares.
final class FileDeclaration: NamespaceDeclaration {
  var imports: [Located<Import>] = []
  /// The beginning of all variables that the program reads.
  var environmentPrefix: Located<String>?
  /// The member names of the namespace; empty for the root.
  var path: [Located<String>] = []
}

final class KeyDeclaration: NamedDeclaration, TypedDeclaration {
  var type: JSONString?
  var defaultValue: JSONNode?
  /// The keywords that are misspelled, or have a value that they cannot have.
  var misspelled: Set<String> = []
  var processing: [JSONNode] = []
  var range: JSONNode?
  var storageString: Located<String>?
  var length: JSONNode?
  var pattern: Located<String>?
  var allowed: JSONNode?
  var outside: Located<Outside>?
  var willChange: Located<Symbol>?
  var didChange: Located<Symbol>?
  var coding: Located<Coding>?
  var parameters: JSONNode?
  /// The access of the file, for a key of the root.
  var access: Access?
  var lifecycle = Lifecycle()
  var migrate: Located<Symbol>?
  var formerKeys: [Located<String>] = []
  /// The place of the request that the value stay under its former key for now.
  var movesLater: Span?
  var revision: Located<Int>?
  var defaultIsForNew: Span?
  var formerStores: Span?
  var unit: Located<String>?
  var group: String?
  var example: JSONNode?
  /// Members that are no keywords, for documents.
  var notes: [Note] = []
}

final class TypeDeclaration: DocumentedDeclaration {
  /// The access of the file, for a type of the root.
  var access: Access?
  var cases: Located<[CaseDeclaration]>?
  var fields: Located<[FieldDeclaration]>?
  /// The place of the request to keep unknown raw values.
  var keepsUnknown: Span?
  /// Raw values of cases, or members of fields, that are gone.
  var reserved: [JSONNode] = []
}

/// A key that is gone, whose values are removed, or were those of a family.
struct SweptKey {
  let id: Located<String>
  /// Whether its values are removed.
  let isErased: Bool
  /// Whether it had parameters.
  let isFamily: Bool
}

final class CaseDeclaration: SummarisedDeclaration {
  var rawValue: JSONNode?
  /// Raw values, and names in texts, that it had in earlier versions.
  var former: [JSONNode] = []
}

final class FieldDeclaration: SummarisedDeclaration, TypedDeclaration {
  var type: JSONString?
  var defaultValue: JSONNode?
  /// Whether there is a default, even under a misspelled keyword.
  var hasDefault = false
  var formerNames: [Located<String>] = []
  /// The place of the request that the member keep its former name for now.
  var movesLater: Span?
}

/// A parsed declaration with a type and a default: a key or a field.
protocol TypedDeclaration: AnyObject, SendableMetatype {
  var type: JSONString? { get set }
  var defaultValue: JSONNode? { get set }
}

// What was read of the objects of a schema, before anything is resolved. Drafts are classes, since
// they have many words and are handed on often.

/// What has a name in the schema, and a sentence for people.
class SummarisedDraft {
  final let member: Located<String>
  final var summary: Located<String>?

  init(member: Located<String>) {
    self.member = member
  }
}

/// What has further paragraphs.
class DocumentedDraft: SummarisedDraft {
  final var discussion: Located<String>?

  final var documentation: Documentation {
    Documentation(summary: summary?.value ?? "", discussion: discussion?.value ?? "")
  }
}

/// What has a place of its own in Swift and on disk.
class DeclarationDraft: DocumentedDraft {
  /// The name in Swift, where it is not the member's.
  final var name: Located<String>?
  final var id: Located<String>?
  final var access: Located<Access>?
  final var suppress: [Located<String>] = []
}

/// What one place says of a namespace.
class NamespaceDraft: DeclarationDraft {
  final var preCommit: Located<Symbol>?
  final var postCommit: Located<Symbol>?
  final var values: Located<Bool>?
  final var types: [TypeDraft] = []
  final var keys: [KeyDraft] = []
  final var children: [NamespaceDraft] = []
  /// Ids that were used once and must not be used again.
  final var reserved: [Located<String>] = []
}

/// A schema file: what it says of the namespace that it declares.
final class FileDraft: NamespaceDraft {
  var imports: [Located<Import>] = []
  /// The member names of the namespace; empty for the root.
  var path: [Located<String>] = []
}

/// A key.
final class KeyDraft: DeclarationDraft, TypedDraft {
  var type: JSONString?
  var defaultValue: JSONNode?
  /// The words that are there in another spelling, or with a value that is none of theirs.
  var misspelled: Set<String> = []
  var processing: [JSONNode] = []
  var range: JSONNode?
  var storageString: Located<String>?
  var minLength: Located<Int>?
  var maxLength: Located<Int>?
  var pattern: Located<String>?
  var maxCount: Located<Int>?
  var unique: Located<Bool>?
  var allowed: JSONNode?
  var willChange: Located<Symbol>?
  var didChange: Located<Symbol>?
  var coding: Located<Coding>?
  var parameters: JSONNode?
  var lifecycle = Lifecycle()
  var migrate: Located<Symbol>?
  var formerKeys: [Located<String>] = []

  /// The name in Swift, with the place that gives it.
  var swiftName: Located<String> { name ?? member }
}

/// A type.
final class TypeDraft: DocumentedDraft {
  /// The access of the file, for a type of the root.
  var access: Access?
  var cases: Located<[CaseDraft]>?
  var fields: Located<[FieldDraft]>?
}

/// One case of an enum.
final class CaseDraft: SummarisedDraft {
  var rawValue: JSONNode?
}

/// One field of a struct.
final class FieldDraft: SummarisedDraft, TypedDraft {
  var type: JSONString?
  var defaultValue: JSONNode?
  /// Whether there is a default, be it under a misspelled word.
  var hasDefault = false
}

// What was read of the objects of a schema, before anything is resolved. Drafts are classes, since
// they have many words and are handed on often.

/// What has a sentence for people.
class SummarisedDraft {
  final var summary: Located<String>?
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
  final let member: Located<String>
  /// The name in Swift, where it is not the member's.
  final var name: Located<String>?
  final var id: Located<String>?
  final var access: Located<Access>?
  final var suppress: [Located<String>] = []

  init(member: Located<String>) {
    self.member = member
  }
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

  init(file: Int) {
    super.init(member: Located("", at: Span(file: file, start: 0, end: 0)))
  }
}

/// A key.
final class KeyDraft: DeclarationDraft, TypedDraft {
  var type: JSONString?
  var defaultValue: JSONNode?
  /// The words that are there in another spelling.
  var misspelled: Set<String> = []
  var processing: [JSONNode] = []
  var range: JSONNode?
  var deprecated: Located<String>?
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
  var timeToLive: JSONNode?

  /// The name in Swift, with the place that gives it.
  var swiftName: Located<String> { name ?? member }
}

/// A type.
final class TypeDraft: DocumentedDraft {
  let name: Located<String>
  /// The access of the file, for a type of the root.
  var access: Access?
  var cases: [CaseDraft]?
  var fields: [FieldDraft]?
  /// Where the cases or fields are.
  var place: Span

  init(name: Located<String>) {
    self.name = name
    self.place = name.span
  }
}

/// One case of an enum.
final class CaseDraft: SummarisedDraft {
  let name: Located<String>
  var rawValue: JSONNode?

  init(name: Located<String>) {
    self.name = name
  }
}

/// One field of a struct.
final class FieldDraft: SummarisedDraft, TypedDraft {
  let name: Located<String>
  var type: JSONString?
  var defaultValue: JSONNode?
  /// Whether there is a default, be it under a misspelled word.
  var hasDefault = false

  init(name: Located<String>) {
    self.name = name
  }
}

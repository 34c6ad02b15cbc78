/// A schema file as it was read, before anything is resolved.
struct FileDraft {
  let file: Int
  var imports: [Located<Import>] = []
  /// The member names of the namespace that the file declares; empty for the root.
  var path: [Located<String>] = []
  var body: NamespaceDraft
}

/// What one place says of a namespace.
struct NamespaceDraft {
  var member: Located<String>
  var words = NamespaceWords()
  var types: [TypeDraft] = []
  var keys: [KeyDraft] = []
  var children: [NamespaceDraft] = []
  /// Ids that were used once and must not be used again.
  var reserved: [Located<String>] = []
  var suppress: [Located<String>] = []

  init(member: Located<String>) {
    self.member = member
  }
}

/// The words of a namespace that hold one value: two places may give them if they agree.
struct NamespaceWords {
  var id: Located<String>?
  var summary: Located<String>?
  var discussion: Located<String>?
  var access: Located<Access>?
  var preCommit: Located<Symbol>?
  var postCommit: Located<Symbol>?
  var name: Located<String>?
  var values: Located<Bool>?
}

/// A key as it was read; a class, since it has many words and is handed on often.
final class KeyDraft: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that reads a file makes its drafts and hands them over when it
  // is done; from then on only the thread that checks the target has them.
  let member: Located<String>
  var type: JSONString?
  var defaultValue: JSONNode?
  /// The words that are there in another spelling.
  var misspelled: Set<String> = []
  var summary: Located<String>?
  var discussion: Located<String>?
  var id: Located<String>?
  var processing: [JSONNode] = []
  var range: JSONNode?
  var access: Located<Access>?
  var deprecated: Located<String>?
  var name: Located<String>?
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
  var suppress: [Located<String>] = []

  init(member: Located<String>) {
    self.member = member
  }
}

/// A type as it was read.
struct TypeDraft {
  var name: Located<String>
  /// The access of the file, for a type of the root.
  var access: Access?
  var cases: EnumDraft?
  var fields: [FieldDraft]?
  /// Where the fields are.
  var place: Span?
  var summary: Located<String>?
  var discussion: Located<String>?

  init(name: Located<String>) {
    self.name = name
  }
}

/// The cases of an enum as they were read.
struct EnumDraft {
  let place: Span
  var cases: [CaseDraft] = []
}

/// One case of an enum as it was read.
struct CaseDraft {
  var name: Located<String>
  var rawValue: JSONNode?
  var summary: Located<String>?
}

/// One field of a struct as it was read.
struct FieldDraft {
  var name: Located<String>
  var type: JSONString?
  var defaultValue: JSONNode?
  /// Whether there is a default, be it under a misspelled word.
  var hasDefault = false
  var summary: Located<String>?
}

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
}

/// A key as it was read.
struct KeyDraft {
  var member: Located<String>
  var type: JSONString?
  var defaultValue: JSONNode?
  var summary: Located<String>?
  var discussion: Located<String>?
  var id: Located<String>?
  var processing: [JSONNode] = []
  var range: JSONNode?
  var access: Located<Access>?
  var deprecated: Located<String>?

  init(member: Located<String>) {
    self.member = member
  }
}

/// A type as it was read.
struct TypeDraft {
  var name: Located<String>
  /// The access of the file, for a type of the root.
  var access: Access?
  var cases: JSONNode?
  var fields: JSONNode?
  var summary: Located<String>?
  var discussion: Located<String>?

  init(name: Located<String>) {
    self.name = name
  }
}

/// One key, checked by itself.
struct CheckedKey {
  let declaration: KeyDeclaration
  let node: NamespaceNode
  let storageString: String
  /// The storage strings of earlier versions.
  let formerKeys: [Located<String>]
  /// Nil if the key's type could not be read.
  let model: KeyModel?

  /// The path in Swift, for messages.
  var name: String { node.swiftPath(of: declaration.member.value) }
  /// The place that determines the storage string.
  var place: Span { (declaration.storageString ?? declaration.id ?? declaration.member).span }
}

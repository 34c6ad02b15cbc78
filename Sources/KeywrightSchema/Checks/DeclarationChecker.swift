/// Checks types and keys, once it is settled which names a target declares where.
///
/// What is in one namespace has nothing to do with what is in another, but for the types, which are
/// checked first: the keys of each can be checked by a copy on a thread of its own.
struct DeclarationChecker {
  /// For each type, the draft and the namespace it was declared in.
  let typeDrafts: [(draft: TypeDraft, node: NamespaceNode)]
  /// The types and namespaces whose names, in a script without capitals, values may have too.
  let uncasedTypes: [String: (name: String, place: Span)]
  /// Whether there are types outside of all namespaces.
  let hasTypesOfRoot: Bool
  /// The day for which `expires` is looked at, if it is.
  let today: String?
  var diagnostics: DiagnosticBag
  /// The types, of use when they are checked.
  var types: [TypeModel] = []
}

/// What was found of the keys of one namespace.
package struct CheckedKeys: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that checks the keys makes this, and hands it over when it is
  // done; drafts are not changed any more when keys are checked.

  let keys: [CheckedKey]
  /// The functions that the keys name.
  let functions: [Located<Symbol>]
  let diagnostics: DiagnosticBag
}

/// What was found of one key.
struct CheckedKey {
  let draft: KeyDraft
  let node: NamespaceNode
  let storageString: String
  /// Nil if the key's type could not be read.
  let model: KeyModel?

  /// The path in Swift, for messages.
  var name: String { node.swiftPath(of: draft.swiftName.value) }
  /// What gives the storage string.
  var place: Span { (draft.storageString ?? draft.id ?? draft.member).span }
}

extension DeclarationChecker {
  /// Checks the keys of one namespace.
  func checkedKeys(of node: NamespaceNode) -> CheckedKeys {
    var checker = self
    checker.diagnostics = diagnostics.branch()
    let keys = node.keys.map { draft in
      let storageString =
        draft.storageString?.value
        ?? StorageString.joined(node.prefix, draft.id?.value ?? draft.member.value)
      return CheckedKey(
        draft: draft, node: node, storageString: storageString,
        model: checker.keyModel(of: draft, in: node, storageString: storageString))
    }
    return CheckedKeys(
      keys: keys, functions: node.keys.flatMap(\.functions), diagnostics: checker.diagnostics)
  }
}

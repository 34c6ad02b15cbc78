/// The checked keys of one namespace.
package struct CheckedNamespace: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that checks the keys makes this and hands it over when it is
  // done; nothing changes a declaration after that.

  let node: NamespaceNode
  let keys: [CheckedKey]
  /// The functions that the keys name.
  let functions: [Located<Symbol>]
  let diagnostics: DiagnosticBag
}

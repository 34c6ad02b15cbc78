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

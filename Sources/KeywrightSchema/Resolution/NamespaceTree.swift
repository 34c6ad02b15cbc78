/// The namespaces of a target, merged from all its files, with the types declared in them.
struct NamespaceTree {
  /// The namespace around all others: its keys have no ancestor.
  let root: NamespaceNode
  /// The beginning of the program's variables.
  var environmentPrefix: Located<String>?
  /// The types in the order of their ids, each with the namespace it is declared in.
  var types: [(declaration: TypeDeclaration, node: NamespaceNode)] = []
  /// The types and namespaces whose names, in a script without capitals, values may have too.
  var uncasedTypes: [String: (name: String, place: Span)] = [:]

  /// The names of keys in the environment and among arguments.
  var textNames: TextNames {
    let flat = root.all.filter { $0.merged.flat?.value == true }.map(\.prefix)
    return TextNames(
      prefix: environmentPrefix?.value, flat: flat.sorted { $0.isBefore($1) })
  }
}

import KeywrightSchema

/// The description of all keys from which every document is written.
struct SchemaDescription: Sendable {
  /// The program's name for people.
  var title: String
  /// The day that documents with a date carry, as in 2026-12-31.
  var day: String
  /// The namespaces of the outermost level; keys of no namespace are in one without a name.
  var namespaces: [DescribedNamespace]
  /// The values of a store, for documents that show some.
  var values: ShownValues?

  init(_ catalog: SchemaCatalog, title: String?, day: String, prefix: String? = nil) {
    self.day = day
    // The program's prefix is that of the keys of its libraries too.
    let stated = catalog.targets.compactMap(\.model.textNames.prefix)
    let prefix = prefix ?? (stated.count == 1 ? stated[0] : nil)
    namespaces = catalog.targets.flatMap { target -> [DescribedNamespace] in
      let root = DescribedNamespace(target.model.root, [], target, prefix: prefix)
      let own = root.keys.isEmpty ? [] : [root.withoutChildren]
      return own + root.children
    }
    self.title =
      title
      ?? (namespaces.count == 1 && !namespaces[0].isRoot ? namespaces[0].title : "Settings")
  }

  /// All namespaces, each before those inside it.
  var allNamespaces: [DescribedNamespace] { namespaces.flatMap(\.withDescendants) }

  /// All keys, in the order of their declarations.
  var keys: [DescribedKey] { allNamespaces.flatMap(\.keys) }
}

extension TitleText {
  /// The title of a declaration, or else the words of its name.
  static func shown(_ title: String, of name: String) -> String {
    title.isEmpty ? words(of: name) : title
  }
}

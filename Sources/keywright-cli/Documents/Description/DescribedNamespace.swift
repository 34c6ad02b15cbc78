import KeywrightEvolution
import KeywrightSchema

/// A namespace, for people.
struct DescribedNamespace: Sendable {
  /// The names in schemas from the outermost namespace to this one.
  let path: [String]
  private let model: NamespaceModel
  let keys: [DescribedKey]
  private(set) var children: [DescribedNamespace]

  init(
    _ model: NamespaceModel, _ outer: [NamespaceModel], _ target: CatalogTarget, prefix: String?
  ) {
    let namespaces = outer + [model]
    self.model = model
    path = namespaces.map(\.member).filter { !$0.isEmpty }
    keys = model.keys.map {
      DescribedKey(
        CatalogKey(
          model: $0, target: target, storageString: $0.storageString, namespaces: namespaces),
        prefix: prefix)
    }
    children = model.children.map {
      DescribedNamespace($0, namespaces, target, prefix: prefix)
    }
  }

  var isRoot: Bool { path.isEmpty }
  /// The storage string that precedes those of its keys.
  var prefix: String { model.prefix }
  var title: String {
    TitleText.shown(model.documentation.title, of: isRoot ? "general" : model.member)
  }
  var summary: String { model.documentation.summary }
  /// The summary, and the paragraphs of the discussion.
  var paragraphs: [String] {
    ([summary] + Paragraphs.of(model.documentation.discussion)).filter { !$0.isEmpty }
  }

  /// The namespace and all inside it.
  var withDescendants: [DescribedNamespace] { [self] + children.flatMap(\.withDescendants) }

  /// The number of keys in it and in those inside it.
  var keyCount: Int { children.reduce(keys.count) { $0 + $1.keyCount } }

  var withoutChildren: DescribedNamespace {
    var copy = self
    copy.children = []
    return copy
  }

  /// The keys under each heading, in the order in which the headings come first; keys without one come
  /// before all others.
  var groups: [(heading: String?, keys: [DescribedKey])] {
    var order: [String] = []
    var byHeading: [String: [DescribedKey]] = [:]
    for key in keys {
      guard let heading = key.group else { continue }
      if byHeading[heading] == nil { order.append(heading) }
      byHeading[heading, default: []].append(key)
    }
    let loose = keys.filter { $0.group == nil }
    return (loose.isEmpty ? [] : [(nil, loose)]) + order.map { ($0, byHeading[$0] ?? []) }
  }
}

import KeywrightSchema

/// A namespace of a schema under construction.
final class SchemaDraft {
  let name: String
  /// The component on disk, where it differs from the name.
  let id: String?
  var title = ""
  var summary = ""
  var discussion = ""
  /// Words for other tools, which begin with `x-`.
  var extras: [(String, JSONDocument)] = []
  var types: [(String, JSONDocument)] = []
  var keys: [(String, JSONDocument)] = []
  private(set) var children: [SchemaDraft] = []
  private var childrenByID: [String: SchemaDraft] = [:]
  private var keyIDs: Set<ExactString> = []
  private var names = SchemaNames()

  init(name: String = "", id: String? = nil) {
    self.name = name
    self.id = id
  }

  /// The child namespace for a component of the foreign path; creates it if needed.
  func child(_ component: String) -> SchemaDraft {
    if let child = childrenByID[component] { return child }
    let name = names.name(for: component, as: .namespace)
    let child = SchemaDraft(name: name, id: name == component ? nil : component)
    childrenByID[component] = child
    children.append(child)
    return child
  }

  /// The namespace at the end of a foreign path.
  func descendant(_ path: some Sequence<String>) -> SchemaDraft {
    path.reduce(self) { $0.child($1) }
  }

  /// Adds a key under a valid name; its component on disk is the foreign one.
  ///
  /// - Returns: false, and adds nothing, if another key has the same component.
  func addKey(_ original: String, id: String? = nil, _ words: [(String, JSONDocument)]) -> Bool {
    let id = id ?? original
    guard keyIDs.insert(ExactString(id)).inserted else { return false }
    let name = names.name(for: original, as: .key)
    keys.append((name, .object((name == id ? [] : [("id", .string(id))]) + words)))
    return true
  }

  /// Adds a key that is stored under a whole string: into the namespaces that its components name, or
  /// verbatim, where no components give the string.
  ///
  /// - Returns: false, and adds nothing, if another key has the same string.
  func addKey(
    storedAs string: String, called own: String? = nil, _ words: [(String, JSONDocument)]
  ) -> Bool {
    if let components = Self.components(of: string), let last = components.last {
      return descendant(components.dropLast()).addKey(own ?? last, id: last, words)
    }
    guard keyIDs.insert(ExactString(string)).inserted else { return false }
    let name = names.name(for: own ?? string, as: .key)
    keys.append((name, .object([("storageString", .string(string))] + words)))
    return true
  }

  /// The components that give a storage string; nil if none do.
  static func components(of string: String) -> [String]? {
    let components = string.split(separator: ":", omittingEmptySubsequences: false)
      .map { StorageString.id(ofComponent: $0) }
    let path = components.reduce("") { StorageString.joined($0, $1) }
    let isPath = path.utf8.elementsEqual(string.utf8) && !components.contains("")
    // Names of namespaces are limited in depth; a long path is a string like others.
    return isPath && components.count <= 8 ? components : nil
  }

  /// The one namespace that all keys are in; nil if there are several, or keys outside.
  var onlyNamespace: SchemaDraft? {
    keys.isEmpty && children.count == 1 ? children[0] : nil
  }

  /// A schema file with this as its root.
  var document: JSONDocument {
    var path: [String] = []
    var file = self
    // A file's words belong to its namespace: namespaces without words become its path.
    while let next = file.children.first, file.children.count == 1, file.hasNoWords {
      path.append(next.name)
      file = next
    }
    var members: [(String, JSONDocument)] = [("version", .integer(1))]
    if !path.isEmpty { members.append(("namespace", .string(path.joined(separator: ".")))) }
    return .object(members + file.words)
  }

  private var hasNoWords: Bool {
    id == nil && title.isEmpty && summary.isEmpty && discussion.isEmpty && extras.isEmpty
      && types.isEmpty
      && keys.isEmpty
  }

  private var words: [(String, JSONDocument)] {
    var words: [(String, JSONDocument)] = []
    if let id { words.append(("id", .string(id))) }
    if !title.isEmpty { words.append(("title", .string(title))) }
    if !summary.isEmpty { words.append(("summary", .string(summary))) }
    if !discussion.isEmpty { words.append(("discussion", .string(discussion))) }
    words += extras
    if !types.isEmpty { words.append(("types", .object(types))) }
    if !keys.isEmpty { words.append(("keys", .object(keys))) }
    if !children.isEmpty {
      words.append(("namespaces", .object(children.map { ($0.name, .object($0.words)) })))
    }
    return words
  }
}

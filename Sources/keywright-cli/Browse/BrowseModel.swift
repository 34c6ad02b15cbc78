import Keywright
import KeywrightSchema

/// The content of a store as `keywright browse` has it: the keys in their groups, and the values as they are now.
struct BrowseModel: Sendable {
  let catalog: SchemaCatalog
  /// The name of the store.
  let store: String
  /// Whether private and secret values are shown.
  let reveals: Bool
  let skipsFunctions: Bool
  private(set) var values: StoredValues
  private(set) var groups: [Group] = []
  private(set) var entries: [BrowseEntry] = []
  private var places: [ExactString: Int] = [:]
  /// The texts in which a search looks, one for each entry; empty until the first search.
  private var haystacks: [[UInt8]] = []
  /// The keys that are shown.
  private let namespace: String?

  /// The keys of one namespace.
  struct Group: Sendable {
    let prefix: String
    let title: String
  }

  init(
    _ catalog: SchemaCatalog, _ values: StoredValues, store: String, namespace: String? = nil,
    reveals: Bool = false, skipsFunctions: Bool = false
  ) throws(UnknownName) {
    (self.catalog, self.values, self.store) = (catalog, values, store)
    (self.namespace, self.reveals, self.skipsFunctions) = (namespace, reveals, skipsFunctions)
    try fill()
  }

  private mutating func fill() throws(UnknownName) {
    let keys = try values.keys(in: catalog, namespace: namespace)
    var numbers: [String: Int] = [:]
    for key in catalog.keys where numbers[key.prefix] == nil {
      numbers[key.prefix] = groups.count
      let words = key.namespaces.last?.documentation
      groups.append(Group(prefix: key.prefix, title: words?.title.nonempty ?? words?.summary ?? ""))
    }
    // The keys of each group, in the order of the schemas.
    var grouped = Array(repeating: [CatalogKey](), count: max(groups.count, 1))
    // A family comes after its keys.
    let families = try catalog.keys(in: namespace).filter {
      $0.isFamily && $0.model.coding != .memory
    }
    for key in keys + families { grouped[numbers[key.prefix] ?? 0].append(key) }
    entries.reserveCapacity(keys.count)
    places.reserveCapacity(keys.count)
    for (group, keys) in grouped.enumerated() {
      for key in keys {
        let entry = BrowseEntry(values.state(of: key), group: group, prefix: key.prefix)
        places[ExactString(key.storageString)] = entries.count
        count(entry)
        entries.append(entry)
      }
    }
  }

  /// The cells of the longest name.
  private(set) var nameWidth = 0

  private mutating func count(_ entry: BrowseEntry) {
    nameWidth = max(nameWidth, CellWidth.of(entry.name))
    keyCount += entry.isFamily ? 0 : 1
    changedCount += entry.isChanged ? 1 : 0
    problemCount += entry.hasProblem ? 1 : 0
  }

  /// The number of the entry of a key.
  func place(of key: CatalogKey) -> Int? { places[ExactString(key.storageString)] }

  // MARK: Changes

  /// Takes over what is stored under a name now.
  ///
  /// - Parameter isOwn: Whether a commit of this screen did it.
  /// - Returns: The key whose value is another one; nil for none.
  mutating func take(_ name: String, _ value: StoredValue?, isOwn: Bool) -> CatalogKey? {
    guard let key = catalog.holder(of: name) else {
      values.set(name, to: value)
      return nil
    }
    let before = values[key]
    values.set(name, to: value)
    guard values[key] != before else { return nil }
    look(at: key, by: isOwn ? nil : "another program")
    return key
  }

  /// Takes over what the administrator says of a key now.
  mutating func takePolicyChange(on name: String) -> CatalogKey? {
    guard let key = catalog.holder(of: name) else { return nil }
    look(at: key, by: "the administrator")
    return key
  }

  /// Looks at the value of a key again.
  ///
  /// - Parameter author: Whoever changed it, in words; nil for this screen.
  private mutating func look(at key: CatalogKey, by author: String?) {
    let state = values.state(of: key)
    guard let place = place(of: key) else { return insert(state, by: author) }
    let old = entries[place]
    let was = old.value(reveal: reveals)
    entries[place].state = state
    changedCount += (entries[place].isChanged ? 1 : 0) - (old.isChanged ? 1 : 0)
    problemCount += (entries[place].hasProblem ? 1 : 0) - (old.hasProblem ? 1 : 0)
    entries[place].news = author.map { "changed by \($0); it was \(was ?? "nothing")" }
  }

  /// Takes over all that is stored now.
  mutating func take(_ new: StoredValues) -> [CatalogKey] {
    let names = Set((values.names + new.names).map(ExactString.init))
    return names.filter { values[$0.text] != new[$0.text] }
      .compactMap { take($0.text, new[$0.text], isOwn: false) }
  }

  /// Adds a key of a family for which nothing is stored, unless it is there.
  mutating func add(_ key: CatalogKey) {
    if place(of: key) == nil { insert(values.state(of: key), by: nil) }
  }

  /// Adds a key of a family, after the others of its namespace.
  private mutating func insert(_ state: KeyState, by author: String?) {
    let key = state.key
    guard !key.model.parameters.isEmpty,
      let group = groups.firstIndex(where: { $0.prefix == key.prefix }),
      namespace.map({ name in key.namespaces.contains { $0.prefix == name } }) ?? true
    else { return }
    var entry = BrowseEntry(state, group: group, prefix: key.prefix)
    entry.news = author.map { "stored by \($0)" }
    let place =
      entries.firstIndex { $0.group > group || $0.group == group && $0.isFamily }
      ?? entries.endIndex
    for moved in entries[place...] { places[ExactString(moved.key.storageString), default: 0] += 1 }
    places[ExactString(key.storageString)] = place
    entries.insert(entry, at: place)
    haystacks = []
    count(entry)
  }

  // MARK: Finding

  /// The entries that a filter shows, in order.
  mutating func places(_ filter: BrowseFilter) -> [Int] {
    let words = filter.search.lowercased().split(separator: " ").map { Array($0.utf8) }
    if !words.isEmpty, haystacks.isEmpty { haystacks = entries.map(\.haystack) }
    if filter.isEmpty { return Array(entries.indices) }
    return entries.indices.filter { place in
      words.allSatisfy { haystacks[place].has($0) } && filter.shows(entries[place])
    }
  }

  /// The tags of all keys, in the order of the alphabet.
  var tags: [String] { Set(entries.flatMap(\.key.model.lifecycle.tags)).sorted() }

  /// The number of keys, families left out.
  private(set) var keyCount = 0
  private(set) var changedCount = 0
  private(set) var problemCount = 0
}

/// The keys that a person wants to see.
struct BrowseFilter: Equatable, Sendable {
  var search = ""
  var isChanged = false
  var hasProblem = false
  /// The prefix of a namespace.
  var namespace: String?
  var tag: String?

  var isEmpty: Bool { self == BrowseFilter() }

  func shows(_ entry: BrowseEntry) -> Bool {
    if isChanged, !entry.isChanged { return false }
    if hasProblem, !entry.hasProblem { return false }
    if let tag, !entry.key.model.lifecycle.tags.contains(tag) { return false }
    if let namespace { return entry.key.namespaces.contains { $0.prefix == namespace } }
    return true
  }

  /// The filter in words; empty for none.
  var words: String {
    var words: [String] = []
    if isChanged { words.append("changed") }
    if hasProblem { words.append("problems") }
    if let namespace { words.append("in \(printable(namespace))") }
    if let tag { words.append("tag \(printable(tag))") }
    if !search.isEmpty { words.append("\u{201C}\(printable(search))\u{201D}") }
    return words.joined(separator: ", ")
  }
}

extension CatalogKey {
  /// The storage prefix of its namespace.
  var prefix: String { namespaces.last?.prefix ?? "" }
}

extension [UInt8] {
  /// Whether the bytes have others somewhere.
  fileprivate func has(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    var place = startIndex
    while place <= count - needle.count {
      if self[place] == first, self[place...].starts(with: needle) { return true }
      place += 1
    }
    return false
  }
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}

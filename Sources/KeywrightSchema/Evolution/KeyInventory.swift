/// The stored data of one version of a target's schemas: its keys as lines of a lock, and
/// the strings that no key may take again.
package struct KeyInventory: Sendable {
  /// The keys, in the order of their storage strings.
  package private(set) var keys: [Entry] = []
  /// The keys that took over the values of others, by the former strings.
  package private(set) var successors: [ExactString: Entry] = [:]
  /// The storage strings that a namespace reserves.
  package private(set) var reserved: [ExactString: Reservation] = [:]
  /// The namespaces, by the storage string that precedes those of their keys.
  package private(set) var namespaces: [ExactString: Place] = [:]
  /// The names of keys in the environment and among arguments.
  package private(set) var textNames = TextNames(prefix: nil, flat: [])
  /// Whether a file without a namespace declares something.
  private(set) var hasRootFile = false
  /// The declared types, by their paths in Swift.
  private var types: [String: Place] = [:]

  /// A key, and where a schema declares it; a class, since it is handed on by all who compare it.
  package final class Entry: Sendable {
    package let key: LockedKey
    package let place: Place
    let formerKeys: [String]
    /// The former keys that it has by the `former` of its namespace.
    let inherited: [ExactString]
    /// The former keys that the lock alone tells of.
    private let locked: Set<ExactString>
    /// Whether users of earlier releases keep their defaults.
    let keepsDefaults: Bool
    /// Whether its string may be that of another target's key.
    package let allowsStorageClash: Bool

    init(
      key: LockedKey, place: Place, formerKeys: [String] = [], inherited: [ExactString] = [],
      locked: Set<ExactString> = [],
      keepsDefaults: Bool = false, allowsStorageClash: Bool = false
    ) {
      self.key = key
      self.place = place
      self.inherited = inherited
      self.locked = locked
      self.keepsDefaults = keepsDefaults
      self.allowsStorageClash = allowsStorageClash
      self.formerKeys = formerKeys
    }

    /// The former keys that it declares itself.
    var declaredFormerKeys: [String] {
      formerKeys.filter { former in
        let string = ExactString(former)
        return !inherited.contains(string) && !locked.contains(string)
      }
    }
  }

  /// A place in a schema, and the name that stands there.
  package struct Place: Sendable {
    package let name: String
    package let origin: Origin
  }

  /// An inventory of keys; two of one string are a mistake that the checks of schemas report.
  init(
    keys: [Entry], reserved: [ExactString: Reservation] = [:],
    namespaces: [ExactString: Place] = [:]
  ) {
    self.keys = keys.sorted { $0.key.storageString.isBefore($1.key.storageString) }
    for entry in self.keys {
      for former in entry.formerKeys { successors[ExactString(former)] = entry }
    }
    self.reserved = reserved
    self.namespaces = namespaces
  }

  /// The inventory of a checked target.
  ///
  /// - Complexity: near linear in the size of the model.
  package init(_ model: TargetModel) {
    let table = TypeTexts(model)
    var keys: [Entry] = []
    var reserved: [ExactString: Reservation] = [:]
    var namespaces: [ExactString: Place] = [:]
    for namespace in model.root.all {
      let place = Place(name: namespace.member, origin: namespace.origin)
      namespaces[ExactString(namespace.prefix)] = place
      for reservation in namespace.reserved {
        reserved[ExactString(reservation.storageString)] = reservation
      }
      for key in namespace.keys {
        let place = Place(name: key.name, origin: key.origin)
        keys.append(
          Entry(
            key: LockedKey(key, in: namespace, table, model.textNames), place: place,
            formerKeys: key.formerKeys,
            inherited: key.inheritedFormerKeys.map(ExactString.init),
            locked: Set(key.lockedFormerKeys.map { ExactString($0.string) }),
            keepsDefaults: key.defaultIsForNew && key.earlierDefaults != nil,
            allowsStorageClash: key.allowsStorageClash))
      }
    }
    let rootFile = model.root.parts.filter { !$0.value.keys.isEmpty || !$0.value.types.isEmpty }
      .keys.min()
    if let rootFile {
      namespaces[ExactString("")] = Place(name: "", origin: Origin(file: rootFile, line: 1))
    }
    self.init(keys: keys, reserved: reserved, namespaces: namespaces)
    hasRootFile = rootFile != nil
    textNames = model.textNames
    types = Dictionary(
      model.types.map {
        ($0.path.joined(separator: "."), Place(name: $0.swiftName, origin: $0.origin))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The declaration of a type, or of the one that a case or field is part of.
  func type(of subject: String) -> Place? {
    if subject.isEmpty { return nil }
    if let place = types[subject] { return place }
    return subject.lastIndex(of: ".").flatMap { types[String(subject[..<$0])] }
  }

  /// The key of a storage string.
  ///
  /// - Complexity: O(log *n*) in the number of keys.
  package subscript(storageString: String) -> Entry? {
    key(at: index(ofFirstFrom: storageString), if: storageString)
  }

  /// The place of the first key whose storage string is not before another.
  func index(ofFirstFrom storageString: String) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].key.storageString.isBefore(storageString) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The key at a place in the order, if it has the storage string.
  func key(at index: Int, if storageString: String) -> Entry? {
    guard index < keys.count,
      ExactString(keys[index].key.storageString) == ExactString(storageString)
    else { return nil }
    return keys[index]
  }
}

extension LockedKey {
  /// The line of a checked key.
  init(_ key: KeyModel, in namespace: NamespaceModel, _ table: TypeTexts, _ names: TextNames) {
    var keywords: [Entry] = []
    func add(_ keyword: LockedKeyword, _ text: String?) {
      if let text { keywords.append(Entry(keyword: keyword, text: text)) }
    }
    let path = (namespace.path + [key.name]).joined(separator: ".")
    add(.name, JSONText.quoted(path))
    add(.type, JSONText.quoted(table.text(key.type) + (key.isOptional ? "?" : "")))
    let types = table.declarations(of: [key.type] + key.parameters.map(\.type))
    add(.types, types.isEmpty ? nil : JSONText.object(types))
    add(.coding, key.coding.map { JSONText.quoted($0.rawValue) })
    add(.revision, key.revision.map(String.init))
    if !key.parameters.isEmpty {
      let members = key.parameters.map { ($0.name, JSONText.quoted(table.text($0.type))) }
      add(.parameters, JSONText.object(members))
    }
    add(.defaultValue, key.defaultValue.schemaText)
    add(.defaultFor, key.defaultIsForNew ? "\"new\"" : nil)
    let steps = key.processing.map(\.schemaText)
    add(.processing, steps.isEmpty ? nil : JSONText.array(steps))
    for constraint in key.constraints {
      if let keyword = LockedKeyword(text: constraint.keyword) {
        add(keyword, constraint.schemaText)
      }
    }
    add(.outside, key.outside.map { JSONText.quoted($0.rawValue) })
    let life = key.lifecycle
    if life.sensitivity != .public {
      add(.sensitivity, JSONText.quoted(life.sensitivity.rawValue))
    }
    let formers = key.recordedFormerKeys
    add(.formerKeys, formers.isEmpty ? nil : JSONText.array(formers.map(JSONText.quoted)))
    add(.moves, key.movesLater ? "\"later\"" : nil)
    add(.migrate, key.migrate.map { JSONText.quoted($0.symbol.text) })
    let stores = [life.store ?? "default"] + life.formerStores
    add(
      .store,
      stores.count > 1
        ? JSONText.array(stores.map(JSONText.quoted)) : life.store.map(JSONText.quoted))
    add(.ttl, life.timeToLive.map { Literal.double($0).text })
    add(.maxAge, life.maxAge.map { Literal.double($0).text })
    add(.keychain, life.keychain.map { JSONText.quoted($0.rawValue) })
    add(.unit, key.presentation.unit.map(JSONText.quoted))
    if !names.isEmpty { add(.variable, JSONText.quoted(names.variable(of: key.storageString))) }
    let summary = key.documentation.summary
    add(.summary, summary.isEmpty ? nil : JSONText.quoted(summary))
    // Stable, since no keyword is there twice.
    self.init(
      storageString: key.storageString, keywords: keywords.sorted { $0.keyword < $1.keyword })
  }
}

extension DefaultModel {
  /// The default as a schema spells it; nil for an optional, which has none.
  fileprivate var schemaText: String? {
    switch self {
    case .absent: nil
    case .literal(let literal): literal.schemaText
    case .call(let reference, let persists):
      JSONText.object(
        [("call", JSONText.quoted(reference.symbol.text))]
          + (persists ? [("persist", "\"whenMissing\"")] : [])
      )
    }
  }
}

extension StepModel {
  fileprivate var schemaText: String {
    switch self {
    case .plain(let step): JSONText.quoted(step.rawValue)
    case .call(let reference, let seesOld):
      JSONText.object(
        [("call", JSONText.quoted(reference.symbol.text))] + (seesOld ? [("old", "true")] : []))
    }
  }
}

extension Bounds {
  fileprivate var schemaText: String {
    JSONText.array([lower, upper].map { $0?.schemaText ?? "null" })
  }
}

extension ConstraintModel {
  fileprivate var schemaText: String {
    switch self {
    case .range(let bounds): bounds.schemaText
    case .length(let least, let greatest):
      JSONText.array([least, greatest].map { $0.map(String.init) ?? "null" })
    case .pattern(let pattern): JSONText.quoted(pattern)
    case .allowed(let values): JSONText.array(values.map(\.schemaText))
    }
  }
}

extension String {
  /// The order of bytes, which no locale and no equivalence of characters changes.
  func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension KeyInventory {
  /// The keys as a lock has them last, in drafts or releases; of places it knows nothing.
  package init(latestOf lock: KeyLock) {
    let ends = lock.ends(among: lock.keys)
    var latest: [ExactString: LockedKey] = [:]
    for line in lock.keys { latest[ExactString(line.storageString)] = line }
    let origin = Origin(file: -1, line: 1)
    let keys = latest.filter { ends[$0.key] == nil }.map { _, line in
      Entry(
        key: LockedKey(storageString: line.storageString, keywords: line.keywords),
        place: Place(name: line.storageString, origin: origin),
        formerKeys: line.strings(.formerKeys))
    }
    let reserved = ends.filter { $0.value.successor == nil }.map {
      ($0, Reservation(storageString: $1.storageString, origin: origin))
    }
    self.init(keys: keys, reserved: Dictionary(reserved, uniquingKeysWith: { first, _ in first }))
  }
}

extension TargetModel {
  /// The model with what its lock tells of earlier releases: the strings, stores, raw values and fields that values
  /// had before those which the schemas name, the types that functions convert, and the releases.
  ///
  /// - Returns: The model, and its keys if the lock adds nothing to them.
  /// - Complexity: near linear in the sizes of both.
  func completed(by lock: KeyLock) -> (model: TargetModel, keys: KeyInventory?) {
    let inventory = KeyInventory(self)
    let ancestry = Ancestry(lock, inventory)
    let running = RunningPrograms(lock)
    let lines = Dictionary(grouping: lock.released) { ExactString($0.storageString) }
    let order = lock.order
    let places = lines.compactMapValues { $0.last.map { order($0.release) } }
    let accepted = Dictionary(
      grouping: lock.retired.filter { $0.exception != nil }, by: { ExactString($0.storageString) }
    ).mapValues { retirements in
      Set(retirements.compactMap(\.exception).filter(\.isOfParts).map(\.from))
    }
    let names = Dictionary(
      types.enumerated().map { ($1.path.joined(separator: "."), $0) },
      uniquingKeysWith: { first, _ in first })
    var pasts:
      [(key: KeyModel, locked: [(string: String, release: String?)], lines: [[LockedKey]])] = []
    var formerTypes: [ExactString: ValueType] = [:]
    var readings: [(line: LockedKey, type: ValueType, accepted: Set<String>)] = []
    for key in root.all.flatMap(\.keys) {
      let locked = ancestry.strings[ExactString(key.storageString)] ?? []
      let strings = ([key.storageString] + key.formerKeys + locked.map(\.string)).map(
        ExactString.init)
      pasts.append((key, locked, strings.compactMap { lines[$0] }))
      for line in strings.flatMap({ lines[$0] ?? [] }) {
        let isConverted = key.migrate != nil && line.storageString != key.storageString
        if isConverted {
          // Of a declared type nothing is known: it may be another one today.
          formerTypes[ExactString(line.storageString)] =
            line[.coding] != nil ? nil : line.type.type.declared([:])
        }
        // A function is given the earlier value, of a type that may be declared still.
        guard line.hasFormerParts,
          let type = isConverted ? line.type.type.declared(names) : key.type
        else { continue }
        let lost = strings.reduce(into: Set()) { $0.formUnion(accepted[$1] ?? []) }
        readings.append((line, type, lost))
      }
    }
    var types = TypeAncestry(self.types)
    types.add(readings)
    let translation = DefaultTranslation(types: types.types)
    var completed: [ObjectIdentifier: KeyModel] = [:]
    for (key, locked, lines) in pasts {
      let stored = lines.flatMap(\.self)
      let stores = formerStores(of: key, in: stored)
      let known = stored.filter { !running.releases(of: $0).isEmpty }
      // Where no program is known to run, the last one that was released may.
      let last = stored.max { order($0.release) < order($1.release) }
      let written =
        key.movesLater
        ? writtenString(of: key, locked, known.isEmpty ? last.map { [$0] } ?? [] : known) : nil
      // What a function makes of an earlier default is not known.
      let own = lines.filter { key.migrate == nil || $0.first?.storageString == key.storageString }
      let defaults = earlierDefaults(of: key, inventory, own, lock, translation)
      if !locked.isEmpty || stores != key.lifecycle.formerStores || defaults?.isEmpty != true
        || written != key.formerKeys.first && written != nil
      {
        let formers = Self.newestFirst(key.formerKeys, locked) { places[ExactString($0)] }
        completed[ObjectIdentifier(key)] = key.completed(
          by: locked, formers, stores, written, defaults)
      }
    }
    var model = self
    model.types = types.types
    if !completed.isEmpty { model.root = root.replacing(completed) }
    (model.formerTypes, model.releases) = (formerTypes, lock.releases)
    return (model, completed.isEmpty && !types.hasChanged ? inventory : nil)
  }

  /// The former strings of a key, those that the lock adds among those that its schema lists: each before the ones that
  /// an earlier release had, for a value may lie under several, and the newest is the one that counts.
  private static func newestFirst(
    _ declared: [String], _ locked: [(string: String, release: String?)],
    _ place: (String) -> Int?
  ) -> [String] {
    var rest = locked.map(\.string)[...]
    var formers: [String] = []
    for string in declared {
      if let own = place(string) {
        let newer = rest.prefix { (place($0) ?? -1) > own }
        formers += newer
        rest = rest.dropFirst(newer.count)
      }
      formers.append(string)
    }
    return formers + rest
  }

  /// The defaults that users of earlier releases keep, the newest first; nil if one of them is no value of today's
  /// type.
  private func earlierDefaults(
    of key: KeyModel, _ today: KeyInventory, _ lines: [[LockedKey]], _ lock: KeyLock,
    _ translation: DefaultTranslation
  ) -> [EarlierDefault]? {
    guard key.defaultIsForNew, let own = today[key.storageString]?.key,
      let text = own[.defaultValue]
    else { return [] }
    let history = DefaultHistory(lines, lock)
    let present = translation.literal(
      of: DefaultHistory.Default(text: text, line: own), as: key.type)
    var known: [[String]: Literal] = [:]
    var values: [Literal?] = []
    for shown in history.shown {
      guard let shown else {
        values.append(present)
        continue
      }
      let spelling = [shown.text, shown.line[.type] ?? "", shown.line[.types] ?? ""]
      let value = known[spelling] ?? translation.literal(of: shown, as: key.type)
      guard let value else { return nil }
      known[spelling] = value
      values.append(value)
    }
    // Those who see the same today need no value of their own, unless later users keep one: a store without a mark
    // counts as the oldest.
    let isPresent = values.map { $0?.fingerprint == present?.fingerprint }
    guard let last = isPresent.lastIndex(of: false) else { return [] }
    var defaults: [EarlierDefault] = []
    for place in 0...last {
      let isEnd = place == last || values[place]?.fingerprint != values[place + 1]?.fingerprint
      guard isEnd, let value = values[place] else { continue }
      let next = place + 1
      defaults.append(
        EarlierDefault(
          value: value, releases: Array(lock.releases[...place]),
          end: next < lock.releases.count
            ? lock.releases[next] : "a release after \(lock.releases[place])"))
    }
    return defaults.reversed()
  }

  /// The newest string at which every program with one of the lines looks for a key's value; nil if there is none.
  private func writtenString(
    of key: KeyModel, _ locked: [(string: String, release: String?)], _ lines: [LockedKey]
  ) -> String? {
    if lines.isEmpty { return nil }
    return (key.formerKeys + locked.map(\.string)).first { string in
      lines.allSatisfy { $0.looksUp(string) }
    }
  }

  /// The stores that kept a key's values before those which the schema names, and these.
  private func formerStores(of key: KeyModel, in lines: [LockedKey]) -> [String] {
    var stores = [key.lifecycle.store ?? "default"] + key.lifecycle.formerStores
    var next = 0
    while next < stores.count {
      for line in lines.reversed() where line.storeName == stores[next] {
        stores += line.formerStores.filter { !stores.contains($0) }
      }
      next += 1
    }
    return Array(stores.dropFirst())
  }
}

extension LockedType {
  /// The type, with declared ones by their places; nil for one that is declared no longer, or is the user's own.
  fileprivate func declared(_ places: [String: Int]) -> ValueType? {
    switch self {
    case .scalar(let scalar): .scalar(scalar)
    case .array(let element): element.declared(places).map { .array($0) }
    case .set(let element): element.declared(places).map { .set($0) }
    case .dictionary(let key, let value):
      key.declared(places).flatMap { key in
        value.declared(places).map { .dictionary(key: key, value: $0) }
      }
    case .optional(let type): type.declared(places)
    case .named(let name): places[name].map { .declared(TypeID(index: $0)) }
    }
  }
}

extension KeyLock.Exception {
  /// Whether a raw value or a field was accepted as lost.
  fileprivate var isOfParts: Bool {
    part != .key && [.lost, .olderLost, .source].contains(Fate(rawValue: change))
  }
}

extension LockedKey {
  /// Whether a declared type of the key's had parts that it reads for others.
  fileprivate var hasFormerParts: Bool { self[.types]?.contains("\"former") == true }
}

extension NamespaceModel {
  /// The namespace with other keys in the place of some.
  fileprivate func replacing(_ keys: [ObjectIdentifier: KeyModel]) -> NamespaceModel {
    func present(_ key: KeyModel) -> KeyModel { keys[ObjectIdentifier(key)] ?? key }
    var namespace = self
    namespace.keys = self.keys.map(present)
    namespace.children = children.map { $0.replacing(keys) }
    let places = Dictionary(
      namespace.children.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    namespace.parts = parts.mapValues { part in
      var part = part
      part.keys = part.keys.map(present)
      part.children = part.children.map { places[$0.path] ?? $0 }
      return part
    }
    return namespace
  }
}

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
    let accepted = Dictionary(
      grouping: lock.retired.filter { $0.exception != nil }, by: { ExactString($0.storageString) }
    ).mapValues { retirements in
      Set(retirements.compactMap(\.exception).filter(\.isOfParts).map(\.from))
    }
    var completed: [ObjectIdentifier: KeyModel] = [:]
    var formerTypes: [ExactString: ValueType] = [:]
    var readings: [(line: LockedKey, type: ValueType, accepted: Set<String>)] = []
    for key in root.allKeys {
      let locked = ancestry.strings[ExactString(key.storageString)] ?? []
      let strings = ([key.storageString] + key.formerKeys + locked.map(\.string)).map(
        ExactString.init)
      let stored = strings.flatMap { lines[$0] ?? [] }
      let stores = formerStores(of: key, in: stored)
      let written = key.movesLater ? writtenString(of: key, locked, stored, running) : nil
      let defaults = earlierDefaults(of: key, inventory, strings.compactMap { lines[$0] }, lock)
      if !locked.isEmpty || stores != key.lifecycle.formerStores || defaults?.isEmpty != true
        || written != key.formerKeys.first && written != nil
      {
        completed[ObjectIdentifier(key)] = key.completed(
          by: locked, stores, written, defaults)
      }
      if key.migrate != nil {
        for line in stored where line.storageString != key.storageString {
          formerTypes[ExactString(line.storageString)] =
            line[.coding] != nil ? nil : line.type.type.valueType
        }
      }
      for line in stored where line.hasFormerParts {
        // A function makes today's value of an earlier one.
        if key.migrate != nil, line.storageString != key.storageString { continue }
        let lost = strings.reduce(into: Set()) { $0.formUnion(accepted[$1] ?? []) }
        readings.append((line, key.type, lost))
      }
    }
    var types = TypeAncestry(self.types)
    types.add(readings)
    let model = TargetModel(
      module: module, files: files, types: types.types,
      root: completed.isEmpty ? root : root.replacing(completed), textNames: textNames,
      formerTypes: formerTypes, releases: lock.releases)
    return (model, completed.isEmpty && !types.hasChanged ? inventory : nil)
  }

  /// The defaults that users of earlier releases keep, the newest first; nil if one of them is no value of today's
  /// type.
  private func earlierDefaults(
    of key: KeyModel, _ today: KeyInventory, _ lines: [[LockedKey]], _ lock: KeyLock
  ) -> [EarlierDefault]? {
    guard key.defaultIsForNew, let own = today[key.storageString]?.key,
      let text = own[.defaultValue]
    else { return [] }
    let history = DefaultHistory(lines, lock.order, count: lock.releases.count)
    let translation = DefaultTranslation(types: types)
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

  /// The newest string at which every program that runs looks for a key's value; nil if there is none.
  private func writtenString(
    of key: KeyModel, _ locked: [(string: String, release: String?)], _ lines: [LockedKey],
    _ running: RunningPrograms
  ) -> String? {
    let lines = lines.filter { !running.releases(of: $0).isEmpty }
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

extension KeyLock.Exception {
  /// Whether a raw value or a field was accepted as lost.
  fileprivate var isOfParts: Bool {
    switch ChangeKind(rawValue: change) {
    case .caseRemoved, .textUnread, .fieldRenamed, .fieldRemoved, .fieldReplaced: true
    default: false
    }
  }
}

extension LockedKey {
  /// Whether a declared type of the key's had parts that it reads for others.
  fileprivate var hasFormerParts: Bool { self[.types]?.contains("\"former") == true }
}

extension NamespaceModel {
  /// The keys in it and in the namespaces below.
  var allKeys: [KeyModel] { keys + children.flatMap(\.allKeys) }

  /// The namespace with other keys in the place of some.
  fileprivate func replacing(_ keys: [ObjectIdentifier: KeyModel]) -> NamespaceModel {
    func present(_ key: KeyModel) -> KeyModel { keys[ObjectIdentifier(key)] ?? key }
    let children = children.map { $0.replacing(keys) }
    let places = Dictionary(
      zip(self.children.map(ObjectIdentifier.init), children),
      uniquingKeysWith: { first, _ in first })
    let parts = parts.mapValues { part in
      var part = part
      part.keys = part.keys.map(present)
      part.children = part.children.map { places[ObjectIdentifier($0)] ?? $0 }
      return part
    }
    return NamespaceModel(
      path: path, member: member, id: id, prefix: prefix, documentation: documentation,
      access: access, hasValues: hasValues, preCommit: preCommit, postCommit: postCommit,
      origin: origin, parts: parts, types: types, keys: self.keys.map(present),
      takenNames: takenNames, valuesNames: valuesNames, children: children, reserved: reserved)
  }
}

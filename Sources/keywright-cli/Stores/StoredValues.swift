import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightSecrets
import KeywrightStorage
import KeywrightVerbs

/// The values of a store at one moment, read beside running programs without changing a byte.
///
/// With the keys of a program they are those that it has: what it brings along when it opens the store is tried in
/// memory.
struct StoredValues: Sendable {
  /// The values, by storage string.
  private var members: [ExactString: StoredValue]
  /// What the store holds; the same where there is nothing to bring along.
  private var found: [ExactString: StoredValue]
  /// The beginning of a reader's outcome: it says so where there is no store, where damage hides
  /// values, and where other users reach them.
  private(set) var outcome: Outcome
  /// Whether the values are texts, whose types the keys know.
  private var areTexts = false
  /// The administrator's values, if they count here.
  private(set) var policies: Policies?

  /// Reads a store.
  ///
  /// - Parameter catalog: The keys of the program; nil for the values as they lie in the store.
  init(_ location: StoreLocation, _ catalog: SchemaCatalog?) throws {
    if let cluster = location.cluster {
      self = try cluster.open { try StoredValues($0, cluster, catalog) }
      return
    }
    if let secrets = location.secrets {
      self = try StoredValues(secrets.store)
      return
    }
    guard location.exists else {
      self.init([], catalog, Outcome(complaints: (location.absence ?? "") + location.notes))
      return
    }
    let contents = try location.read()
    var outcome = Outcome(complaints: location.notes)
    for issue in contents.issues
    where [.unacknowledged, .overridden].contains(issue.code)
      || issue.code == .corrupt && contents.damage == nil
    {
      outcome.complaints += complaint("\(words: issue.sentence)")
    }
    if let damage = contents.damage {
      outcome.complaints = location.sentence(about: damage) + outcome.complaints
      outcome.code = .problems
    }
    self.init(contents.members, catalog, outcome)
  }

  /// The values among the members of a list.
  init(
    _ members: [PropertyListDictionary.Member], _ catalog: SchemaCatalog? = nil,
    _ outcome: Outcome = Outcome()
  ) {
    let stored = members.filter { !isRecord($0.key) }
    found = Dictionary(
      stored.map { (ExactString($0.key), StoredValue($0.value)) },
      uniquingKeysWith: { _, last in last })
    (self.members, self.outcome) = (found, outcome)
    if let migrations = catalog?.migrations, !migrations.isEmpty {
      let store = MemoryStore(rehearsing: members, name: "rehearsal")
      // What cannot be brought along stays under its former name, of which the verbs tell.
      store.onIssue { _ in }
      _ = try? store.migrate(migrations)
      self.members = Dictionary(
        uniqueKeysWithValues: store.storageStrings().compactMap { name in
          store.stored(name).map { (ExactString(name.string), $0) }
        })
      for name in self.members.keys where isRecord(name.text) { self.members[name] = nil }
    }
  }

  /// Reads a store on etcd.
  init(_ store: EtcdStore, _ cluster: ClusterLocation, _ catalog: SchemaCatalog?) throws {
    var outcome = Outcome(complaints: cluster.exposureNote)
    var members: [PropertyListDictionary.Member] = []
    for name in try store.storedKeys() {
      do throws(StoreError) {
        guard let value = try store.stored(Keywright.StorageString(name)) else { continue }
        members.append(.init(key: name, value: value.tree))
      } catch {
        outcome.complaints += complaint("\(name): \(error.found ?? "unreadable")")
        outcome.code = .problems
      }
    }
    self.init(members, catalog, outcome)
  }

  /// Reads the system's store of secrets.
  private init(_ secrets: SecretStore) throws {
    var members: [ExactString: StoredValue] = [:]
    for name in try secrets.storedKeys() where !isRecord(name) {
      members[ExactString(name)] = try secrets.stored(Keywright.StorageString(name))
    }
    (self.members, found, outcome, areTexts) = (members, members, Outcome(), true)
  }

  /// The storage strings of the values, in the order of their bytes.
  var names: [String] {
    members.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The values as a program has them to which an administrator gives some, too.
  func under(_ policies: Policies?) -> StoredValues {
    guard let policies else { return self }
    var values = self
    values.policies = policies
    values.outcome.complaints += policies.complaints
    return values
  }

  /// Takes over what another program stored for a key.
  mutating func set(_ key: CatalogKey, to value: StoredValue?) {
    for former in key.heldStrings.dropFirst() + key.formerStrings { set(former, to: nil) }
    set(key.storageString, to: value)
  }

  /// Takes over what another program stored under a name; nil for a value that it removed.
  mutating func set(_ name: String, to value: StoredValue?) {
    members[ExactString(name)] = value
    found[ExactString(name)] = value
  }

  subscript(name: String) -> StoredValue? { members[ExactString(name)] }

  /// The value that the program finds for a key.
  subscript(key: CatalogKey) -> StoredValue? {
    let names = key.heldStrings + (areTexts && key.model.migrate == nil ? key.formerStrings : [])
    let found = names.lazy.compactMap { self[$0] }.first
    guard areTexts, case .string(let text)? = found?.content else { return found }
    return (try? key.anyKey.textForm.stored(fromText: text)) ?? found
  }

  /// What the store holds for a key, perhaps under a former name, and that name.
  private func held(_ key: CatalogKey) -> (value: StoredValue?, formerKey: String?) {
    for name in key.heldStrings {
      if let value = found[ExactString(name)] { return (value, nil) }
    }
    for name in key.formerStrings {
      if let value = found[ExactString(name)] { return (value, name) }
    }
    return (nil, nil)
  }

  /// The state of a key.
  func state(of key: CatalogKey) -> KeyState {
    let held = held(key)
    let stored = self[key]
    return KeyState(
      key: key, stored: stored, held: held.value, formerKey: held.formerKey,
      isEarlierDefault: stored != nil && held.value == nil, policies: policies)
  }

  /// The states of the keys that names stand for: of all keys of the catalogue if there is no name.
  func states(
    in catalog: SchemaCatalog, named names: [String] = []
  ) throws(PlainRefusal) -> [KeyState] {
    try keys(in: catalog, named: names).map(state)
  }

  /// The keys that names stand for, those of families as far as they have a value.
  func keys(
    in catalog: SchemaCatalog, named names: [String] = []
  ) throws(PlainRefusal) -> [CatalogKey] {
    let keys = try catalog.keys(named: names)
    var seen = Set(keys.map { ExactString($0.storageString) })
    let families = Set(keys.filter(\.isFamily).map { ExactString($0.storageString) })
    let members =
      families.isEmpty
      ? []
      : (self.names + (policies?.names ?? [])).compactMap(catalog.holder).filter {
        !$0.model.parameters.isEmpty && families.contains(ExactString($0.model.storageString))
          && seen.insert(ExactString($0.storageString)).inserted
      }
    return keys.filter { !$0.isFamily } + members
  }
}

/// A key with its stored value, as the runtime reads it.
struct KeyState: Sendable {
  let key: CatalogKey
  /// The stored value, as the program has it once it has opened the store.
  let stored: StoredValue?
  /// What the store holds, which may lie under a former name and be of an earlier form.
  let held: StoredValue?
  /// The former storage string under which an older version of the program left a value.
  let formerKey: String?
  /// Whether nothing is stored, and the program stores the default of an earlier release when it opens the store.
  let isEarlierDefault: Bool
  /// The value that the program reads, which may be a nil; `.none` if nothing is stored, or an unreadable value.
  private let read: StoredValue??
  /// The administrator's value, if it is the one that counts.
  let policy: Policies.Value?
  /// The key as the runtime has it, where something is stored: most keys of most stores have their default,
  /// and no person looks at all of them.
  private let readingKey: AnyKey?

  /// - Parameters:
  ///   - held: What the store holds; nil for nothing, or for the stored value.
  ///   - formerKey: Where that lies, if not under the key's name.
  init(
    key: CatalogKey, stored: StoredValue?, held: StoredValue? = nil, formerKey: String? = nil,
    isEarlierDefault: Bool = false, policies: Policies? = nil
  ) {
    self.key = key
    self.stored = stored
    self.held = held
    self.formerKey = formerKey
    self.isEarlierDefault = isEarlierDefault
    readingKey = stored == nil ? nil : key.anyKey
    var read = stored.flatMap { [readingKey] in readingKey?.read($0) }
    // It gives way to a default that only the program can make: to the program it is unreadable.
    if case .some(nil) = read, case .call = key.model.defaultValue { read = nil }
    self.read = read
    policy = policies?.value(of: key, isStored: read != nil)
  }

  private var anyKey: AnyKey { readingKey ?? key.anyKey }

  /// The default; nil for a nil, or for a default that only the program can make.
  var defaultValue: StoredValue? { anyKey.storedDefault }

  /// Whether the stored value is of the key's type.
  var isReadable: Bool { stored == nil || read != nil }

  /// The value that the program has: the administrator's, the stored one, or the default; nil for a nil, or
  /// for a default that only the program can make.
  var value: StoredValue? { value(of: anyKey) }

  private func value(of key: AnyKey) -> StoredValue? {
    if let policy { return key.read(policy.value) ?? nil }
    if case .some(let read) = read { return read }
    return key.storedDefault
  }

  /// Whether the value differs from the default.
  var isChanged: Bool {
    source == .unreadable || (stored != nil || policy != nil) && value != defaultValue
  }

  /// The constraint that the stored value violates; nil if it satisfies all, or is of another type.
  var violation: Keywright.TextFailure? { stored.flatMap { readingKey?.violation(of: $0) } }

  /// The same as a sentence.
  var violationSentence: String? {
    violation.map {
      "what is stored \($0.path.isEmpty && $0.problem.hasPrefix("does ") ? "" : "is ")\($0)"
    }
  }

  /// Whether something is stored in whose place the program has the default.
  var isWithoutEffect: Bool { source == .unreadable || source == .default && isRefused }

  /// Whether the default counts, since a constraint refuses the stored value.
  var isRefused: Bool { key.model.outside == .default && violation != nil }

  /// The sentences about what is wrong with the stored value.
  var problems: [String] {
    var problems: [String] = []
    if let stored, !isReadable, violation == nil {
      let value = policy.map { "\($0.level.rawValue) value" } ?? "default"
      problems.append(
        "what is stored is \(withArticle(stored.tree.kind)), no \(key.typeText); "
          + "the program has the \(value)")
    }
    if let violationSentence { problems.append(violationSentence) }
    return problems
  }

  /// The sentence about a value that lies under a former name until the program opens the store; nil for any other.
  var migrationRemark: String? {
    if isEarlierDefault {
      return "the default of an earlier release, once the program opens the store"
    }
    return formerKey.map { former in
      if key.model.migrate != nil { return "only the program can make it of `\(former)`" }
      return stored == nil
        ? "`\(former)` is not migrated yet" : "under `\(former)` until the program opens the store"
    }
  }

  /// The source of the value.
  var source: Source {
    switch policy?.level {
    case .managed: return .managed
    case .recommended: return .recommended
    case nil: break
    }
    // A stored value may read as nil: one that gives way to such a default.
    if stored != nil {
      return !isReadable ? .unreadable : value == nil || isRefused ? .default : .stored
    }
    if case .call = key.model.defaultValue { return .program }
    return .default
  }

  enum Source: String, Sendable {
    case stored, unreadable
    case `default`
    /// A default that a function of the program makes.
    case program
    /// A value of an administrator: one before all that is stored, or one before the default.
    case managed, recommended
  }

  /// The value as text that reads back, or words in place of what is not shown.
  func text(reveal: Bool) -> String? {
    let anyKey = anyKey
    guard let value = value(of: anyKey) else { return nil }
    if key.isSensitive, !reveal { return "<\(key.model.lifecycle.sensitivity.rawValue)>" }
    return anyKey.text(of: value)
  }

  /// The value as JSON.
  func json(reveal: Bool) -> JSONDocument {
    let anyKey = anyKey
    guard let value = value(of: anyKey) else { return .null }
    if key.isSensitive, !reveal { return .null }
    return JSONDocument(anyKey.json(of: value))
  }

  /// The state for programs.
  func document(reveal: Bool) -> JSONDocument {
    var members: [(String, JSONDocument)] = [
      ("key", .string(key.storageString)), ("type", .string(key.typeText)),
      ("value", json(reveal: reveal)), ("source", .string(source.rawValue)),
      ("changed", .bool(isChanged)),
    ]
    if key.isSensitive {
      members.append(("sensitivity", .string(key.model.lifecycle.sensitivity.rawValue)))
    }
    if let store = key.model.lifecycle.store { members.append(("store", .string(store))) }
    if let formerKey { members.append(("formerKey", .string(formerKey))) }
    return .object(members)
  }
}

extension JSONDocument {
  /// A tree of JSON's kinds.
  init(_ value: StoredValue) {
    self =
      switch value.content {
      case .boolean(let value): .bool(value)
      case .integer(let value): .number(String(value))
      case .unsigned(let value), .uid(let value): .number(String(value))
      case .foreign(let words): .string(words)
      case .real(let value): value.isFinite ? .number("\(value)") : .string("\(value)")
      case .string(let text): .string(text)
      case .date: .string(Keywright.TextForm(.date).text(of: value))
      case .data: .string(Keywright.TextForm(.data).text(of: value))
      case .array(let elements): .array(elements.map(JSONDocument.init))
      case .dictionary(let members): .object(members.map { ($0.key, JSONDocument($0.value)) })
      }
  }
}

import Foundation
import Keywright
import KeywrightTestSupport
import Testing

#if canImport(KeywrightUserDefaults)
  import KeywrightUserDefaults
#endif

/// A value in memory belongs to a stored form and not to a Swift type: of two keys of one storage
/// string and one Swift type, of which one has a transformer or a coding of its own, neither takes the
/// other's value for its own.
@Suite("Two keys of one string and type with different forms") struct KeyFormTests {
  @Test("a transaction reads one and sets the other", arguments: Arrangement.allCases)
  func transactionReadsOneAndSetsTheOther(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      try made.store.set(keys.raw, to: keys.forms[0].raw)
      try made.store.transaction { change in
        _ = try change.get(keys.raw)
        try change.set(keys.key, to: keys.forms[1].value)
      }
      made.expect(keys, hold: 1, setThrough: .key)
      try made.store.transaction { change in
        _ = try? change.get(keys.key)
        try change.set(keys.raw, to: keys.forms[2].raw)
      }
      made.expect(keys, hold: 2, setThrough: .raw)
    }
    try both(arrangement, in: Plain.self, check, check)
  }

  @Test("a transaction sees what it set through the other", arguments: Arrangement.allCases)
  func transactionSeesWhatItSet(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      try made.store.transaction { change in
        try change.set(keys.raw, to: keys.forms[0].raw)
        made.expect(try? change.get(keys.key), keys.forms[0].value, of: keys.key)
        try change.set(keys.key, to: keys.forms[1].value)
        made.expect(try? change.get(keys.raw), keys.forms[1].raw, of: keys.raw)
      }
      made.expect(keys, hold: 1, setThrough: .key)
    }
    try both(arrangement, in: Plain.self, check, check)
  }

  @Test("a set of one is read through the other", arguments: Arrangement.allCases)
  func setOfOneIsReadThroughTheOther(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      try made.store.set(keys.raw, to: keys.forms[0].raw)
      made.expect(keys, hold: 0, setThrough: .raw)
      try made.store.set(keys.key, to: keys.forms[1].value)
      made.expect(keys, hold: 1, setThrough: .key)
      try made.store.set(keys.raw, to: keys.forms[2].raw)
      made.expect(keys, hold: 2, setThrough: .raw)
    }
    try both(arrangement, in: Plain.self, check, check)
    try both(arrangement, in: House.self, check, check)
  }

  @Test("an update of one starts from its own value", arguments: Arrangement.allCases)
  func updateStartsFromItsOwnValue(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      try made.store.set(keys.raw, to: keys.forms[0].raw)
      try made.whereItConverts {
        try made.store.update(keys.key) { value in
          #expect(value == keys.forms[0].value)
          value = keys.forms[1].value
        }
        made.expect(keys, hold: 1, setThrough: .key)
      }
      try made.store.set(keys.key, to: keys.forms[1].value)
      try made.whereItConverts {
        try made.store.update(keys.raw) { value in
          #expect(value == keys.forms[1].raw)
          value = keys.forms[2].raw
        }
        made.expect(keys, hold: 2, setThrough: .raw)
      }
    }
    try both(arrangement, in: Plain.self, check, check)
  }

  @Test("a hook sees and amends each in its own form", arguments: Arrangement.allCases)
  func hooksSeeAndAmendEachInItsOwnForm(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      let journal = Journal()
      journal.preCommit["house"] = { commit in
        made.expect(commit[keys.key]?.new, keys.forms[0].value, of: keys.key)
        made.expect(commit[keys.raw]?.new, keys.forms[0].raw, of: keys.raw)
        commit.amend(keys.raw, to: keys.forms[1].raw)
      }
      try journal.listening { try made.store.set(keys.key, to: keys.forms[0].value) }
      made.expect(keys, hold: 1, setThrough: .raw)
      journal.preCommit["house"] = { commit in
        made.expect(commit[keys.key]?.new, keys.forms[0].value, of: keys.key)
        made.expect(commit[keys.raw]?.new, keys.forms[0].raw, of: keys.raw)
        commit.amend(keys.key, to: keys.forms[2].value)
      }
      try journal.listening { try made.store.set(keys.raw, to: keys.forms[0].raw) }
      made.expect(keys, hold: 2, setThrough: .key)
    }
    try both(arrangement, in: House.self, check, check)
  }

  @Test("observers of both receive each its own form", arguments: Arrangement.allCases)
  func observersHearTheirOwnForm(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      let received = (raw: Gathered<Change<Value>>(), key: Gathered<Change<Value>>())
      let tokens = [
        made.store.observe(keys.raw) { received.raw.add($0) },
        made.store.observe(keys.key) { received.key.add($0) },
      ]
      try made.store.set(keys.key, to: keys.forms[0].value)
      try made.store.set(keys.raw, to: keys.forms[1].raw)
      try made.store.transaction { try $0.set(keys.key, to: keys.forms[2].value) }
      #expect(received.raw.all.count == 3 && received.key.all.count == 3)
      for (number, (raw, key)) in zip(received.raw.all, received.key.all).enumerated() {
        made.expect(raw.new, keys.forms[number].raw, of: keys.raw)
        made.expect(key.new, keys.forms[number].value, of: keys.key)
        guard number > 0 else { continue }
        made.expect(raw.old, keys.forms[number - 1].raw, of: keys.raw)
        made.expect(key.old, keys.forms[number - 1].value, of: keys.key)
      }
      withExtendedLifetime(tokens) {}
    }
    try both(arrangement, in: Plain.self, check, check)
    try both(arrangement, in: House.self, check, check)
  }

  @Test("one observer alone receives its own form", arguments: Arrangement.allCases)
  func oneObserverHearsItsOwnForm(_ arrangement: Arrangement) throws {
    func check<Space, Value>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      let received = Gathered<Value>()
      var token = made.store.observe(keys.raw) { received.add($0.new) }
      try made.store.set(keys.key, to: keys.forms[0].value)
      made.expect(received.all.last, keys.forms[0].raw, of: keys.raw)
      token.cancel()
      token = made.store.observe(keys.key) { received.add($0.new) }
      try made.store.set(keys.raw, to: keys.forms[1].raw)
      made.expect(received.all.last, keys.forms[1].value, of: keys.key)
      #expect(received.all.count == 2)
      token.cancel()
    }
    try both(arrangement, in: Plain.self, check, check)
  }

  @Test("didChange receives the form of its own key", arguments: Arrangement.allCases)
  func didChangeIsToldItsOwnForm(_ arrangement: Arrangement) throws {
    func check<Space, Value: Convertible>(_ made: Made, _ keys: KeyPair<Space, Value>) throws {
      let notified = Gathered<Value>()
      let watched = Key<Space, Value>(
        keys.id, default: keys.raw.defaultValue,
        descriptor: KeyDescriptor(didChange: { old, new in
          notified.add(old)
          notified.add(new)
        }))
      try made.store.set(keys.key, to: keys.forms[0].value)
      try made.store.set(watched, to: keys.forms[1].raw)
      #expect(notified.all.count == 2)
      made.expect(notified.all.first, keys.forms[0].raw, of: keys.raw)
      made.expect(notified.all.last, keys.forms[1].raw, of: keys.raw)
    }
    try both(arrangement, in: Plain.self, check, check)
  }

  @Test("changes in place of both, by turns", arguments: Arrangement.allCases)
  func inPlaceChanges(_ arrangement: Arrangement) throws {
    let made = try arrangement.make()
    let raw = Key<Plain, String>("text", default: "-x")
    let key = raw.transformed(by: Suffix(), default: "")
    let slots = (raw: made.store.slot(raw), key: made.store.slot(key))
    // A cache alone gives the default where the value is of the other key's form.
    guard made.converts else { return }
    try made.store.set(raw, to: "a-x")
    slots.key.value += "b"
    #expect(made.store.get(raw) == "ab-x")
    slots.raw.value = "c" + slots.raw.value
    #expect(made.store.get(key) == "cab")
    try made.store.transaction { change in
      try change.update(raw) { $0 = "d" + $0 }
      try change.update(key) { $0 += "e" }
    }
    #expect(made.store.get(raw) == "dcabe-x")
    #expect(made.store.get(key) == "dcabe")
  }

  @Test("a key kept as JSON beside a plain one", arguments: Arrangement.allCases)
  func aCodedKeyBesideAPlainOne(_ arrangement: Arrangement) throws {
    let made = try arrangement.make()
    let plain = Key<Plain, [Int]>("list", default: [])
    let coded = Key<Plain, [Int]>("list", default: [], coding: .json)
    let inner = Key<Root, [Int]>(StorageString(made.prefix + "plain:list"), default: [])
    let data = Key<Root, Data>(StorageString(made.prefix + "plain:list"), default: Data())
    let received = (plain: Gathered<[Int]>(), coded: Gathered<[Int]>())
    let tokens = [
      made.store.observe(plain) { received.plain.add($0.new) },
      made.store.observe(coded) { received.coded.add($0.new) },
    ]
    try made.store.set(plain, to: [1])
    #expect(made.store.get(plain) == [1])
    #expect(made.store.get(coded) == [])
    try made.store.transaction { change in
      #expect(try change.get(plain) == [1])
      try change.set(coded, to: [2])
    }
    #expect(made.store.get(coded) == [2])
    #expect(made.store.get(plain) == [])
    for part in made.parts { #expect(try part.read(data) == Data("[2]".utf8)) }
    // The same value in another form is a change.
    try made.store.set(coded, to: [3])
    try made.store.set(plain, to: [3])
    #expect(made.store.get(plain) == [3])
    #expect(made.store.get(coded) == [])
    for part in made.parts { #expect(try part.read(inner) == [3]) }
    #expect(received.plain.all == [[1], [], [], [3]])
    #expect(received.coded.all == [[], [2], [3], []])
    withExtendedLifetime(tokens) {}
  }

  @Test("what is stored already through one key is no commit through the other")
  func equalFormsAreNoCommit() throws {
    let store = MemoryStore()
    let raw = Key<Plain, String>("text", default: "-x")
    let key = raw.transformed(by: Suffix(), default: "")
    let received = Gathered<UInt64>()
    let token = store.observe { received.add($0.number) }
    try store.set(key, to: "u")
    try store.set(raw, to: "u-x")
    try store.transaction { try $0.set(key, to: "u") }
    #expect(received.all == [1])
    withExtendedLifetime(token) {}
  }

  @Test("a cache filled through one key does not answer the other", arguments: [false, true])
  func aFilledCacheAnswersInItsForm(_ isRawFirst: Bool) throws {
    let back = MemoryStore(name: "back")
    let store = CacheStore(capacity: 8).combined(with: back)
    let raw = Key<Plain, String>("text", default: "-x")
    let key = raw.transformed(by: Suffix(), default: "")
    store.onIssue { _ in }
    for round in 0..<2 {
      try back.set(raw, to: "a\(round)-x")
      if isRawFirst { #expect(store.get(raw) == "a\(round)-x") }
      for _ in 0..<2 {
        #expect(store.get(key) == "a\(round)")
        #expect(store.get(raw) == "a\(round)-x")
        #expect(try store.read(key) == "a\(round)")
        #expect(try store.read(raw) == "a\(round)-x")
      }
      try back.set(key, to: "b\(round)")
      #expect(store.get(raw) == "b\(round)-x")
      #expect(store.get(key) == "b\(round)")
    }
  }
}

// MARK: The keys

/// A namespace without hooks, whose commits have nothing to do but to write.
private enum Plain: Namespace {
  typealias Parent = Root
  static let namespaceID = "plain"
}

/// One of two keys.
private enum Which { case raw, key }

/// A key, and one of the same string and type that stores something else; with values of both.
private struct KeyPair<Space: Namespace, Value: Equatable & Sendable> {
  let id: String
  let raw: Key<Space, Value>
  let key: Key<Space, Value>
  /// The same stored values, as each of the keys has them.
  let forms: [(raw: Value, value: Value)]
  /// The first key as a store knows it that is given another string.
  let inner: @Sendable (_ prefix: String) -> Key<Root, Value>
}

extension KeyPair where Value == String {
  /// Text, which a table keeps in boxes.
  static func texts(in space: Space.Type) -> KeyPair {
    let raw = Key<Space, String>("text", default: "-x")
    return KeyPair(
      id: "text", raw: raw, key: raw.transformed(by: Suffix(), default: ""),
      forms: ["a", "b", "c"].map { ($0 + "-x", $0) }
    ) { Key(StorageString($0 + "\(space.namespaceID):text"), default: "-x") }
  }
}

extension KeyPair where Value == Int {
  /// Whole numbers, which a table keeps in words.
  static func numbers(in space: Space.Type) -> KeyPair {
    let raw = Key<Space, Int>("number", default: 0)
    return KeyPair(
      id: "number", raw: raw, key: raw.transformed(by: Thousands(), default: 0),
      forms: [1, 2, 3].map { ($0 * 1_000, $0) }
    ) { Key(StorageString($0 + "\(space.namespaceID):number"), default: 0) }
  }
}

private struct Suffix: Transformer {
  func encode(_ value: String) -> String { value + "-x" }

  func decode(_ base: String) throws -> String {
    guard base.hasSuffix("-x") else {
      throw ConversionFailure(found: "'\(base)'", expected: "text that ends with '-x'")
    }
    return String(base.dropLast(2))
  }
}

private struct Thousands: Transformer {
  func encode(_ value: Int) -> Int { value * 1_000 }

  func decode(_ base: Int) throws -> Int {
    guard base.isMultiple(of: 1_000) else {
      throw ConversionFailure(found: "\(base)", expected: "thousands")
    }
    return base / 1_000
  }
}

// MARK: The stores

/// A store, or several as one.
enum Arrangement: CaseIterable {
  case memory, defaults, file, cache
  case cacheOverMemory, cacheOverDefaults, memoryOverDefaults, backed, pushing, pushingCache
  case prefixed, routed
  #if canImport(KeywrightUserDefaults)
    case userDefaults
  #endif

  fileprivate func make() throws -> Made {
    let folder = TemporaryFolder()
    let cache = CacheStore(capacity: 8)
    let memory = MemoryStore()
    let defaults = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    switch self {
    case .memory: return Made(memory, parts: [memory])
    case .defaults: return Made(defaults, parts: [defaults], keeping: folder)
    case .file:
      let files = FileStore(folder: folder.url)
      return Made(files, parts: [files], keeping: folder)
    case .cache: return Made(cache, parts: [], converts: false)
    case .cacheOverMemory: return Made(cache.combined(with: memory), parts: [memory])
    case .cacheOverDefaults:
      return Made(cache.combined(with: defaults), parts: [defaults], keeping: folder)
    case .memoryOverDefaults:
      let parts: [any Store] = [memory, defaults]
      return Made(memory.combined(with: defaults), parts: parts, keeping: folder)
    case .backed: return Made(memory.backed(by: MemoryStore()), parts: [memory])
    case .pushing:
      let parts: [any Store] = [memory, defaults]
      return Made(memory.pushing(to: defaults), parts: parts, keeping: folder)
    case .pushingCache: return Made(cache.pushing(to: memory), parts: [memory], converts: false)
    case .prefixed: return Made(memory.prefixed("mine"), parts: [memory], prefix: "mine:")
    case .routed:
      let routes = [
        Route.namespace(Plain.self, to: memory), Route.namespace(House.self, to: memory),
      ]
      return Made(Layers.routing(routes, otherwise: cache), parts: [memory])
    #if canImport(KeywrightUserDefaults)
      case .userDefaults:
        let suite = RemovedSuite()
        let store = UserDefaultsStore(suite: suite.name)
        return Made(store, parts: [store], keeping: suite)
    #endif
    }
  }
}

/// A store of an arrangement, with the stores of stored forms that it is made of.
private struct Made: Sendable {
  let store: any Store
  let parts: [any Store]
  /// The prefix that the parts put before a storage string.
  let prefix: String
  /// Whether what was set through one key can be read through the other. A cache keeps values and no
  /// forms: it may forget, and must not give what is not the key's.
  let converts: Bool
  private let resource: (any Sendable)?

  init(
    _ store: some Store, parts: [any Store], prefix: String = "", converts: Bool = true,
    keeping resource: (any Sendable)? = nil
  ) {
    self.store = store
    self.parts = parts
    self.prefix = prefix
    self.converts = converts
    self.resource = resource
    store.onIssue { _ in }
  }

  /// Expects what is stored to be one of the pair's values, read through both keys and in all parts.
  func expect<Space, Value>(
    _ keys: KeyPair<Space, Value>, hold number: Int, setThrough last: Which,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (raw, value) = keys.forms[number]
    let isRaw = last == .raw
    expect(store.get(keys.raw), raw, of: keys.raw, isRaw, sourceLocation: sourceLocation)
    expect(store.get(keys.key), value, of: keys.key, !isRaw, sourceLocation: sourceLocation)
    expect(try? store.read(keys.raw), raw, of: keys.raw, isRaw, sourceLocation: sourceLocation)
    expect(try? store.read(keys.key), value, of: keys.key, !isRaw, sourceLocation: sourceLocation)
    for part in parts {
      #expect(part.get(keys.inner(prefix)) == raw, sourceLocation: sourceLocation)
    }
  }

  /// Expects a value of a key; where nothing is converted, nothing or the default will do.
  func expect<Space, Value: Equatable>(
    _ found: Value?, _ expected: Value, of key: Key<Space, Value>, _ isSet: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !converts, !isSet, found == nil || found == key.defaultValue { return }
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  /// Runs what needs the value of one key as the other's; a store that converts nothing may throw.
  func whereItConverts(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch  where !converts && (error as? StoreError)?.code == .unreadable {
    }
  }
}

/// Runs a test with a new store for text and for whole numbers.
private func both<Space: Namespace>(
  _ arrangement: Arrangement, in space: Space.Type,
  _ text: (Made, KeyPair<Space, String>) throws -> Void,
  _ number: (Made, KeyPair<Space, Int>) throws -> Void
) throws {
  try text(arrangement.make(), .texts(in: space))
  try number(arrangement.make(), .numbers(in: space))
}

#if canImport(KeywrightUserDefaults)
  /// A suite that is removed with its last reference.
  private final class RemovedSuite: Sendable {
    let name = "keywright-tests-\(UUID().uuidString)"

    deinit { UserDefaults(suiteName: name)?.removePersistentDomain(forName: name) }
  }
#endif

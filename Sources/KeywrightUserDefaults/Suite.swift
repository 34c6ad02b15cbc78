import KeywrightStorage
import Foundation
import Keywright

/// An open suite, shared by all handles on it in the process.
final class Suite: Sendable {
  let core: StoreCore
  private let name: String

  /// Foundation's object, which on Linux is used by one thread at a time; an error if there is none.
  private let defaults: Protected<Result<UserDefaults, StoreError>>

  /// The key under which a suite keeps the native names of the store's own keys.
  static let ownKey = "keywright:own"

  /// Whether this is the standard suite of the program, in which no list of own keys is kept.
  private let isStandard: Bool

  /// The values at the last look, once the suite is observed.
  private let known = Protected<[StorageString: StoredValue]?>(nil)

  /// The watch for changes that Foundation notifies of, once the suite is observed.
  private let changeWatch = Protected<ChangeWatch?>(nil)

  /// The declared keys of the standard suite, which are watched before they are first set.
  private let declared = Protected<Set<StorageString>>([])

  private init(named name: String) {
    self.name = name
    isStandard = false
    core = StoreCore(name: name)
    defaults = Protected(Suite.open(name))
    watch()
  }

  /// The standard suite.
  private init() {
    name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    isStandard = true
    core = StoreCore(name: "standard")
    defaults = Protected(Suite.misplaced.map { .failure($0) } ?? .success(UserDefaults.standard))
    watch()
  }

  /// The refusal of all suites where Foundation would look for them at a place that another user chose.
  static var misplaced: StoreError? {
    #if canImport(Darwin)
      return nil
    #else
      guard ProcessPrivileges.areRaised else { return nil }
      return StoreError(
        .unavailable, operation: "open",
        expected: "a program without privileges that its user lacks",
        found: "one with such privileges, whose user says by HOME where suites lie",
        advice: "Use a DefaultsStore.")
    #endif
  }

  private static func open(_ name: String) -> Result<UserDefaults, StoreError> {
    if let misplaced { return .failure(misplaced) }
    let refusal = refusal(of: name)
    if refusal == nil, let defaults = UserDefaults(suiteName: name) { return .success(defaults) }
    return .failure(
      StoreError(
        .unavailable, operation: "open", expected: refusal ?? "a suite that Foundation opens",
        found: "\(StoredValue.string(name))", advice: "Use a name such as org.example.app."))
  }

  /// The requirement that a name does not meet; nil for a good one.
  ///
  /// Foundation on Linux takes any name for a path below its folder, and one that is the program's
  /// own for the standard suite.
  private static func refusal(of name: String) -> String? {
    let bytes = name.utf8
    let isPlain =
      !bytes.isEmpty && bytes.count <= 200 && name != "." && name != ".."
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    guard isPlain else {
      return "a suite name of 1 to 200 bytes without '/' and control characters"
    }
    var reserved = [
      UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain,
      "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
      Bundle.main.bundleIdentifier ?? "",
    ]
    #if !canImport(Darwin)
      reserved += [
        ProcessInfo.processInfo.processName, Bundle.main.executableURL?.lastPathComponent ?? "",
      ]
    #endif
    return reserved.contains(name) ? "the name of a suite that is not the standard one" : nil
  }

  // MARK: Sharing

  private static let open = SharedObjects<Suite>()

  /// The one object of this process for a suite, made if there is none.
  static func shared(named name: String) -> Suite {
    open.object(for: name) { Suite(named: name) }
  }

  /// The one object of this process for the standard suite.
  static func standard() -> Suite {
    // No suite has such a name.
    open.object(for: "\u{0}") { Suite() }
  }

  private func withDefaults<Result>(
    _ body: (UserDefaults) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    #if canImport(Darwin)
      // Thread-safe there; and it calls observers on the writing thread, which may read the store.
      let defaults = self.defaults.withLock(\.self)
      return try body(try defaults.get())
    #else
      return try defaults.withLock { defaults throws(StoreError) in try body(try defaults.get()) }
    #endif
  }
}

// MARK: - Reading

extension Suite {
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try withDefaults { defaults throws(StoreError) in
      guard let object = defaults.object(forKey: NativeName.key(for: name)) else { return nil }
      return try NativeValue.value(of: object, under: name, in: self.name)
    }
  }

  func ownStrings() throws(StoreError) -> [StorageString] {
    try withDefaults { defaults in
      ownKeys(defaults).filter { defaults.object(forKey: $0) != nil }
        .compactMap(NativeName.storageString(of:))
    }
  }

  private func ownKeys(_ defaults: UserDefaults) -> Set<String> {
    guard let object = defaults.object(forKey: Suite.ownKey),
      case .array(let names)? = NativeValue.value(of: object)?.content
    else { return [] }
    return Set(
      names.compactMap { name in
        if case .string(let key) = name.content { key } else { nil }
      })
  }

  /// The storage strings of the suite's own values that satisfy a condition.
  func strings(where isWanted: (StorageString) -> Bool) throws(StoreError) -> [StorageString] {
    try synchronize()
    return try currentMembers().keys.filter(isWanted)
  }

  /// The suite's own values, without the places where Foundation looks besides.
  private func members(of defaults: UserDefaults) -> [StorageString: StoredValue] {
    var members: [StorageString: StoredValue] = [:]
    for (key, object) in defaults.persistentDomain(forName: name) ?? [:] where key != Suite.ownKey {
      guard let string = NativeName.storageString(of: key) else { continue }
      members[string] = NativeValue.value(of: object)
    }
    return members
  }
}

// MARK: - Changes of others

extension Suite {
  private func currentMembers() throws(StoreError) -> [StorageString: StoredValue] {
    try withDefaults { defaults in members(of: defaults) }
  }

  /// Takes over what other processes wrote.
  private func synchronize() throws(StoreError) {
    try withDefaults { defaults in
      #if !canImport(Darwin)
        // Foundation looks at its file here only; the result concerns writing.
        _ = defaults.synchronize()
      #endif
    }
  }

  /// Takes over what others wrote, and notifies observers of it.
  func refresh() throws(StoreError) {
    try synchronize()
    // A commit does so when it begins.
    if !StoreCore.isCommitting, isWatched { core.takeOver { announceChanges() } }
  }

  func beginCommit() throws(StoreError) {
    try synchronize()
    announceChanges()
  }

  private var isWatched: Bool { known.withLock { $0 != nil } }

  /// Remembers the values from the first observer on, to compare later ones with.
  private func watch() {
    core.whenObserved { [weak self] in
      guard let self else { return }
      let members = (try? currentMembers()) ?? [:]
      known.withLock { $0 = $0 ?? members }
      #if canImport(Darwin)
        guard let defaults = try? withDefaults(\.self) else { return }
        let watch = ChangeWatch(of: defaults) { [weak self] in
          guard let self, !StoreCore.isCommitting else { return }
          core.takeOver { self.announceChanges() }
        }
        changeWatch.withLock { $0 = watch }
        watchKeys(members.keys)
        watchKeys(declared.withLock(\.self))
      #endif
    }
  }

  /// Watches keys that the suite may not hold yet.
  func declare(_ names: Set<StorageString>) {
    declared.withLock { $0.formUnion(names) }
    watchKeys(names)
  }

  private func watchKeys(_ names: some Sequence<StorageString>) {
    changeWatch.withLock(\.self)?.observe(names.lazy.map(NativeName.key(for:)))
  }

  /// Announces what others changed since the last look. The writer's lock is held.
  private func announceChanges() {
    guard isWatched, let now = try? currentMembers() else { return }
    let before = known.withLock { known in
      defer { known = now }
      return known ?? [:]
    }
    watchKeys(now.keys)
    let names = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    core.announce(
      outside: names.map { ($0, before[$0], now[$0]) }, origin: .otherProcess)
  }

  /// Remembers values that the store itself wrote.
  private func remember(_ writes: [StagedWrite]) {
    known.withLock { known in
      if known == nil { return }
      for write in writes { known?[write.name] = write.stored }
    }
  }
}

// MARK: - Writing

extension Suite {
  func flush() throws(StoreError) {
    try withDefaults { defaults throws(StoreError) in
      guard defaults.synchronize() else { throw unwritable(.uncertain) }
    }
  }

  private func unwritable(_ code: StoreError.Code) -> StoreError {
    StoreError(
      code, operation: "synchronize", path: name,
      found: "that Foundation could not write a suite, this one or another of the program",
      advice: "Allow this user to write to the folder of Foundation's preferences.")
  }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    var objects: [(key: String, object: Any?)] = []
    for change in writes {
      guard NativeName.isFree(change.name) else {
        throw StoreError(
          .unsupported, storageString: change.name.string, operation: "commit",
          found: "the name under which the store keeps its list of own keys")
      }
      let object = try change.stored.map { value throws(StoreError) in
        try NativeValue.object(of: value, for: change.name)
      }
      objects.append((NativeName.key(for: change.name), object))
    }
    try withDefaults { defaults throws(StoreError) in try write(objects, to: defaults) }
    remember(writes)
  }

  /// Writes all, or puts back what was there.
  private func write(
    _ changes: [(key: String, object: Any?)], to defaults: UserDefaults
  ) throws(StoreError) {
    var writes = changes
    let known = ownKeys(defaults)
    var own = known
    for (key, object) in changes {
      if object == nil { own.remove(key) } else { own.insert(key) }
    }
    if !isStandard, own != known {
      let names = StoredValue.array(own.sorted().map { .string($0) })
      let list = try NativeValue.object(of: names, for: StorageString(Suite.ownKey))
      writes.append((Suite.ownKey, own.isEmpty ? nil : list))
    }
    let before = writes.map { (key: $0.key, object: defaults.object(forKey: $0.key)) }
    put(writes, into: defaults)
    #if !canImport(Darwin)
      if !defaults.synchronize() {
        put(before.map { ($0.key, $0.object.flatMap(NativeValue.settable)) }, into: defaults)
        throw unwritable(.unavailable)
      }
    #endif
  }

  private func put(_ writes: [(key: String, object: Any?)], into defaults: UserDefaults) {
    for (key, object) in writes {
      #if !canImport(Darwin)
        // Foundation ignores a value that it takes for the one it has: 1.0 for 1, and a string for
        // its decomposed twin.
        if object != nil { defaults.removeObject(forKey: key) }
      #endif
      // `set(nil, forKey:)` never returns on Linux.
      if let object {
        defaults.set(object, forKey: key)
      } else {
        defaults.removeObject(forKey: key)
      }
    }
  }
}

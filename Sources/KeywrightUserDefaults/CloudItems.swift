import Keywright
import KeywrightStorage

/// The values of the program in iCloud, shared by all handles on them in the process.
final class CloudItems: Sendable {
  let core: StoreCore
  private let calls: (any CloudCalls)?
  private let limits: CloudLimits

  /// The values at the last look, to compare later ones with.
  private let known = Protected<[StorageString: StoredValue]>([:])

  /// - Parameters:
  ///   - calls: The calls of iCloud; nil on a system without it.
  ///   - limits: The most that it keeps.
  init(calls: (any CloudCalls)?, limits: CloudLimits = CloudLimits()) {
    self.calls = calls
    self.limits = limits
    core = StoreCore(
      name: "iCloud", place: nil,
      untyped: UntypedForms(refusal: { CloudItems.refusal(of: $0, limits) }))
    guard let calls else {
      core.report(CloudItems.noCloud)
      return
    }
    calls.observe { [weak self] in self?.take($0) }
    if !calls.synchronize() { core.report(CloudItems.noEntitlement) }
    known.withLock { $0 = members(calls) }
  }

  /// Those of this program.
  static let system: CloudItems = {
    #if canImport(Darwin)
      CloudItems(calls: SystemCloud())
    #else
      CloudItems(calls: nil)
    #endif
  }()

  private func requireCloud() throws(StoreError) -> any CloudCalls {
    guard let calls else { throw CloudItems.noCloud }
    return calls
  }

  // MARK: Reading

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    let calls = try requireCloud()
    guard let key = key(for: name), let object = calls.object(key) else { return nil }
    return try NativeValue.value(of: object, under: name, in: core.name)
  }

  func storageStrings() throws(StoreError) -> [StorageString] {
    try requireCloud().objects().keys.compactMap(NativeName.storageString(of:))
  }

  /// The key of a storage string; nil if it has none.
  private func key(for name: StorageString) -> String? {
    let key = NativeName.key(for: name)
    return key.utf8.count <= limits.key ? key : nil
  }

  /// The values that can be read.
  private func members(_ calls: any CloudCalls) -> [StorageString: StoredValue] {
    var members: [StorageString: StoredValue] = [:]
    for (key, object) in calls.objects() {
      guard let name = NativeName.storageString(of: key) else { continue }
      members[name] = NativeValue.value(of: object)
    }
    return members
  }

  // MARK: Changes of others

  /// Takes over what other devices changed, and notifies observers of it.
  func refresh() throws(StoreError) {
    _ = try requireCloud().synchronize()
    // A commit does so when it begins.
    if !StoreCore.isCommitting { core.takeOver { announceChanges() } }
  }

  private func take(_ notice: CloudNotice) {
    if let issue = issue(of: notice) { core.report(issue) }
    // On the thread of a commit of this process, the next look finds the change.
    if !StoreCore.isCommitting { core.takeOver { announceChanges() } }
  }

  /// Announces what others changed since the last look. The writer's lock is held.
  private func announceChanges() {
    guard let now = calls.map(members) else { return }
    let before = known.withLock { known in
      defer { known = now }
      return known
    }
    let names = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    core.announce(outside: names.map { ($0, before[$0], now[$0]) }, origin: .otherProcess)
  }

  // MARK: Writing

  func beginCommit() throws(StoreError) {
    _ = try requireCloud()
    announceChanges()
  }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    let calls = try requireCloud()
    var objects: [(key: String, object: Any?)] = []
    for change in writes {
      if let refusal = CloudItems.refusal(of: change, limits) { throw refusal }
      let object = try change.stored.map { value throws(StoreError) in
        try NativeValue.object(of: value, for: change.name, takesArrays: true)
      }
      objects.append((NativeName.key(for: change.name), object))
    }
    var members = known.withLock(\.self)
    for change in writes { members[change.name] = change.stored }
    if writes.contains(where: { $0.stored != nil }) { try requireRoom(for: members) }
    for (key, object) in objects { calls.set(object, key) }
    known.withLock { $0 = members }
  }

  func flush() throws(StoreError) {
    guard try requireCloud().synchronize() else {
      var error = CloudItems.noEntitlement
      error.code = .uncertain
      throw error
    }
  }

  /// Refuses what iCloud would drop later, and report then.
  private func requireRoom(for members: [StorageString: StoredValue]) throws(StoreError) {
    guard members.count <= limits.keys else {
      throw full(expected: "at most \(limits.keys) keys", found: "\(members.count)")
    }
    let bytes = members.values.reduce(0) { $0 + CloudItems.size(of: $1) }
    guard bytes <= limits.bytes else {
      throw full(expected: "at most \(limits.bytes) bytes in all values", found: "\(bytes)")
    }
  }

  private func full(expected: String, found: String) -> StoreError {
    StoreError(
      .full, operation: "commit", path: core.name, expected: expected, found: found,
      advice: "Remove other keys from iCloud, or keep large values in a file.")
  }

  /// The bytes of a value as a property list.
  private static func size(of value: StoredValue) -> Int {
    (try? BinaryPropertyList.encode(value.tree))?.count ?? 0
  }

  /// The reason for which iCloud cannot keep a change; nil if it can.
  private static func refusal(of write: StagedWrite, _ limits: CloudLimits) -> StoreError? {
    guard write.stored != nil else { return nil }
    let bytes = NativeName.key(for: write.name).utf8.count
    guard bytes > limits.key else { return nil }
    return StoreError(
      .unsupported, storageString: write.name.string, operation: "commit",
      expected: "a storage string of at most \(limits.key) bytes", found: "one of \(bytes)",
      advice: "Give the key a shorter storage string, or keep it in another store.")
  }
}

// MARK: - Issues

extension CloudItems {
  /// The problem that a notice tells of; nil if it tells of none.
  private func issue(of notice: CloudNotice) -> StoreError? {
    let names = notice.keys.compactMap(NativeName.storageString(of:))
    switch notice.reason {
    case .serverChange, nil: return nil
    case .initialSync:
      let lost = known.withLock { known in names.filter { known[$0] != nil } }
      if lost.isEmpty { return nil }
      return issue(
        .overridden, lost, expected: "the first values of iCloud before values of this device",
        advice: "iCloud's values count. Set the values again if they are wanted.")
    case .quotaViolation:
      return issue(
        .full, names, expected: "values that iCloud has room for",
        advice: "iCloud dropped the values. Remove other keys from it, and set them again.")
    case .accountChange:
      return issue(
        .overridden, names, expected: "the account of before",
        advice: "The values are those of the present account; the others come back with theirs.")
    }
  }

  private func issue(
    _ code: StoreError.Code, _ names: [StorageString], expected: String, advice: String
  ) -> StoreError {
    let shown = names.prefix(8).map { "'\($0)'" }.sorted().joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return StoreError(
      code, operation: "synchronize", path: core.name, expected: expected,
      found: "a notice about \(names.isEmpty ? "all keys" : shown + rest)", advice: advice)
  }

  private static let noCloud = StoreError(
    .unavailable, operation: "open", path: "iCloud", expected: "a system with iCloud",
    found: "none", advice: "Use another store on this system.")

  private static let noEntitlement = StoreError(
    .unavailable, operation: "synchronize", path: "iCloud",
    expected: "a program that may use iCloud's key-value store", found: "a refusal",
    advice: "Add the iCloud capability with key-value storage to the app, and sign it.")
}

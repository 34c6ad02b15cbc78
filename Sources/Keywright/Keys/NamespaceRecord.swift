import KeywrightStorage
import Synchronization

/// The facts of a namespace, found once: its ancestors, whether one has a hook, its sensitive keys.
///
/// A record lives as long as the process, as the type does.
///
/// Thread safety: safe from any thread.
final class NamespaceRecord: Sendable {
  let space: any Namespace.Type

  /// The namespace and its ancestors, outermost first, without ``Root``.
  let lineage: [any Namespace.Type]

  /// Whether a namespace of the lineage has a hook.
  let hasHooks: Bool

  /// Found when it is first needed, because the list of keys is read for it.
  private let sensitive = Protected<SensitiveNames?>(nil)

  private init(_ space: any Namespace.Type) {
    self.space = space
    lineage = space.lineage
    hasHooks = lineage.contains { $0.hasPreCommitHook || $0.hasPostCommitHook }
  }

  fileprivate var sensitiveNames: SensitiveNames {
    if let known = sensitive.withLock(\.self) { return known }
    // The list is the program's own code, so no lock is held.
    let found = SensitiveNames(space)
    sensitive.withLock { $0 = found }
    return found
  }

  /// Whether a namespace is this one or an ancestor.
  func isWithin(_ ancestor: any Namespace.Type) -> Bool {
    ancestor.isRoot || lineage.contains { $0 == ancestor }
  }
}

// MARK: Finding

extension NamespaceRecord {
  private static let all = Protected<[ObjectIdentifier: NamespaceRecord]>([:])
  private static let recent = RecentNamespaces()

  /// The record of a namespace.
  ///
  /// Complexity: O(1), with no lock and no allocation for most that were asked for before.
  static func of(_ space: any Namespace.Type) -> NamespaceRecord {
    if let record = recent.record(of: space) { return record }
    let record = all.withLock { all in
      if let known = all[ObjectIdentifier(space)] { return known }
      let record = NamespaceRecord(space)
      all[ObjectIdentifier(space)] = record
      return record
    }
    recent.note(record)
    return record
  }
}

/// A direct-mapped cache of records, read without a lock.
private struct RecentNamespaces: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the pointer never changes, and points to atomics that are never freed.
  private static let bits: UInt64 = 8
  private let buckets: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    let count = 1 << Int(RecentNamespaces.bits)
    buckets = .allocate(capacity: count)
    for bucket in 0..<count { (buckets + bucket).initialize(to: Atomic(0)) }
  }

  private func bucket(of space: any Namespace.Type) -> UnsafeMutablePointer<Atomic<UInt>> {
    // Fibonacci hashing (Knuth, TAOCP 6.4): types lie in memory at regular distances.
    let hash = UInt64(UInt(bitPattern: ObjectIdentifier(space))) &* 0x9e37_79b9_7f4a_7c15
    return buckets + Int(hash >> (64 - RecentNamespaces.bits))
  }

  func record(of space: any Namespace.Type) -> NamespaceRecord? {
    let address = bucket(of: space).pointee.load(ordering: .acquiring)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    let record = Unmanaged<NamespaceRecord>.fromOpaque(pointer).takeUnretainedValue()
    return record.space == space ? record : nil
  }

  /// Remembers a record in the bucket of its namespace.
  func note(_ record: NamespaceRecord) {
    // Without a reference: `NamespaceRecord.all` retains every record for ever.
    let address = UInt(bitPattern: Unmanaged.passUnretained(record).toOpaque())
    bucket(of: record.space).pointee.store(address, ordering: .releasing)
  }
}

/// The sensitive keys that a namespace describes.
///
/// A generated key carries its sensitivity in its descriptor. This finds it for others that have the
/// storage string of a declared key: those made by hand, and those of a namespace made by hand that
/// describes its keys.
struct SensitiveNames: Sendable {
  private let declared: DeclaredFacts<KeyDescription.Sensitivity>
  private let suffixes: [(suffix: String, sensitivity: KeyDescription.Sensitivity)]

  fileprivate init(_ space: any Namespace.Type) {
    let keys = space.allKeys.filter { $0.sensitivity != .public }
    declared = DeclaredFacts(keys, \.sensitivity)
    suffixes = keys.map { (":" + $0.storageString, $0.sensitivity) }
  }

  /// The sensitivity of a key as its namespace describes it; public if it does not.
  ///
  /// A composition may put components before a key's storage string.
  static func sensitivity(
    of name: StorageString, in space: any Namespace.Type
  ) -> KeyDescription.Sensitivity {
    let known = NamespaceRecord.of(space).sensitiveNames
    if known.declared.isEmpty { return .public }
    if let found = known.declared[name] { return found }
    let string = name.string
    return known.suffixes.first { string.hasSuffix($0.suffix) }?.sensitivity ?? .public
  }
}

extension KeyDescription.Sensitivity {
  /// The text in place of a value; nil if the value itself may be shown.
  var redaction: String? {
    switch self {
    case .public: nil
    case .private: "a value that is private"
    case .secret: "a value that is secret"
    }
  }

  /// A value as it may be shown; nil for none, since a value that is not set is no secret.
  func shown(_ text: String?) -> String? { text.map { redaction ?? $0 } }
}

extension Namespace {
  /// Whether a pre-commit hook may replace a value that a commit gives to a key of the namespace.
  @usableFromInline
  static var mayAmend: Bool {
    NamespaceRecord.of(self).lineage.contains { $0.hasPreCommitHook }
  }
}

extension Key {
  /// The sensitivity of this key: as its descriptor says, else as its namespace describes it.
  @usableFromInline var sensitivity: KeyDescription.Sensitivity {
    if let declared = descriptor?.traits.sensitivity, declared != .public { return declared }
    return SensitiveNames.sensitivity(of: storageString, in: Space.self)
  }

  /// A text that holds a value of this key, as errors may show it.
  package func shown(_ text: @autoclosure () -> String) -> String {
    sensitivity.redaction ?? text()
  }
}

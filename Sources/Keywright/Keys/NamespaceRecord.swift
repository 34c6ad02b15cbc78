import KeywrightStorage
import Synchronization

/// The facts of a namespace that commits need, found once: its ancestors, and which of them have hooks.
///
/// A record lives as long as the process, as the type does.
///
/// Thread safety: an immutable value.
final class NamespaceRecord: Sendable {
  let space: any Namespace.Type

  /// The namespace and its ancestors, outermost first, without ``Root``.
  let lineage: [any Namespace.Type]

  /// Whether a namespace of the lineage has a hook.
  let hasHooks: Bool

  private init(_ space: any Namespace.Type) {
    self.space = space
    lineage = space.lineage
    hasHooks = lineage.contains { $0._hasPreCommitHook || $0._hasPostCommitHook }
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
  // `@unchecked`: the pointer never changes; what it points to is atomic, and is never freed.
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

  func note(_ record: NamespaceRecord) {
    // Kept by `NamespaceRecord.all`, for ever.
    let address = UInt(bitPattern: Unmanaged.passUnretained(record).toOpaque())
    bucket(of: record.space).pointee.store(address, ordering: .releasing)
  }
}

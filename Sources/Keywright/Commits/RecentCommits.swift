import Synchronization

/// The last commits of a store by key, for ``ReadableStore/explain(_:declared:)``.
///
/// A ring buffer, so that a commit updates no dictionary, and no store keeps one that grows. A key
/// is known here by its hash and its length, so that a commit retains nothing and takes no lock.
final class RecentCommits: @unchecked Sendable {
  // `@unchecked`: the pointer never changes; the buckets that it points to are atomic, each with a
  // sequence lock, and written under the lock under which commits are numbered: `writerLock` of the
  // store's core, or `order` of a composition's stack.

  static let capacity = 256

  /// One commit's change.
  struct Entry: Sendable {
    let number: UInt64
    let origin: CommitOrigin

    /// For people.
    var text: String { "commit \(number), \(origin.words)" }
  }

  /// One entry of the ring. Its number is 0 while its words change, and before there is one.
  private struct Bucket: ~Copyable {
    let number = Atomic<UInt64>(0)
    let hash = Atomic<UInt64>(0)
    let count = Atomic(0)
    let origin = Atomic<UInt8>(0)
  }

  private let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: capacity)
  private let next = Atomic(0)

  init() {
    for bucket in 0..<RecentCommits.capacity { (buckets + bucket).initialize(to: Bucket()) }
  }

  deinit {
    buckets.deinitialize(count: RecentCommits.capacity)
    buckets.deallocate()
  }

  /// Notes the change of one key. Commits are noted one at a time, as they are numbered.
  func note(_ number: UInt64, _ origin: CommitOrigin, _ name: StorageString) {
    let position = next.load(ordering: .relaxed)
    let bucket = buckets + position
    bucket.pointee.number.store(0, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    bucket.pointee.hash.store(name.hash, ordering: .relaxed)
    bucket.pointee.count.store(name.count, ordering: .relaxed)
    bucket.pointee.origin.store(origin.code, ordering: .relaxed)
    bucket.pointee.number.store(number, ordering: .releasing)
    next.store((position + 1) % RecentCommits.capacity, ordering: .relaxed)
  }

  /// Notes the changes of one commit.
  func note(_ number: UInt64, _ origin: CommitOrigin, _ writes: [StagedWrite]) {
    for position in max(0, writes.count - RecentCommits.capacity)..<writes.count {
      note(number, origin, writes[position].name)
    }
  }

  /// The last commit that changed a key; nil if no commit in the ring did.
  func last(of name: StorageString) -> Entry? {
    (0..<RecentCommits.capacity).compactMap { entry(at: buckets + $0, of: name) }
      .max { $0.number < $1.number }
  }

  private func entry(at bucket: UnsafeMutablePointer<Bucket>, of name: StorageString) -> Entry? {
    let number = bucket.pointee.number.load(ordering: .acquiring)
    let isOfName =
      bucket.pointee.hash.load(ordering: .relaxed) == name.hash
      && bucket.pointee.count.load(ordering: .relaxed) == name.count
    let code = bucket.pointee.origin.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    guard number != 0, isOfName, bucket.pointee.number.load(ordering: .relaxed) == number,
      let origin = CommitOrigin(code: code)
    else { return nil }
    return Entry(number: number, origin: origin)
  }
}

extension CommitOrigin {
  private static let all: [CommitOrigin] = [
    .local, .otherProcess, .defaultValue, .composition, .layer, .migration, .externalEdit,
    .expired,
  ]

  /// A number for each origin.
  fileprivate var code: UInt8 {
    switch self {
    case .local: 0
    case .otherProcess: 1
    case .defaultValue: 2
    case .composition: 3
    case .layer: 4
    case .migration: 5
    case .externalEdit: 6
    case .expired: 7
    }
  }

  fileprivate init?(code: UInt8) {
    guard CommitOrigin.all.indices.contains(Int(code)) else { return nil }
    self = CommitOrigin.all[Int(code)]
  }
}

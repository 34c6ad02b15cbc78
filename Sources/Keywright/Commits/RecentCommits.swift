/// The last commits of a store by key, for ``ReadableStore/explain(_:declared:)``.
///
/// A ring, so that a commit pays for no dictionary and a store for no growing one.
final class RecentCommits: @unchecked Sendable {
  // `@unchecked`: `entries` and `next` are guarded by `lock`.

  static let capacity = 256

  /// What is known of one commit's change.
  struct Entry: Sendable {
    let name: StorageString
    let number: UInt64
    let origin: CommitOrigin

    /// For people.
    var text: String { "commit \(number), \(origin.words)" }
  }

  private let lock = Lock()
  private let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: capacity)
  private var next = 0

  init() { entries.initialize(repeating: nil, count: RecentCommits.capacity) }

  deinit {
    entries.deinitialize(count: RecentCommits.capacity)
    entries.deallocate()
  }

  func note(_ number: UInt64, _ origin: CommitOrigin, _ name: StorageString) {
    lock.lock()
    entries[next] = Entry(name: name, number: number, origin: origin)
    next = (next + 1) % RecentCommits.capacity
    lock.unlock()
  }

  /// Notes the changes of one commit.
  func note(_ number: UInt64, _ origin: CommitOrigin, _ changes: [PendingChange]) {
    lock.lock()
    for change in changes.suffix(RecentCommits.capacity) {
      entries[next] = Entry(name: change.name, number: number, origin: origin)
      next = (next + 1) % RecentCommits.capacity
    }
    lock.unlock()
  }

  /// The last commit that changed a key; nil if there was none of late.
  func last(of name: StorageString) -> Entry? {
    lock.withLock {
      UnsafeBufferPointer(start: entries, count: RecentCommits.capacity).lazy.compactMap(\.self)
        .filter { $0.name == name }.max { $0.number < $1.number }
    }
  }
}

extension StoreCore {
  /// The last commit that changed a key, for people.
  func lastCommitText(of name: StorageString) -> String {
    guard let last = recent.last(of: name) else {
      return "none among the last \(RecentCommits.capacity) changes of this process"
    }
    return "\(last.number), \(last.origin.words)"
  }
}

extension CommitOrigin {
  fileprivate var words: String {
    switch self {
    case .local: "local"
    case .otherProcess: "of another process"
    case .defaultValue: "a default that was stored"
    case .composition: "through a composition"
    case .layer: "of a layer"
    case .migration: "a migration"
    case .externalEdit: "an edit by another program"
    }
  }
}

/// A first-in-first-out queue of numbered entries, linked through an arena that queues share.
///
/// Complexity: O(1) for every operation.
struct EntryQueue {
  /// The entry that is in the queue for longest.
  private(set) var oldest: UInt32?
  private var newest: UInt32?
  private(set) var count = 0

  mutating func append(_ entry: UInt32, _ nodes: borrowing NodeArena) {
    nodes[entry].pointee.older = newest ?? NodeArena.none
    nodes[entry].pointee.newer = NodeArena.none
    if let newest { nodes[newest].pointee.newer = entry } else { oldest = entry }
    newest = entry
    count += 1
  }

  mutating func remove(_ entry: UInt32, _ nodes: borrowing NodeArena) {
    let (older, newer) = (nodes[entry].pointee.older, nodes[entry].pointee.newer)
    if older == NodeArena.none {
      oldest = newer == NodeArena.none ? nil : newer
    } else {
      nodes[older].pointee.newer = newer
    }
    if newer == NodeArena.none {
      newest = older == NodeArena.none ? nil : older
    } else {
      nodes[newer].pointee.older = older
    }
    count -= 1
  }
}

/// The queues' nodes, one for each entry, by its number.
struct NodeArena: ~Copyable {
  struct Node {
    var older = NodeArena.none
    var newer = NodeArena.none
    /// How much of the entry's counter of uses was taken into account.
    var seen: UInt32 = 0
    var fingerprint: UInt32 = 0
    var isMain = false
  }

  /// Stands for no entry.
  static let none = UInt32.max

  private var nodes = UnsafeMutablePointer<Node>.allocate(capacity: 16)
  private var capacity = 16

  init() { nodes.initialize(repeating: Node(), count: capacity) }

  deinit { nodes.deallocate() }

  /// Makes room for an entry of this number.
  mutating func reserve(_ entry: UInt32) {
    guard Int(entry) >= capacity else { return }
    let larger = max(capacity * 2, Int(entry) + 1)
    let moved = UnsafeMutablePointer<Node>.allocate(capacity: larger)
    moved.moveInitialize(from: nodes, count: capacity)
    (moved + capacity).initialize(repeating: Node(), count: larger - capacity)
    nodes.deallocate()
    (nodes, capacity) = (moved, larger)
  }

  /// The node of an entry for which room was made.
  subscript(entry: UInt32) -> UnsafeMutablePointer<Node> { nodes + Int(entry) }
}

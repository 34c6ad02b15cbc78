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
    /// The part of the entry's counter of uses that was taken into account.
    var seen: UInt32 = 0
    var fingerprint: UInt32 = 0
    var isMain = false
  }

  /// Stands for no entry.
  static let none = UInt32.max

  // In pages of doubling size, of which none moves: to move a million nodes would hold up a commit.
  private let pages = UnsafeMutablePointer<UnsafeMutablePointer<Node>>.allocate(
    capacity: UInt32.bitWidth)
  private var pageCount: UInt32 = 0
  /// The number of nodes, which are made as they are needed.
  private var count: UInt32 = 0

  deinit {
    for page in 0..<Int(pageCount) { pages[page].deallocate() }
    pages.deallocate()
  }

  /// Makes room for an entry of this number.
  mutating func reserve(_ entry: UInt32) {
    while count <= entry {
      let page = NumberedPage(of: count)
      if page.number == pageCount {
        pages[Int(page.number)] = .allocate(capacity: page.count)
        pageCount += 1
      }
      self[count].initialize(to: Node())
      count += 1
    }
  }

  /// The node of an entry for which room was made.
  subscript(entry: UInt32) -> UnsafeMutablePointer<Node> {
    let page = NumberedPage(of: entry)
    return pages[Int(page.number)] + Int(entry &- page.first)
  }
}

/// The page of a numbered entry, in memory that grows and never moves.
///
/// Pages double in size, so that a number tells its page: 16 entries, 16, 32, 64, …
struct NumberedPage {
  let number: UInt32
  /// The number of its first entry.
  let first: UInt32

  @inline(__always)
  init(of entry: UInt32) {
    number = UInt32(32 - (entry >> 4).leadingZeroBitCount)
    first = number == 0 ? 0 : 8 << number
  }

  /// The number of its entries.
  var count: Int { number == 0 ? 16 : 8 << Int(number) }
}

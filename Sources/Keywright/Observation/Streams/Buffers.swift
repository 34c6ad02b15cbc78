/// Changes in commit order, up to a capacity; beyond it only their count and the last of them.
struct BoundedBuffer<Element: Sendable>: BufferContents {
  enum Item: Sendable {
    case change(Element)
    case missed(count: Int, last: Element)
  }

  private let capacity: Int
  private var changes: [Element] = []
  private var taken = 0
  private var missed: (count: Int, last: Element)?

  /// Makes an empty buffer; a capacity below 0 counts as 0.
  init(capacity: Int) { self.capacity = max(capacity, 0) }

  var isReady: Bool { taken < changes.count || missed != nil }

  /// Appends or counts a change.
  ///
  /// After a missed change all are counted until the count was taken, so that the order holds. A
  /// change that stands for several is counted as that many.
  mutating func add(_ notification: (change: Element, times: Int)) {
    if let count = missed?.count {
      missed = (count + notification.times, notification.change)
    } else if notification.times == 1, changes.count - taken < capacity {
      changes.append(notification.change)
    } else {
      missed = (notification.times, notification.change)
    }
  }

  mutating func take() -> Item? {
    guard taken < changes.count else {
      return missed.take().map { .missed(count: $0.count, last: $0.last) }
    }
    defer {
      taken += 1
      // Half of the array is moved at most once for each of its elements.
      if taken * 2 >= changes.count {
        changes.removeFirst(taken)
        taken = 0
      }
    }
    return .change(changes[taken])
  }
}

/// A buffer of one value, of which it holds only the commit's number.
///
/// The iterating task reads the value from the store, so that a value never follows a newer one,
/// however late a notification arrives.
struct LatestOnly: BufferContents {
  private let core: StoreCore
  private var received: UInt64 = 0
  private var taken: UInt64?

  init(of core: StoreCore) { self.core = core }

  /// True at first, because the present value was not taken yet.
  var isReady: Bool { taken.map { received > $0 } ?? true }

  /// Records that a commit changed the value.
  mutating func add(_ number: UInt64) { received = max(received, number) }

  /// Marks every commit so far as taken; the caller reads the value next.
  mutating func take() -> Void? {
    guard isReady else { return nil }
    taken = core.lastNumber
    return ()
  }
}

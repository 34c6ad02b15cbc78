/// Changes in commit order, up to a capacity; then only how many more there were, and the last.
struct ChangeBuffer<Element: Sendable>: MailboxContents {
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

  /// Keeps or counts a change. Once one was missed, all are until that was delivered, so that the order
  /// holds. One that stands for several is missed as they are.
  mutating func add(_ notice: (change: Element, times: Int)) {
    if let count = missed?.count {
      missed = (count + notice.times, notice.change)
    } else if notice.times == 1, changes.count - taken < capacity {
      changes.append(notice.change)
    } else {
      missed = (notice.times, notice.change)
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

/// The programs of releases that live beside today's, which is so with `readers` `both` alone.
struct RunningPrograms {
  private let lock: KeyLock
  /// The releases that have each line, as places in their order.
  private let spans: [LineName: Range<Int>]

  /// - Complexity: near linear in the size of the lock; constant where no programs run beside each other.
  init(_ lock: KeyLock) {
    self.lock = lock
    spans = lock.readers == .both ? Self.spans(of: lock) : [:]
  }

  /// The releases that have a line and whose programs run.
  func releases(of line: LockedKey) -> [String] {
    guard let span = spans[LineName(line)] else { return [] }
    return lock.releases[span].filter { !lock.ended.contains($0) }
  }

  private static func spans(of lock: KeyLock) -> [LineName: Range<Int>] {
    let (released, place) = (lock.released, lock.order)
    let retired = Dictionary(grouping: lock.retired.filter { $0.exception == nil }) {
      ExactString($0.storageString)
    }.mapValues { $0.map { place($0.release) } }
    var spans: [LineName: Range<Int>] = [:]
    for (index, line) in released.enumerated() {
      let string = ExactString(line.storageString)
      let next = released.dropFirst(index + 1).first
      let isLast = next.map { ExactString($0.storageString) != string } ?? true
      let start = place(line.release)
      // A string may have come to an end and come back.
      let ends =
        retired[string, default: []].filter { $0 > start } + [place(isLast ? nil : next?.release)]
      let end = ends.min() ?? start
      spans[LineName(line)] = start..<max(start, end)
    }
    return spans
  }
}

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

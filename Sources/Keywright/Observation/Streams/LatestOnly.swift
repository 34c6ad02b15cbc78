/// Whether there is a value that the taker has not seen yet.
///
/// Holds commit numbers and no value: the taker reads the store, so that it never goes back in
/// time, however late a notification comes.
struct LatestValue: MailboxContents {
  private let core: StoreCore
  private var heard: UInt64 = 0
  private var seen: UInt64?

  init(of core: StoreCore) { self.core = core }

  /// True at first: the present value is not seen yet.
  var isReady: Bool { seen.map { heard > $0 } ?? true }

  /// Notes that a commit changed the value.
  mutating func add(_ number: UInt64) { heard = max(heard, number) }

  /// Lets the taker read the value, with what every commit so far made of it.
  mutating func take() -> Void? {
    guard isReady else { return nil }
    seen = core.lastNumber
    return ()
  }
}

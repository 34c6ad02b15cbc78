import Foundation
import Testing

@testable import KeywrightUserDefaults

@Suite("The watch on a suite") struct ChangeWatchTests {
  private final class Owner: Sendable {}

  @Test("calls on a notification of Foundation, and is removed with the suite")
  func removal() throws {
    let suite = TemporarySuite()
    let calls = Counter()
    weak var owner: Owner?
    try autoreleased {
      let own = Owner()
      owner = own
      let watch = ChangeWatch(of: try suite.defaults) { [own] in
        _ = own
        calls.add()
      }
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
      #expect(calls.count == 1)
      withExtendedLifetime(watch) {}
    }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
    #expect(calls.count == 1)
    #expect(owner == nil)
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}

private final class Counter: @unchecked Sendable {
  // `@unchecked`: `number` is guarded by `lock`.
  private let lock = NSLock()
  private var number = 0
  var count: Int { lock.withLock { number } }
  func add() { lock.withLock { number += 1 } }
}

import Foundation
import Testing

@testable import KeywrightStorage

@Suite("Waiting for a bounded time", .timeLimit(.minutes(20)))
struct SystemConditionTests {
  private let place = Place()

  /// A condition with the mutex that it belongs to, and what somebody waits for.
  private final class Place: @unchecked Sendable {
    // `@unchecked`: the variables are read and written under `mutex` only.
    let mutex = SystemMutex()
    let condition: SystemCondition
    var isSo = false
    var hasReturned = false
    /// How often the one who waits looked.
    var looks = 0

    init() {
      condition = SystemCondition(mutex)
    }

    func locked<Result>(_ body: (Place) throws -> Result) rethrows -> Result {
      mutex.lock()
      defer { mutex.unlock() }
      return try body(self)
    }

    func wait(atMost time: Duration) {
      condition.wait(atMost: time) {
        looks += 1
        return isSo
      }
    }

    /// Returns once the one who waits has looked so often, or has returned.
    func waitForLooks(_ count: Int) {
      while locked({ $0.looks < count && !$0.hasReturned }) {
        SystemFileSystem().pause(.microseconds(50))
      }
    }
  }

  @Test("does not begin when what is waited for is so")
  func already() {
    place.locked {
      $0.isSo = true
      $0.wait(atMost: .seconds(3_600))
      #expect($0.looks == 1)
    }
  }

  @Test(
    "ends when the time is up, and the lock is held again",
    arguments: [.zero, .nanoseconds(1), .microseconds(1_500), .nanoseconds(-1)] as [Duration])
  func timeout(time: Duration) {
    place.locked {
      $0.wait(atMost: time)
      #expect(!$0.isSo && $0.looks >= 1)
      #expect(!$0.mutex.tryLock())
    }
  }

  @Test("ends when somebody wakes it and it is so, not before")
  func woken() throws {
    let place = place
    let waiting = Thread.running {
      place.locked {
        $0.wait(atMost: .seconds(3_600))
        $0.hasReturned = true
        #expect($0.isSo)
      }
    }
    place.waitForLooks(1)
    // To look once more is all that this makes it do.
    place.locked { $0.condition.signal() }
    place.waitForLooks(2)
    place.locked {
      #expect(!$0.hasReturned)
      $0.isSo = true
      $0.condition.signal()
    }
    try waiting.join()
  }
}

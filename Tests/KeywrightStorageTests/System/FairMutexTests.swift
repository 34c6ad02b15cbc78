import Dispatch
import KeywrightTestSupport
import Synchronization
import Testing

@testable import KeywrightStorage

@Suite("A fair mutex", .timeLimit(.minutes(20))) struct FairMutexTests {
  private let mutex = FairMutex()

  private func onThread(_ body: @escaping @Sendable () -> Void) {
    #expect(SystemThread.start(body))
  }

  private func wait(forQueueOf count: Int) {
    while mutex.waiting < count {}
  }

  @Test("is held by one thread at a time")
  func exclusion() {
    nonisolated(unsafe) var count = 0
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      onThread {
        for _ in 0..<20_000 { mutex.withLock { count += 1 } }
        group.leave()
      }
    }
    group.wait()
    #expect(count == 160_000)
    #expect(mutex.tryLock())
    #expect(!mutex.tryLock())
    mutex.unlock()
  }

  @Test("passes over a thread that waits a bounded number of times")
  func bypasses() {
    let isOver = Atomic(false)
    mutex.lock()
    let done = DispatchSemaphore(value: 0)
    onThread { [mutex] in
      mutex.lock()
      isOver.store(true, ordering: .sequentiallyConsistent)
      mutex.unlock()
      done.signal()
    }
    wait(forQueueOf: 1)
    var turns = 0
    var isHeld = true
    while isHeld, !isOver.load(ordering: .sequentiallyConsistent) {
      turns += 1
      mutex.unlock()
      // False where it was handed over.
      isHeld = mutex.tryLock()
    }
    #expect(turns <= FairMutex.patience + 1)
    if isHeld { mutex.unlock() }
    done.wait()
  }

  @Test("is handed over in the order in which threads came")
  func order() {
    let order = Protected<[Int]>([])
    let group = DispatchGroup()
    mutex.lock()
    for number in 0..<6 {
      group.enter()
      onThread { [mutex] in
        mutex.lock()
        order.withLock { $0.append(number) }
        mutex.unlock()
        group.leave()
      }
      wait(forQueueOf: number + 1)
    }
    mutex.unlock()
    group.wait()
    #expect(order.withLock(\.self) == Array(0..<6))
  }

  @Test("reports a long wait again and again, and keeps the thread's place")
  func reports() {
    let reports = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    mutex.lock()
    onThread { [mutex] in
      mutex.lock(reporting: .milliseconds(1)) { reports.add(1, ordering: .relaxed) }
      mutex.unlock()
      done.signal()
    }
    while reports.load(ordering: .relaxed) < 3 {}
    #expect(mutex.waiting == 1)
    mutex.unlock()
    done.wait()
    #expect(mutex.waiting == 0)
  }
}

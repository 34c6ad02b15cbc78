import Foundation
import Testing

@testable import Keywright

/// A `get` that fills a layer while a commit changes what it fills it from.
@Suite struct FillingRaceTests {
  /// A `get` on a thread of its own that stops after the look at the back layer of which it then makes
  /// a copy, until it may go on.
  private final class Filling: Sendable {
    let hasRead = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    private let isOver = Shared(false)

    func stop(_ stage: StagedStore.Stage) {
      // Filling is what a `get` does as a writer.
      guard stage == .hasRead, CommitContext.current is FillingContext,
        !isOver.change({ isOver in
          defer { isOver = true }
          return isOver
        })
      else { return }
      hasRead.signal()
      mayGoOn.wait()
    }

    func run(_ store: Layers) {
      let thread = Thread {
        _ = store.get(Zoo.lions)
        self.hasEnded.signal()
      }
      thread.start()
      hasRead.wait()
    }
  }

  @Test func aFillIsOneValueWithItsForm() throws {
    let filling = Filling()
    let back = StagedStore("back") { filling.stop($0) }
    try back.set(Zoo.lions, to: 1)
    let cache = CacheStore(capacity: 10)
    let store = cache.combined(with: back)
    filling.run(store)
    // The `get` has looked at 1.
    try back.set(Zoo.lions, to: 2)
    filling.mayGoOn.signal()
    filling.hasEnded.wait()
    #expect(store.get(Zoo.lions) == 2)
    #expect(try store.read(Zoo.lions) == 2)
  }

  @Test func aValueSetInTheFrontMeanwhileStays() throws {
    let front = MemoryStore(name: "front")
    let isArmed = Shared(false)
    let back = StagedStore("back") { stage in
      guard stage == .hasRead,
        isArmed.change({ isArmed in
          defer { isArmed = false }
          return isArmed
        })
      else { return }
      // The `get` has found nothing here, and is about to make a copy of what is below.
      try? front.set(Zoo.lions, to: 9)
    }
    try back.set(Zoo.lions, to: 1)
    let store = front.combined(with: back)
    isArmed.change { $0 = true }
    _ = store.get(Zoo.lions)
    #expect(isArmed.value == false)
    #expect(front.get(Zoo.lions) == 9)
    #expect(store.get(Zoo.lions) == 9)
  }

  /// A reader that looks for invalidated entries, finds none, and then looks into the front layer,
  /// where one has come meanwhile.
  @Test func aCopyThatComesWhileAReaderLooksIsNotGiven() throws {
    let filling = Filling()
    let isReading = Shared(false)
    let reader = ThreadID.current
    let (hasFilled, hasRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let back = StagedStore("back") { filling.stop($0) }
    let front = StagedStore("front") { stage in
      if stage == .hasWritten, CommitContext.current is FillingContext, isReading.value {
        hasFilled.signal()
        // The copy stays until it was read: it would be removed otherwise, which hides the mistake.
        hasRead.wait()
      }
      guard !CommitContext.isActive, ThreadID.current == reader, isReading.value else { return }
      if stage == .reading {
        filling.mayGoOn.signal()
        hasFilled.wait()
      } else if stage == .hasRead {
        isReading.change { $0 = false }
        hasRead.signal()
      }
    }
    try back.set(Zoo.lions, to: 1)
    let store = front.combined(with: back)
    filling.run(store)
    // The other `get` has looked at 1, and makes a copy of it once this one looks at the front layer.
    try back.set(Zoo.lions, to: 2)
    isReading.change { $0 = true }
    #expect(store.get(Zoo.lions) == 2)
    filling.hasEnded.wait()
    #expect(store.get(Zoo.lions) == 2)
    #expect(isReading.value == false)
  }
}

/// Two compositions of the same stores, of which one fills the front while the other one is read.
@Suite struct SharedFrontTests {
  @Test("A value that was set below is read through both at once", arguments: [false, true])
  func noneIsStale(isCache: Bool) {
    let back = MemoryStore(name: "back")
    let front: any Store = isCache ? CacheStore(capacity: 10) : MemoryStore(name: "front")
    func compose(_ front: some Store) -> Layers { front.backed(by: back) }
    let (one, two) = (compose(front), compose(front))
    let isOver = Shared(false)
    let stale = Shared(0)
    onThreads(2) { thread in
      if thread == 0 {
        while !isOver.value { _ = two.get(Zoo.lions) }
        return
      }
      for number in 1...5_000 {
        try? back.set(Zoo.lions, to: number)
        if one.get(Zoo.lions) != number { stale.change { $0 += 1 } }
      }
      isOver.change { $0 = true }
    }
    #expect(stale.value == 0)
  }
}

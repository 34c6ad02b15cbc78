import KeywrightStorage
import Foundation

/// The revisions that the watch has brought and that nobody has applied yet.
///
/// The thread that reads the watch puts them in; the holder of the writer's lock takes them out: the
/// follower, or a commit that waits for its own revision. So a commit never waits for another thread to
/// be scheduled, nor for one that waits for the lock.
///
/// Thread safety: safe from any thread.
final class Inbox: @unchecked Sendable {
  // `@unchecked`: everything that changes is guarded by `condition`.
  private let condition = NSCondition()
  private var batches: [ReplicaBatch] = []
  private var received: Int64 = 0
  private var wakes = 0

  /// The most bytes that wait: beyond it the replica is loaded again, which is bounded.
  static let capacity = 128 << 20
  private var size = 0
  private var hasOverflowed = false

  /// The revision up to which the watch has brought everything.
  var lastReceived: Int64 { condition.withLock { received } }

  func put(_ new: [ReplicaBatch]) {
    guard let last = new.last else { return }
    condition.withLock {
      for batch in new where batch.revision > received {
        batches.append(batch)
        size += batch.size
      }
      received = max(received, last.revision)
      if size > Inbox.capacity {
        hasOverflowed = true
        batches = []
        size = 0
      }
      condition.broadcast()
    }
  }

  /// Takes what came, up to a revision.
  func take(upTo limit: Int64 = .max) -> (batches: [ReplicaBatch], hasOverflowed: Bool) {
    condition.withLock {
      let end = batches.firstIndex { $0.revision > limit } ?? batches.endIndex
      let taken = Array(batches[..<end])
      batches.removeFirst(end)
      size -= taken.reduce(0) { $0 + $1.size }
      defer { hasOverflowed = false }
      return (taken, hasOverflowed)
    }
  }

  /// Forgets what a load has found too.
  func begin(at revision: Int64) {
    condition.withLock {
      batches.removeAll { $0.revision <= revision }
      size = batches.reduce(0) { $0 + $1.size }
      received = max(received, revision)
    }
  }

  /// Forgets everything: the cluster has begun another history at a revision.
  func restart(at revision: Int64) {
    condition.withLock {
      batches = []
      size = 0
      hasOverflowed = false
      received = revision
      condition.broadcast()
    }
  }

  /// Waits until the watch has brought a revision; false if the time is over before.
  func wait(for revision: Int64, until deadline: ContinuousClock.Instant) -> Bool {
    condition.withLock { [self] in
      while received < revision {
        guard waitOnce(until: deadline) else { return received >= revision }
      }
      return true
    }
  }

  /// Waits until something is there to be taken, or somebody calls ``wake()``, or the time is over.
  func waitForNews(until deadline: ContinuousClock.Instant) {
    condition.withLock {
      let before = wakes
      while batches.isEmpty, wakes == before, waitOnce(until: deadline) {}
    }
  }

  /// Waits until the watch brings something that is newer than a revision.
  func waitForMore(than revision: Int64, until deadline: ContinuousClock.Instant) -> Bool {
    wait(for: revision + 1, until: deadline)
  }

  func wake() {
    condition.withLock {
      wakes += 1
      condition.broadcast()
    }
  }

  private func waitOnce(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = deadline - .now
    guard rest > .zero else { return false }
    return condition.wait(until: Date(timeIntervalSinceNow: rest.seconds))
  }
}

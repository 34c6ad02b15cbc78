import KeywrightStorage

extension StoreCore {
  /// Whether the running thread is inside a commit.
  package static var isCommitting: Bool { CommitContext.isActive }

  /// Takes the writer's lock. A thread that waits long reports the commit that holds it.
  func lockForWriting() {
    writerLock.lock(reporting: LockHoldMonitor.limit) { reportHolder() }
  }

  /// Reports the commit that holds the writer's lock.
  func reportHolder() { holdMonitor.reportHolder(to: self) }

  /// Runs a body under the writer's lock, which the running thread has taken: releases it, and runs what was
  /// deferred until no lock is held.
  func releasingLock<Result>(after body: () -> Result) -> Result {
    let context = CommitContext()
    context.enter()
    let result = body()
    context.exit()
    writerLock.unlock()
    context.runDeferred()
    return result
  }

  /// Runs a body under the writer's lock, and delivers the notifications that it queues.
  package func takeOver<Result>(_ body: () -> Result) -> Result {
    writerLock.lock()
    let result = releasingLock(after: body)
    deliverNotifications()
    return result
  }

  /// Does the same, unless a commit is under way; nil if one is.
  package func tryTakeOver<Result>(_ body: () -> Result) -> Result? {
    guard writerLock.tryLock() else { return nil }
    let result = releasingLock(after: body)
    deliverNotifications()
    return result
  }
}

extension Store {
  /// Takes the store's locks for a commit: the writer's lock, and that across processes.
  func lockForCommit() throws(StoreError) {
    core.ofProcess.lockForWriting()
    try beginLockedCommit()
  }

  /// Does the same, unless another thread has the writer's lock; returns whether the locks are taken.
  func tryLockForCommit() throws(StoreError) -> Bool {
    guard core.ofProcess.writerLock.tryLock() else { return false }
    try beginLockedCommit()
    return true
  }

  private func beginLockedCommit() throws(StoreError) {
    do throws(StoreError) {
      try beginCommit()
    } catch {
      core.ofProcess.writerLock.unlock()
      throw error
    }
  }

  /// Releases the locks.
  ///
  /// - Returns: The wait for the durability of the commit; nil if there is none.
  func unlockAfterCommit() -> CommitWait? {
    defer { core.ofProcess.writerLock.unlock() }
    return endCommit()
  }
}

/// A commit of one value that is encoded already.
///
/// It is the commit of ``CommitPipeline`` for an ``EncodedValue``, of which none of the steps from
/// processing to `willChange` has anything to do, and after which no hook runs: what is left is the
/// locks, taking over what others changed, comparing, keeping, the number, observers. It has no record
/// and no stopwatch, which only code of the program could hold up.
extension Store {
  /// Commits a value that is encoded already; false if the store needs the types for it.
  @usableFromInline
  @inline(never)
  func commitEncoded(
    _ name: StorageString, of space: any Namespace.Type, _ value: consuming EncodedValue
  ) throws(StoreError) -> Bool {
    let core = core
    guard keepsStoredForms, core.stack == nil else { return false }
    try core.beginPlainCommit(of: name)
    core.plainScope.enterLent()
    var wait: CommitWait?
    var notice: EncodedNotice?
    var failure: StoreError?
    do throws(StoreError) {
      try beginCommit()
      do throws(StoreError) {
        notice = try keepEncoded(name, of: space, value, core)
      } catch {
        failure = error
      }
      wait = endCommit()
    } catch {
      failure = error
    }
    core.plainScope.leaveLent()
    let afterwards = core.plainScope.takeAfterwards()
    notice = core.claim(notice, unless: wait != nil || !afterwards.isEmpty)
    core.writerLock.unlock()
    defer {
      for body in afterwards { body() }
      if let notice { core.deliver(notice) }
      // What others changed, too.
      core.deliverNotices()
    }
    if let failure { throw failure }
    try wait?()
    return true
  }

  /// Keeps a value, unless its form is stored already. The locks are held.
  ///
  /// - Returns: What must be told, if anybody must be.
  @inline(__always)
  private func keepEncoded(
    _ name: StorageString, of space: any Namespace.Type, _ value: consuming EncodedValue,
    _ core: StoreCore
  ) throws(StoreError) -> EncodedNotice? {
    let (before, isStored) = try storedBefore(name)
    if before == value.stored { return nil }
    try value.stored.checkStorable(as: name, in: space)
    // Made whether anybody listens or not: it takes along the value that gives way, if that is at hand,
    // and to ask for listeners first would cost those who have some more than it saves the others.
    let change = EncodedChange(
      name, to: value.stored, value.held,
      in: ChangedPlace(space: space, storedBefore: before, wasStored: isStored))
    try keep(only: KeptChange(change: change))
    return core.number(only: change)
  }
}

/// What must be told of a commit of a value that is encoded already.
struct EncodedNotice {
  let number: UInt64
  let change: EncodedChange

  /// Who must be told, if that is one listener that takes values of the change's type.
  let only: Observer?
}

extension StoreCore {
  /// Numbers a commit of a value that is encoded already, and tells the compositions. The writer's
  /// lock is held.
  ///
  /// - Returns: What must be told, if anybody here must be.
  @inline(__always)
  func number(only change: EncodedChange) -> EncodedNotice? {
    let number = takeNumber()
    recent.note(number, .local, change.name)
    return isHeard ? notice(of: change, number) : nil
  }

  private func notice(of change: EncodedChange, _ number: UInt64) -> EncodedNotice? {
    if !wholes.isEmpty { tellWholes([change], .local, but: nil) }
    switch observers.audience(of: change.name) {
    case .nobody: return nil
    case .one(let observer) where observer.takes(change.held):
      return EncodedNotice(number: number, change: change, only: observer)
    case .one, .several: return EncodedNotice(number: number, change: change, only: nil)
    }
  }

  /// Claims the delivery of a commit, or queues its notices. The writer's lock is held.
  ///
  /// - Parameter mustWait: Whether something comes before the delivery that may take its time.
  /// - Returns: The notice, if its delivery is claimed: ``deliver(_:)`` must follow.
  func claim(_ notice: EncodedNotice?, unless mustWait: Bool) -> EncodedNotice? {
    guard let notice else { return nil }
    if !mustWait, notices.claim() { return notice }
    enqueue(Commit(notice))
    return nil
  }

  /// Tells of a commit whose delivery was claimed, and of what came to wait meanwhile.
  func deliver(_ notice: EncodedNotice) {
    guard let observer = notice.only else { return notices.deliver(claimed: Commit(notice)) }
    observer.hear(notice.change, notice.number)
    notices.finishClaim()
  }
}

extension Commit {
  fileprivate init(_ notice: EncodedNotice) {
    self.init(number: notice.number, origin: .local, pending: [notice.change])
  }
}

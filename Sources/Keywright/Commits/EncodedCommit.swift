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
    _ name: StorageString, of space: any Namespace.Type, _ value: EncodedValue
  ) throws(StoreError) -> Bool {
    let core = core
    guard keepsStoredForms, core.stack == nil, !name.isReserved else { return false }
    try core.beginPlainCommit()
    core.plainScope.enter()
    var wait: CommitWait?
    var notice: Commit?
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
    core.plainScope.leave()
    let afterwards = core.plainScope.takeAfterwards()
    notice = core.claim(notice, unless: wait != nil || !afterwards.isEmpty)
    core.writerLock.unlock()
    defer {
      for body in afterwards { body() }
      // Of this commit, and of what others changed.
      core.deliverNotices(claimed: notice)
    }
    if let failure { throw failure }
    try wait?()
    return true
  }

  /// Keeps a value, unless its form is stored already. The locks are held.
  ///
  /// - Returns: The commit, if anybody must be told of it.
  @inline(__always)
  private func keepEncoded(
    _ name: StorageString, of space: any Namespace.Type, _ value: EncodedValue, _ core: StoreCore
  ) throws(StoreError) -> Commit? {
    let (before, isStored) = try storedBefore(name)
    if before == value.stored { return nil }
    let change = EncodedChange(
      name, of: space, to: value, storedBefore: before, wasStored: isStored)
    try change.encode()
    try keep(only: KeptChange(change: change))
    return core.number(only: change)
  }
}

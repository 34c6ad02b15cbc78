extension DurableFile {
  /// Whether nothing is written any more because a synchronization failed beyond repair, until
  /// ``open()`` finds that the disk confirms again what it is given.
  package var isRefusing: Bool { !isInherited && state.withLock { $0.refusal != nil } }

  /// Refuses all further writing and says why.
  ///
  /// The system may have dropped what it could not write, and yet shows it to every reader until
  /// the power goes. So the journal is ended for others too, if the lock is held: the next writer,
  /// in this process or in another, begins with a new checkpoint.
  func uncertain(_ state: inout State) -> StorageError {
    state.isStale = true
    state.needsCheckpoint = true
    state.refusal = StorageError(
      .readOnly, operation: "writing", path: path,
      found: "a synchronization that failed before", advice: DurableFile.adviceAfterFailedSync)
    if state.isWriting { state.journal?.seal() }
    return uncertainty
  }

  /// Refuses all further writing without a caller to throw to: it becomes an issue.
  func noteUncertainty(_ state: inout State) {
    note([uncertainty], &state)
  }

  /// The error for a change that a power cut may undo.
  var uncertainty: StorageError {
    StorageError(
      .uncertain, operation: "fsync", path: path, systemError: SystemError.inputOutput,
      found: "a change that is in the file and may not be on the disk",
      advice: DurableFile.adviceAfterFailedSync)
  }

  private static let adviceAfterFailedSync =
    "Check the volume and the system's log; refresh, or open the file again, to try again."

  /// Writes everything again, to find out whether the disk confirms it.
  ///
  /// Nothing less would do: the system counts a page that it failed to write once as written.
  /// - Returns: The contents, read-only if the disk does not confirm them.
  func rewritten(
    _ contents: Contents, timeout: Duration, _ state: inout State
  ) throws(StorageError) -> Contents {
    var result = contents
    if !result.isReadOnly, takeTurn(timeout: timeout, &state) == true {
      defer { state.endTurn() }
      result = try load(&state, hadContents: false)
      if (try? writeCheckpoint(result.members, &state)) == true { state.refusal = nil }
    }
    result.isReadOnly = result.isReadOnly || state.refusal != nil
    return result
  }

  /// Writes everything again where another object's synchronization failed: one of
  /// this object's own would prove nothing.
  func renew(_ state: inout State) throws(StorageError) {
    let contents = try load(&state, hadContents: false)
    // The caller's next refresh reports what was read.
    defer { state.isStale = true }
    // Otherwise another writer has just done that, and ended the journal for it.
    if state.journal?.tail == .sealed {
      _ = try rewritten(contents, timeout: .seconds(10), &state)
    }
    if state.refusal != nil || state.journal?.tail == .sealed { throw uncertainty }
  }

  /// Takes the lock for something that another writer may do as well.
  /// - Returns: Whether it could be taken in time; nil if it cannot be taken at all.
  func takeTurn(timeout: Duration, _ state: inout State) -> Bool? {
    guard state.folder != nil, !state.isWriting else { return nil }
    var backoff = Backoff(timeout: timeout)
    do throws(StorageError) {
      while try !tryToLock(&state) {
        guard backoff.wait(fileSystem) else { return false }
      }
    } catch {
      return nil
    }
    state.isWriting = true
    sweepOnce(&state)
    return true
  }
}

extension DurableFile.State {
  mutating func endTurn() {
    lock?.release()
    isWriting = false
  }
}

extension DurableFile {
  /// Whether nothing is written any more because a synchronization failed beyond repair, until
  /// ``open()`` finds that the disk confirms again what it is given.
  package var isRefusing: Bool { !isInherited && state.withLock { $0.refusal != nil } }

  /// Refuses all further writing and says why.
  func uncertain(_ state: inout State) -> StorageError {
    state.refusal = StorageError(
      .readOnly, operation: "writing", path: path,
      found: "a synchronization that failed before", advice: DurableFile.adviceAfterFailedSync)
    return uncertainty
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
  func rewritten(_ contents: Contents, _ state: inout State) -> Contents {
    var result = contents
    if !result.isReadOnly, takeTurn(timeout: .seconds(1), &state) == true {
      defer { state.endTurn() }
      try? writeAgain(&state)
    }
    result.isReadOnly = result.isReadOnly || state.refusal != nil
    return result
  }
}

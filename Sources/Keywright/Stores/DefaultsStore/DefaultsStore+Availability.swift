import KeywrightStorage

extension DefaultsStore {
  /// The data protection class of a store's files, on Apple's devices; no effect elsewhere.
  ///
  /// It is chosen when the first file is made. From then on the property list, its journal and whatever
  /// replaces them keep the class of the file that is there, whatever a later opening asks for.
  public enum Protection: Sendable {
    /// The class that the system gives to new files of the folder: the default.
    case inherited
    /// Out of reach while the device is locked.
    case complete
    /// As ``complete``, but files that are open stay within reach.
    case completeUnlessOpen
    /// Out of reach from a restart to the first unlock; the default of iOS.
    case completeUntilFirstUserAuthentication
    /// Always within reach.
    case none

    /// The class for the storage; nil for the folder's.
    var ofFiles: ProtectionClass? {
      switch self {
      case .inherited: nil
      case .complete: .complete
      case .completeUnlessOpen: .completeUnlessOpen
      case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
      case .none: ProtectionClass.none
      }
    }
  }

  /// The status now, and then the latest one each time it has changed.
  ///
  /// ```swift
  /// for await status in store.availability {
  ///   if case .unavailable(let error) = status { print("out of reach:", error) }
  /// }
  /// ```
  ///
  /// While a task waits for an element, and from then on, the store is watched as if it were observed: a file that
  /// is out of reach is tried twice a second. The sequence ends after ``Status/closed``, and at once where the
  /// status can never change, as with an invalid suite name.
  ///
  /// Thread safety: safe from any thread.
  public var availability: Availability { Availability(file: file) }

  /// The statuses of a store, as they come; see ``DefaultsStore/availability``.
  ///
  /// Each iteration begins with the status at its beginning, and keeps the store open.
  ///
  /// Thread safety: the sequence is safe from any thread; an iterator belongs to one task.
  public struct Availability: AsyncSequence, Sendable {
    /// Never, because no error ends the sequence.
    public typealias Failure = Never

    let file: DefaultsFile

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(file: file, changes: file.statusChanges().makeAsyncIterator())
    }

    /// Gives one status after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let file: DefaultsFile
      fileprivate var changes: AsyncStream<Void>.Iterator

      /// The next status, waiting for it if need be; nil at the end, or if the task is cancelled.
      public mutating func next() async -> Status? { await next(isolation: nil) }

      /// The next status, waiting for it on the caller's actor; nil at the end, or if the task is
      /// cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Status? {
        await changes.next(isolation: actor).map { file.status }
      }
    }
  }

  /// Waits until the store can be read, trying again twice a second, as on a phone that was not unlocked
  /// yet.
  ///
  /// ```swift
  /// try await store.ready()
  /// ```
  ///
  /// Afterwards values and migrations are as after any other opening, and observers were notified of
  /// what the file holds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the reason where waiting is in vain: an
  ///   invalid name, or a store that was closed.
  public func ready() async throws {
    var latest = status
    for await status in availability {
      latest = status
      switch status {
      case .ready, .readOnly: if file.migratePostponed(as: self) { return }
      case .unavailable, .closed: continue
      }
    }
    try Task.checkCancellation()
    if case .unavailable(let error) = latest { throw error }
    throw StoreError(.closed, operation: "ready", path: file.path, advice: "Open the store again.")
  }
}

extension DefaultsFile {
  /// An element now and after each change of the status; ends when the file is closed.
  fileprivate func statusChanges() -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    guard path != nil, !isClosed else {
      continuation.finish()
      return changes
    }
    let id = condition.add(continuation)
    continuation.onTermination = { [weak self] _ in self?.condition.removeWaiter(id) }
    watch(.always)
    // A store that was closed before finishes no sequence that is added later.
    if isClosed { continuation.finish() }
    return changes
  }
}

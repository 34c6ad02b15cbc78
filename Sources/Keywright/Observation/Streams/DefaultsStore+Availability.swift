extension DefaultsStore {
  /// The status now, and then the latest one each time it has changed.
  ///
  /// ```swift
  /// for await status in store.availability {
  ///   if case .unavailable(let error) = status { print("out of reach:", error) }
  /// }
  /// ```
  ///
  /// From then on the store is watched as if it were observed: a file that is out of reach is tried twice a second.
  /// Each iteration begins with the status at its beginning. The sequence ends after ``Status/closed``, and at once
  /// where the status can never change, as with an invalid suite name. It keeps the store open.
  ///
  /// Thread safety: safe from any thread.
  public var availability: ObservedSequence<Status> {
    ObservedSequence { StatusSubscription(to: file) }
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
      case .ready, .readOnly:
        migrateWhatIsPending()
        return
      case .unavailable, .closed: continue
      }
    }
    try Task.checkCancellation()
    if case .unavailable(let error) = latest { throw error }
    throw StoreError(.closed, operation: "ready", path: file.path, advice: "Open the store again.")
  }
}

/// One iteration over the statuses of a file, from now to its end.
private final class StatusSubscription: AnySubscription {
  private let file: DefaultsFile
  private let news = AsyncBuffer(News())

  init(to file: DefaultsFile) {
    self.file = file
    guard file.path != nil, !file.isClosed else {
      news.finish()
      return
    }
    file.condition.add(news)
    file.watch(.always)
    // A store that was closed before ends no sequence that is added later.
    if file.isClosed { news.finish() }
  }

  deinit { file.condition.remove(news) }

  func next(isolation: isolated (any Actor)?) async -> DefaultsStore.Status? {
    await news.next(isolation: isolation).map { file.status }
  }
}

import Synchronization

extension StoreCore {
  /// Notes a problem that nothing could be thrown for: it is among the store's
  /// ``ReadableStore/issues``, and its handler is called.
  ///
  /// - Parameters:
  ///   - error: The problem.
  ///   - name: The key for which it is noted once until ``didReload()``; nil notes it always.
  public func report(_ error: StoreError, once name: StorageString? = nil) {
    ofProcess.log.add(error, once: name, isTold: false)
  }

  /// Notes what a store of a composition has reported, for the composition's own issues.
  func note(_ error: StoreError, once name: StorageString) {
    ofProcess.log.add(error, once: name, isTold: true)
  }

  /// Begins to note again what was noted once, since the stored values were loaded again.
  public func didReload() { didReload(isEdit: false) }

  /// - Parameter isEdit: Whether a person wrote what was loaded: then each mistake is printed again, too.
  func didReload(isEdit: Bool) {
    loads.add(1, ordering: .relaxed)
    log.didReload(isEdit: isEdit)
  }

  /// The number of times that what is stored was loaded again, so that compositions too report it again.
  var loadCount: Int { loads.load(ordering: .relaxed) }

  var issues: [StoreError] { ofProcess.log.issues }

  func setHandler(_ handler: (@Sendable (StoreError) -> Void)?) {
    ofProcess.log.setHandler(handler)
    letPartsReport(to: self)
  }

  /// Lets the stores of a composition that have no handler report to that of the composition.
  private func letPartsReport(to core: StoreCore) {
    for part in stack?.parts ?? [] {
      part.ofProcess.log.report(to: core)
      part.letPartsReport(to: core)
    }
  }
}

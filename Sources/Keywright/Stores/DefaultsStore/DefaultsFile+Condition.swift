import KeywrightStorage
import Synchronization

extension DefaultsFile {
  /// The state of a file as last seen; once closed, it stays closed.
  final class Condition: Sendable {
    private struct Findings: Sendable {
      /// The result of the last complete reading.
      var status: DefaultsStore.Status
      /// The reason why it was out of reach at the last look, though it had been read before. The content read
      /// then stays, so that others' changes still differ from this program's when the file is back.
      var outage: StoreError?

      /// A number for each kind of status, to know a change by.
      var kind: Int {
        if outage != nil { return 0 }
        return switch status {
        case .unavailable: 0
        case .readOnly: 1
        case .ready: 2
        case .closed: 3
        }
      }
    }

    private let findings: Protected<Findings>
    private let ready = Atomic(false)
    /// The iterations that wait for a change of the status.
    private let waiting = Protected<[ObjectIdentifier: AsyncBuffer<News>]>([:])

    init(_ status: DefaultsStore.Status) {
      findings = Protected(Findings(status: status))
    }

    /// Whether it has become ``DefaultsStore/Status/ready`` and is so still, for a commit to know
    /// without a lock.
    var isReady: Bool { ready.load(ordering: .acquiring) }

    /// The result of the last complete reading, whether the file is within reach now or not.
    var known: DefaultsStore.Status { findings.withLock { $0.status } }

    var isClosed: Bool {
      if case .closed = known { return true }
      return false
    }

    var status: DefaultsStore.Status {
      findings.withLock { findings in findings.outage.map { .unavailable($0) } ?? findings.status }
    }

    /// Sets the status of a file that is within reach, unless it was closed in the meantime.
    func become(_ status: DefaultsStore.Status) {
      change { $0 = Findings(status: status) }
    }

    private func change(_ body: (inout Findings) -> Void) {
      let isNew = findings.withLock { findings in
        if case .closed = findings.status { return false }
        let before = findings.kind
        body(&findings)
        if case .ready = findings.status, findings.outage == nil {
          ready.store(true, ordering: .releasing)
        } else {
          ready.store(false, ordering: .releasing)
        }
        return findings.kind != before
      }
      if isNew { tellOfChange() }
    }
  }
}

// MARK: Waiting for a change

extension DefaultsFile.Condition {
  /// Adds the buffer of an iteration, which is told of each change of the status.
  func add(_ buffer: AsyncBuffer<News>) {
    waiting.withLock { $0[ObjectIdentifier(buffer)] = buffer }
  }

  func remove(_ buffer: AsyncBuffer<News>) {
    waiting.withLock { $0[ObjectIdentifier(buffer)] = nil }
  }

  func tellOfChange() {
    for buffer in waiting.withLock({ Array($0.values) }) { buffer.send(()) }
  }

  /// Ends all iterations, after the last status.
  func endWaiting() {
    for buffer in waiting.withLock({ Array($0.values) }) { buffer.finish() }
  }
}

// MARK: Asking the file

extension DefaultsFile.Condition {
  /// Looks for what others changed, and remembers whether the file was within reach.
  func reading<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StoreError) -> Result {
    let result: Result
    do throws(StoreError) {
      result = try writing(body)
    } catch {
      if error.code == .unavailable { change { $0.outage = error } }
      throw error
    }
    if !isReady { change { $0.outage = nil } }
    return result
  }

  /// Uses the file, and remembers when it turned out that it may not be written.
  func writing<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StorageError) {
      return try body()
    } catch {
      if error.code == .readOnly { become(.readOnly) }
      throw StoreError(error)
    }
  }
}

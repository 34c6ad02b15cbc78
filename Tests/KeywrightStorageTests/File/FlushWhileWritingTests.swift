import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("While a thread commits")
struct FlushWhileWritingTests {
  let folder: TemporaryFolder
  let disk = WaitingDisk()
  let file: DurableFile
  var mirror = Mirror()

  init() throws {
    folder = TemporaryFolder()
    file = DurableFile(path: folder.file("store.plist"), fileSystem: disk)
    try mirror.commit([("a", .integer(1))], to: file)
    try mirror.commit([("b", .integer(1))], to: file)
  }

  /// Begins a commit; ends it when another thread, in the closure, waits for that.
  private mutating func committing(_ other: @escaping @Sendable () throws -> Void) throws {
    let failure = Protected<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    mirror.adopt(try file.beginWriting(timeout: .seconds(1)))
    disk.awaitPause()
    Thread {
      do { try other() } catch { failure.withLock { $0 = error } }
      done.signal()
    }.start()
    disk.waitForPause()
    mirror.values["a"] = .integer(2)
    let members = mirror.values.members
    try file.write([.init(name: "a", value: .integer(2))]) { members }
    file.endWriting()
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  @Test("a flush of another waits for its end and does not keep it from it")
  mutating func flush() throws {
    let file = file
    try committing { try file.flush(compacting: true) }
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("another's commit recovers from a failed synchronization")
  mutating func recovery() throws {
    _ = try file.beginWriting(timeout: .seconds(1))
    let members = mirror.values.members
    try file.write([.init(name: "a", value: .integer(1))]) { members }
    let commit = try #require(file.endWriting())
    let file = file
    disk.failNextSynchronization()
    try committing { try file.waitUntilDurable(commit) }
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }
}

/// The real file system, which reports when somebody waits for a lock, and can fail to synchronize.
final class WaitingDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `plan` has its own lock; the semaphore needs none.
  private let paused = DispatchSemaphore(value: 0)
  private let plan = Protected((awaitsPause: false, fails: false))

  func awaitPause() { plan.withLock { $0.awaitsPause = true } }
  func waitForPause() { paused.wait() }
  func failNextSynchronization() { plan.withLock { $0.fails = true } }

  override func pause(_ duration: Duration) {
    let isAwaited = plan.withLock { plan in
      defer { plan.awaitsPause = false }
      return plan.awaitsPause
    }
    if isAwaited { paused.signal() }
    super.pause(duration)
  }

  override func synchronizeData(_ file: Int32) throws(SystemError) {
    let fails = plan.withLock { plan in
      defer { plan.fails = false }
      return plan.fails
    }
    if fails { throw SystemError(.fdatasync, code: EIO) }
  }
}

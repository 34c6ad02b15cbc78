import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A commit after another one")
struct CommitCallsTests {
  /// Notes what the system is asked for; its clock stands, so that names of files are looked up once.
  private final class Noting: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variable has a lock of its own.
    let calls = Protected<[String]>([])

    private func note(_ call: String) { calls.withLock { $0.append(call) } }

    override func now() -> Duration { .zero }
    override func lock(_ file: Int32) throws(SystemError) -> Bool {
      note("lock")
      return try super.lock(file)
    }
    override func unlock(_ file: Int32) {
      note("unlock")
      super.unlock(file)
    }
    override func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
      throws(SystemError) -> Int
    {
      note("read")
      return try super.read(file, at: offset, into: buffer)
    }
    override func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
      throws(SystemError) -> Int
    {
      note("write")
      return try super.write(file, at: offset, bytes)
    }
    override func status(of file: Int32) throws(SystemError) -> FileStatus {
      note("status")
      return try super.status(of: file)
    }
    override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
      note("status of a name")
      return try super.status(of: name, in: folder)
    }
    override func identity(of file: Int32) -> FileIdentity? {
      note("identity")
      return super.identity(of: file)
    }
  }

  @Test("takes four calls of the system, none of which asks for a status")
  func calls() throws {
    let folder = TemporaryFolder()
    let system = Noting()
    let file = DurableFile(
      path: folder.file("store"), fileSystem: system, maintenance: .resting)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush(compacting: true)
    for number in 2...3 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    system.calls.withLock { $0 = [] }
    try mirror.commit([("a", .integer(4))], to: file)
    #expect(system.calls.withLock(\.self) == ["lock", "read", "write", "unlock"])
  }

  @Test("knows its journal by the bytes before it, however they came")
  func mark() {
    let bytes = (0..<100).map { UInt8($0) }
    bytes.withUnsafeBytes { bytes in
      for end in 16...100 {
        let whole = JournalMark(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        for cut in 16...end {
          var pieces = JournalMark(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
          #expect((pieces == whole) == (cut == end))
          pieces.extend(by: UnsafeRawBufferPointer(rebasing: bytes[cut..<end]))
          #expect(pieces == whole)
        }
      }
    }
  }
}

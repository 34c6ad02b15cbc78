import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A file system on which something happens between two calls of a reader.
private final class InterleavedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the variables have locks of their own.
  private let step = Protected<(name: String, body: @Sendable () -> Void)?>(nil)
  private let waiting = Protected<(@Sendable () -> Void)?>(nil)
  let isReadOnly: Bool

  init(isReadOnly: Bool = false) { self.isReadOnly = isReadOnly }

  /// Does something before a file is opened, once.
  func before(_ name: String, _ body: @escaping @Sendable () -> Void) {
    step.withLock { $0 = (name, body) }
  }
  /// Does something while the reader waits, once.
  func whileWaiting(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0 = body } }

  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    let body = step.withLock { step in
      step?.name.hasSameBytes(as: name) == true ? step.take()?.body : nil
    }
    body?()
    return try real.open(name, in: folder, mode)
  }
  override func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    if isReadOnly { throw SystemError(.access, code: 30) }
  }
  override func pause(_ duration: Duration) {
    if let body = waiting.withLock({ $0.take() }) { body() } else { real.pause(duration) }
  }
}

@Suite("Files that change while they are read")
struct ReadingMeanwhileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  @Test("are no damage where a compaction went on between two journals, and nothing is missed")
  func compaction() throws {
    let maker = DurableFile(path: path)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: maker) }
    var compaction = try #require(try Compaction(of: maker, timeout: .seconds(1)))
    for _ in 0..<2 { try compaction.advance() }
    let rest = Protected((compaction, mirror))
    let disk = InterleavedDisk()
    disk.before("s.journal.2") {
      rest.withLock { rest in
        try? rest.0.advance()
        try? rest.1.commit([("b", .integer(2))], to: maker)
        for _ in 0..<2 { try? rest.0.advance() }
        // The lock cannot settle it.
        _ = try? maker.beginWriting(timeout: .zero)
      }
    }
    let contents = try DurableFile(path: path, fileSystem: disk).open()
    #expect(contents.issues.isEmpty)
    #expect(contents.members.map(\.key) == ["a", "b"])
    maker.endWriting()
  }

  @Test("are read again a second later by a reader that can never take the lock")
  func readOnly() throws {
    try DurableFile(path: path).set(["a": .integer(0)])
    try DurableFile(path: path).set(["a": .integer(1)])
    let whole = try #require(folder.read("s.journal.1"))
    var torn = whole
    torn[300] = 1
    try folder.write(torn, to: "s.journal.1")
    let disk = InterleavedDisk(isReadOnly: true)
    let folder = folder
    disk.whileWaiting { _ = try? folder.write(whole, to: "s.journal.1") }
    let contents = try DurableFile(path: path, fileSystem: disk).open()
    #expect(contents.issues.isEmpty)
    #expect(contents.members.map(\.value) == [.integer(1)])
  }

  @Test("control: damage that stays is reported by such a reader")
  func lastingDamage() throws {
    try DurableFile(path: path).set(["a": .integer(0)])
    try DurableFile(path: path).set(["a": .integer(1)])
    var torn = try #require(folder.read("s.journal.1"))
    torn[300] = 1
    try folder.write(torn, to: "s.journal.1")
    let contents = try DurableFile(path: path, fileSystem: InterleavedDisk(isReadOnly: true)).open()
    #expect(contents.issues.map(\.code) == [.corrupt])
  }
}

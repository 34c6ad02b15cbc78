import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A clock that stands still, so that a commit relies on names that an earlier one looked up.
private final class StandingClock: FileSystemWrapper, @unchecked Sendable {
  override func now() -> Duration { .seconds(1) }
}

@Suite("A commit that looks at no names, since one before it did")
struct TrustedNamesTests {
  @Test("leaves a journal that another program replaced in between", arguments: [true, false])
  func replaced(isPublished: Bool) throws {
    let temporary = TemporaryFolder()
    let clock = StandingClock()
    let file = DurableFile(path: temporary.file("s"), fileSystem: clock, maintenance: .resting)
    var mirror = Mirror()
    mirror.adopt(try file.open())
    for number in Int64(1)...3 {
      try mirror.commit([("a", .integer(number))], to: file)
      try file.flush(compacting: true)
    }
    try mirror.commit([("a", .integer(4))], to: file)
    let folder = try #require(try Folder(existingAt: temporary.path, SystemFileSystem()))
    let other = try StoreProgram("s", in: folder, history: .off)
    _ = try other.open()
    #expect(try other.shorten())
    if isPublished { _ = try other.publish() }
    try mirror.commit([("a", .integer(5))], to: file)
    try mirror.commit([("b", .integer(6))], to: file)
    let found = DurableFile(path: temporary.file("s"))
    #expect(try found.open().members == mirror.values.members)
  }
}

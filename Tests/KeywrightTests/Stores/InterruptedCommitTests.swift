import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("What becomes of a store's journal") struct InterruptedCommitTests {
  let folder = TemporaryFolder()
  static let text = Key<Root, String?>("text")
  static let number = Key<Root, Int>("number", default: 0)

  private func open() -> DefaultsStore {
    let store = DefaultsStore(url: folder.url.appending(path: "s"))
    store.onIssue { _ in }
    return store
  }

  @Test("a commit that a crash interrupted shows in the status, and is no issue")
  func interrupted() throws {
    // No maintenance replaces the journal.
    let other = DurableFile(path: folder.file("s"), fileSystem: FaultyFileSystem())
    var mirror = Mirror()
    try mirror.commit([("number", .integer(1))], to: other)
    try mirror.commit([("text", .string("long enough"))], to: other)
    let journal = try #require(folder.read("s.journal"))
    let end = try #require(journal.lastIndex { $0 != 0 })
    try folder.write(Array(journal[..<(end - 4)]), to: "s.journal")
    let store = open()
    #expect(store.hasDroppedInterruptedCommit)
    #expect(store.issues.isEmpty)
    #expect(store.get(Self.number) == 1 && store.get(Self.text) == nil)
    // The list comes within a second.
    #expect(folder.names.filter { $0 != "s" } == ["s.journal", "s.lock"])
    store.close()
    let next = open()
    #expect(!next.hasDroppedInterruptedCommit)
    next.close()
  }

  @Test(
    "a journal that is removed is noticed by the next call, and reported",
    arguments: ["set", "flush", "refresh"])
  func removed(call: String) throws {
    let disk = FaultyFileSystem()
    let file = DefaultsFile(location: .success(folder.file("s")), fileSystem: disk)
    let store = DefaultsStore(file: file)
    store.onIssue { _ in }
    try store.set(Self.number, to: 1)
    try store.flush(compacting: true)
    try store.set(Self.number, to: 2)
    #expect(unlink(folder.file("s.journal")) == 0)
    disk.pause(.milliseconds(20))
    switch call {
    case "set": try store.set(Self.text, to: "new")
    case "flush": try store.flush()
    default: try store.refresh()
    }
    let found = try DurableFile(path: folder.file("s")).open().members
    #expect(found.first?.value == .integer(2))
    #expect(found.map(\.key) == (call == "set" ? ["number", "text"] : ["number"]))
    try store.refresh()
    #expect(store.issues.map(\.code) == [.corrupt])
    store.close()
  }

  @Test("a list that is hard-linked elsewhere is reported once")
  func linked() throws {
    let first = open()
    try first.set(Self.number, to: 1)
    first.close()
    #expect(link(folder.file("s"), folder.file("other")) == 0)
    let store = open()
    #expect(store.issues.map(\.code) == [.unsupported])
    try store.set(Self.number, to: 2)
    try store.refresh()
    #expect(store.issues.count == 1)
    store.close()
  }
}

import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What a program sees that may not write, while another one commits, publishes, and shortens the journal.
@Suite("A program that only reads")
struct ViewingTests {
  private let temporary = TemporaryFolder()

  private func program() throws -> StoreProgram {
    let folder = try #require(try Folder(existingAt: temporary.path, SystemFileSystem()))
    return try StoreProgram("s", in: folder, history: .off)
  }

  private func commit(_ value: Int64, by writer: StoreProgram) throws {
    _ = try writer.commit([MemberChange(name: "a", value: .integer(value))])
  }

  private func publish(_ writer: StoreProgram) throws {
    _ = try writer.publish()
    try writer.tidy()
  }

  private func expect(_ value: Int64, by viewer: StoreProgram) throws {
    let (members, report) = try viewer.store.view()
    #expect(members.members.map(\.value) == [.integer(value)])
    #expect(report == nil)
  }

  @Test("goes on in the journal that replaced the one it has, each time")
  func replaced() throws {
    let writer = try program()
    for number in Int64(1)...3 {
      try commit(number, by: writer)
      try publish(writer)
    }
    let viewer = try program()
    _ = try viewer.open()
    for number in Int64(4)...5 {
      #expect(try writer.shorten())
      try commit(number, by: writer)
      try expect(number, by: viewer)
      try publish(writer)
    }
  }

  @Test("sees what was committed behind an edit that a writer took in")
  func takenIn() throws {
    let writer = try program()
    try commit(1, by: writer)
    try publish(writer)
    var edit = try #require(EditedMembers(Array("<plist><dict></dict></plist>".utf8)))
    edit.values = ["a": 2]
    try temporary.write(edit.bytes, to: "s")
    try writer.takeInEdits()
    try commit(3, by: writer)
    try expect(3, by: program())
  }
}

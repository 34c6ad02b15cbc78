import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A store that is looked at again and again while nobody changes anything.
@Suite("A store at rest")
struct RestingTests {
  enum State: CaseIterable {
    case sound, unpublished, damagedList, emptyList, editedList, conflictingList, removedList
    case flippedEnd, flippedMiddle, foreignJournal, removedJournal

    /// What another program did to the files of a store.
    func apply(to folder: TemporaryFolder) throws {
      let (list, journal) = (folder.file("store.plist"), folder.file("store.plist.journal"))
      func flip(_ index: (Int) -> Int) throws {
        var bytes = try #require(folder.read("store.plist.journal"))
        bytes[index(try #require(bytes.lastIndex { $0 != 0 }))] ^= 1
        try folder.write(bytes, to: "store.plist.journal")
      }
      switch self {
      case .sound, .unpublished: break
      case .damagedList: try folder.write(Array("bplist".utf8), to: "store.plist")
      case .emptyList: try folder.write([UInt8](), to: "store.plist")
      case .editedList, .conflictingList:
        let value = self == .editedList ? 1 : 9
        let edit = try BinaryPropertyList.encode(
          .dictionary(.init(["a": .integer(Int64(value)), "c": .integer(3)])))
        try folder.write(edit, to: "store.plist")
      case .removedList: try FileManager.default.removeItem(atPath: list)
      case .flippedEnd: try flip { $0 - 4 }
      case .flippedMiddle: try flip { $0 / 2 }
      case .foreignJournal:
        try folder.write(Array("another program's".utf8), to: "store.plist.journal")
      case .removedJournal: try FileManager.default.removeItem(atPath: journal)
      }
    }
  }

  @Test(
    "tells a program each thing once, and reads the end of its journal alone",
    arguments: State.allCases,
    [false, true])
  func again(state: State, isReadOnly: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    try DurableFile(path: path).set(["a": .integer(1)])
    try DurableFile(path: path).set(["b": .integer(2)], publishing: state != .unpublished)
    try state.apply(to: folder)
    let plan: FaultyFileSystem.Plan = { _, operation in
      isReadOnly && [.create, .rename, .access, .unlink, .pwrite].contains(operation) ? EROFS : nil
    }
    let system = FaultyFileSystem(ShiftedClock(by: .seconds(2)), plan: plan)
    let file = DurableFile(path: path, fileSystem: system, maintenance: .resting)
    _ = try file.open()
    for _ in 0..<2 { _ = try file.refreshUpdate() }
    _ = file.takeIssues()
    system.replacePlan(plan)
    for _ in 0..<3 {
      #expect(try file.refreshUpdate() == nil)
      #expect(file.takeIssues() == [])
    }
    // A program that knows of no journal looks for one.
    #expect(system.operations.count { [.open, .pread].contains($0) } <= 3)
  }
}

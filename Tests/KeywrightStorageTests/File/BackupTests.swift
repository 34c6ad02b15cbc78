import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A backup")
struct BackupTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  @Test("has the values of one commit, whatever is committed and compacted meanwhile")
  func underLoad() throws {
    let path = path
    try DurableFile(path: path).set(["x": .integer(0), "y": .integer(0)])
    let isOver = Protected(false)
    let writer = Thread {
      var mirror = Mirror()
      let file = DurableFile(path: path)
      for number in 1...300 {
        let value = PropertyList.integer(Int64(number))
        try? mirror.commit([("x", value), ("y", value)], to: file)
        if number % 10 == 0 { try? file.flush(compacting: true) }
      }
      isOver.withLock { $0 = true }
    }
    writer.start()
    var last: PropertyList?
    var count = 0
    while !isOver.withLock({ $0 }) || count == 0 {
      count += 1
      let copy = folder.file("copy-\(count)")
      let contents = try DurableFile(path: path).backUp(to: copy)
      #expect(contents.issues.isEmpty)
      let members = try DurableFile.read(copy)
      #expect(members["x"] == members["y"])
      if case .integer(let before)? = last, case .integer(let now)? = members["x"] {
        #expect(now >= before)
      }
      last = members["x"]
    }
    #expect(try DurableFile.read(path)["x"] == .integer(300))
  }

  @Test("is on the disk when it is made: a power cut leaves it whole")
  func powerCut() throws {
    let disk = MemoryFileSystem()
    let path = MemoryFileSystem.folderPath + "/s"
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: DurableFile(path: path, fileSystem: disk))
    _ = try DurableFile(path: path, fileSystem: disk)
      .backUp(to: MemoryFileSystem.folderPath + "/copy")
    let whole = disk.files["copy"]
    var crash = CrashStates(disk.disk, seed: SeededGenerator.seed)
    for files in crash.states(limit: 81) { #expect(files["copy"] == whole) }
    #expect(whole != nil)
  }

  @Test("put in the list's place counts as a whole")
  func restored() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    _ = try DurableFile(path: path).backUp(to: folder.file("copy"))
    try mirror.commit([("a", .integer(2)), ("b", .integer(2))], to: file)
    file.close()
    let clock = ShiftedClock(by: .seconds(60))
    #expect(rename(folder.file("copy"), path) == 0)
    let contents = try DurableFile(path: path, fileSystem: clock).open()
    #expect(contents.members.map(\.key) == ["a"])
    #expect(contents.members.map(\.value) == [.integer(1)])
  }

  @Test("changes no byte of the store, and replaces no file")
  func harmless() throws {
    let file = DurableFile(path: path)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    let before = Dictionary(uniqueKeysWithValues: folder.names.map { ($0, folder.read($0)) })
    try folder.write(Array("mine".utf8), to: "copy")
    let error = #expect(throws: StorageError.self) {
      try DurableFile(path: path).backUp(to: folder.file("copy"))
    }
    #expect(error?.found == "a file of that name")
    #expect(folder.read("copy") == Array("mine".utf8))
    for (name, bytes) in before { #expect(folder.read(name) == bytes) }
    #expect(throws: StorageError.self) {
      try DurableFile(path: folder.file("none")).backUp(to: folder.file("other"))
    }
  }
}

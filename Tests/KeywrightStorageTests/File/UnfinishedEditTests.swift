import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Edits that come at the worst moment, or in pieces.
@Suite("An edit that a commit or a crash meets")
struct UnfinishedEditTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  /// A file system on which another program does something just before names are swapped.
  private final class Disk: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variables have locks of their own.
    private let edit = Protected<(@Sendable (Int) -> Void)?>(nil)
    private let swaps = Protected(0)
    private let isKilled = Protected(false)
    private let isMortal = Protected(false)

    func beforeEachSwap(_ edit: @escaping @Sendable (Int) -> Void) {
      self.edit.withLock { $0 = edit }
    }
    /// The program dies right after the next swap.
    func killAfterSwap() { isMortal.withLock { $0 = true } }

    private func requireLife(_ operation: FileOperation) throws(SystemError) {
      if isKilled.withLock({ $0 }) { throw SystemError(operation, code: EIO) }
    }
    override func exchange(_ name: String, with other: String, in folder: Int32)
      throws(SystemError)
    {
      try requireLife(.rename)
      let number = swaps.withLock { swaps in
        swaps += 1
        return swaps
      }
      edit.withLock { $0 }?(number)
      try real.exchange(name, with: other, in: folder)
      isKilled.withLock { [isMortal] in $0 = isMortal.withLock { $0 } }
    }
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      try requireLife(.rename)
      try real.rename(name, to: newName, in: folder)
    }
    override func remove(_ name: String, in folder: Int32) throws(SystemError) {
      try requireLife(.unlink)
      try real.remove(name, in: folder)
    }
    override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
      try requireLife(.fstat)
      return try real.status(of: name, in: folder)
    }
  }

  /// The members of the list with another one, as an editor writes it.
  private static func edited(_ list: [UInt8], _ name: String, _ value: Int) throws -> Data {
    var members = try #require(
      try PropertyListSerialization.propertyList(from: Data(list), format: nil) as? [String: Any])
    members[name] = value
    return try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
  }

  private func edit(_ name: String, _ value: Int) throws {
    try Self.edited(#require(folder.read("s")), name, value)
      .write(to: URL(filePath: path), options: .atomic)
  }

  @Test("again and again is merged each time before the commit is decided, which succeeds")
  func again() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    try edit("e", 1)
    let test = self
    disk.beforeEachSwap { if $0 <= 3 { try? test.edit("e", 10 + $0) } }
    mirror.adopt(try file.beginWriting(timeout: .seconds(10)))
    #expect(mirror.values == .init(["a": .integer(1), "e": .integer(13)]))
    disk.beforeEachSwap { _ in }
    try edit("f", 1)
    var next = mirror.values
    next["b"] = .integer(2)
    try file.write([.init(name: "b", value: .integer(2), replacing: .absent)]) { next.members }
    file.endWriting()
    #expect(
      try DurableFile.read(path)
        == .init(["a": .integer(1), "b": .integer(2), "e": .integer(13), "f": .integer(1)]))
  }

  @Test("for longer than a commit may wait is said to be one")
  func always() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    try edit("e", 1)
    let test = self
    disk.beforeEachSwap { try? test.edit("e", 10 + $0) }
    let error = #expect(throws: StorageError.self) {
      try file.beginWriting(timeout: .milliseconds(1))
    }
    #expect(error?.code == .edited)
  }

  @Test("in pieces, beside commits, is merged when it is whole", arguments: [2, 5])
  func pieces(count: Int) throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0)), ("b", .integer(0)), ("c", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
    let edited = try Self.edited(#require(folder.read("s")), "c", 7)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 0)
    let length = edited.count / count
    for piece in 0..<count {
      let end = piece == count - 1 ? edited.count : (piece + 1) * length
      try handle.write(contentsOf: edited[(piece * length)..<end])
      try mirror.commit([("b", .integer(Int64(piece)))], to: file)
    }
    try handle.close()
    #expect(
      mirror.values
        == .init(["a": .integer(1), "b": .integer(Int64(count - 1)), "c": .integer(7)]))
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.allSatisfy { !$0.contains("damaged") && !$0.contains("overridden") })
    #expect(file.takeIssues().isEmpty)
  }

  @Test("in pieces leaves the old values in the journal, though no list has them any more")
  func killedMeanwhile() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0)), ("b", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("<plist>".utf8))
    try mirror.commit([("c", .integer(1))], to: file)
    // Read from the journal alone, as after a crash.
    let copy = TemporaryFolder()
    for name in folder.names where name.contains("journal") {
      try copy.write(#require(folder.read(name)), to: name)
    }
    #expect(try DurableFile.read(copy.file("s")) == mirror.values)
  }

  @Test("in the instant of the swap is kept aside, if the program is killed then")
  func killedAfterSwap() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    let test = self
    disk.beforeEachSwap { _ in try? test.edit("e", 1) }
    disk.killAfterSwap()
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    try DurableFile(path: path).set(["b": .integer(2)])
    let kept = try #require(folder.read("s.edited-1"))
    #expect(try Self.edited(kept, "e", 1) == Data(kept))
    #expect(folder.names.allSatisfy { !$0.contains(".temporary-") })
  }

  @Test("and is none is swept, if the program is killed in the instant of the swap")
  func killedWithoutEdit() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    disk.killAfterSwap()
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    try DurableFile(path: path).set(["b": .integer(2)])
    #expect(folder.names.allSatisfy { !$0.contains(".temporary-") && !$0.contains("edited") })
  }
}

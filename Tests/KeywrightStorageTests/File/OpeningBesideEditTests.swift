import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// An editor that is in the middle of saving a list while programs open it, commit to it, and look.
@Suite("An edit that is being saved")
struct OpeningBesideEditTests {
  /// How an editor brings new bytes into a list's place.
  enum Way: CaseIterable, Sendable {
    /// It cuts the list, and writes it in pieces.
    case pieces
    /// It moves the list away, and writes the new one under its name.
    case aside
    /// It moves the list away, and gives its name to a new one.
    case renamed
  }

  /// An editor whose steps come one by one.
  private final class Editor: Sendable {
    private let steps: Protected<[@Sendable () throws -> Void]>
    var isDone: Bool { steps.withLock(\.isEmpty) }

    init(_ way: Way, of path: String, to bytes: Data, random: inout SeededGenerator) {
      var steps: [@Sendable () throws -> Void] = []
      // It writes through one descriptor, whatever takes the list's name meanwhile.
      let file = Protected<FileHandle?>(nil)
      let begin: @Sendable (Int32) -> Void = { flags in
        let descriptor = open(path, O_WRONLY | flags, 0o600)
        file.withLock { $0 = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) }
      }
      switch way {
      case .pieces: steps.append { begin(O_TRUNC) }
      case .aside:
        steps.append { #expect(rename(path, path + "~") == 0) }
        steps.append { begin(O_CREAT | O_TRUNC) }
      case .renamed:
        steps.append { #expect(rename(path, path + "~") == 0) }
        steps.append {
          try bytes.write(to: URL(filePath: path + ".new"))
          #expect(rename(path + ".new", path) == 0)
        }
      }
      var start = way == .renamed ? bytes.count : 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
        let piece = bytes[start..<end]
        steps.append { try file.withLock { try $0?.write(contentsOf: piece) } }
        start = end
      }
      self.steps = Protected(steps)
    }

    func step() {
      let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      do { try step?() } catch { Issue.record(error) }
    }
  }

  /// A file system on which the editor goes on while a program waits.
  private final class Disk: EditorsClock, @unchecked Sendable {
    // `@unchecked`: the variable has a lock of its own.
    private let editor = Protected<Editor?>(nil)
    func begin(_ editor: Editor) { self.editor.withLock { $0 = editor } }
    override func pause(_ duration: Duration) {
      if let editor = editor.withLock(\.self), !editor.isDone { return editor.step() }
      real.pause(duration)
    }
  }

  private static func text(_ members: PropertyListDictionary) -> String {
    members.members.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// Programs of the search: some have the store open, one opens it meanwhile.
  private static let names = ["a", "b", "c"]

  @Test(
    "loses nothing and is merged, whoever opens, commits or looks meanwhile",
    arguments: Way.allCases, Search.seeds(8, of: 60))
  func search(way: Way, seed: UInt64) throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    var random = SeededGenerator(seed: seed)
    try DurableFile(path: path).set(["a": .integer(0), "b": .integer(0), "e": .integer(0)])
    var expected = ["a": 0, "b": 0, "e": 7]
    let disk = Disk(path)
    var programs = try [FollowingProgram(path, disk), FollowingProgram(path, disk)]
    // Compactions that the other program has not seen, with commits that only lists hold after them.
    for number in 0..<Int.random(in: 0...3, using: &random) {
      expected["a\(number)"] = 1
      try programs[0].commitCompacting("a\(number)", 1)
    }
    if Bool.random(using: &random) {
      try programs[0].commit("a", 1)
      expected["a"] = 1
    }
    let bytes = try EditedList.bytes(of: #require(folder.read("s")), "e", 7)
    let editor = Editor(way, of: path, to: bytes, random: &random)
    disk.begin(editor)
    var number = 1
    while !editor.isDone {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: editor.step()
      case 2 where programs.count < Self.names.count:
        programs.append(try FollowingProgram(path, disk))
      case 3:
        let program = programs.randomElement(using: &random)!
        program.take(try program.file.refreshUpdate())
      default:
        let index = programs.indices.randomElement(using: &random)!
        number += 1
        try programs[index].commit(Self.names[index], number)
        expected[Self.names[index]] = number
      }
    }
    for (program, name) in zip(programs, Self.names) {
      expected[name + "last"] = 1
      try program.commit(name + "last", 1)
    }
    let all = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
    for program in programs {
      program.take(try program.file.refreshUpdate())
      #expect(Self.text(program.values) == Self.text(all))
      #expect(program.file.takeIssues().isEmpty)
    }
    #expect(try Self.text(DurableFile.read(path)) == Self.text(all))
    #expect(folder.names.allSatisfy { !$0.contains("damaged") })
  }

  /// A file system on which nobody waits in earnest.
  private final class Hurried: FileSystemWrapper, @unchecked Sendable {
    override func pause(_ duration: Duration) {}
  }

  @Test(
    "that ends when the list is moved away loses nothing, but to an opening, which begins the store anew",
    arguments: Search.seeds(6, of: 60))
  func gone(seed: UInt64) throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    var random = SeededGenerator(seed: seed)
    try DurableFile(path: path).set(["a": .integer(0), "b": .integer(0)])
    var expected = ["a": 0, "b": 0]
    let disk = Hurried()
    var programs = try [FollowingProgram(path, disk), FollowingProgram(path, disk)]
    var kept: PropertyListDictionary?
    for number in 0...Int.random(in: 0...2, using: &random) {
      expected["a\(number)"] = 1
      try programs[0].commitCompacting("a\(number)", 1)
    }
    if Bool.random(using: &random) {
      try programs[1].commit("b", 1)
      expected["b"] = 1
    }
    // The editor may have begun to write into it.
    if Bool.random(using: &random) {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.write(contentsOf: Data("<?xml".utf8))
    }
    #expect(rename(path, path + "~") == 0)
    for number in 0..<Int.random(in: 0...6, using: &random) {
      let index = programs.indices.randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where programs.count < Self.names.count:
        let isReset = folder.read("s") == nil && kept == nil
        programs.append(try FollowingProgram(path, disk))
        if isReset, programs[2].values.members.isEmpty {
          kept = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
          expected = [:]
        }
      case 1:
        programs[index].take(try programs[index].file.refreshUpdate())
      case 2:
        try programs[index].file.flush(compacting: true)
      default:
        try programs[index].commit(Self.names[index], number)
        expected[Self.names[index]] = number
      }
    }
    let all = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
    for program in programs {
      program.take(try program.file.refreshUpdate())
      #expect(Self.text(program.values) == Self.text(all))
    }
    for program in programs { program.file.close() }
    if let kept { #expect(try folder.members("s.earlier-1") == kept) }
    #expect(try Self.text(DurableFile.read(path)) == Self.text(all))
    let next = try FollowingProgram(path, disk)
    #expect(Self.text(next.values) == Self.text(all))
    #expect(next.file.takeIssues().isEmpty)
  }

  @Test("in pieces that come too slowly for a program that opens it leaves all what they have")
  func stalled() throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    let holder = try FollowingProgram(path, Hurried())
    try holder.commit("a", 1)
    try holder.file.flush(compacting: true)
    try holder.commitCompacting("b", 2)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("<?xml".utf8))
    let next = try FollowingProgram(path, Hurried())
    holder.take(try holder.file.refreshUpdate())
    for program in [holder, next] {
      #expect(Self.text(program.values) == "a=integer(1) b=integer(2)")
      program.file.close()
    }
  }
}

import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A record that a kill or a power cut interrupted")
struct InterruptedRecordTests {
  private static let path = MemoryFileSystem.folderPath + "/s"

  /// A store whose journal has two records, of which the last is looked at.
  struct Fixture {
    let checkpoint: [UInt8]
    /// With the zeros that are written ahead.
    let journal: [UInt8]
    /// Where the last record begins and ends.
    let record: Range<Int>
    let before: PropertyListDictionary
    let after: PropertyListDictionary

    init(_ last: [(String, PropertyList?)]) throws {
      let disk = MemoryFileSystem()
      let file = DurableFile(path: path, fileSystem: disk)
      var mirror = Mirror()
      try mirror.commit([("a", .integer(0)), ("z", .string("checkpoint"))], to: file)
      try mirror.commit([("a", .integer(1))], to: file)
      before = mirror.values
      let start = try file.end
      try mirror.commit(last, to: file)
      after = mirror.values
      record = start..<(try file.end)
      checkpoint = try #require(disk.files["s"])
      journal = try #require(disk.files["s.journal.1"])
    }

    func open(journal: [UInt8]) throws -> Found {
      try Found(checkpoint: checkpoint, journal: journal)
    }

    /// The journal as it is when the last record ends too early.
    func cut(at end: Int, thenZeros: Bool) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: journal.count - end)
      return Array(journal[..<end]) + (thenZeros ? zeros : [])
    }
  }

  /// The outcome of opening the files.
  struct Found {
    var members = PropertyListDictionary()
    var issues: [StorageError.Code] = []
    var isAside = false
    var hasDropped = false
    /// The issues of the next opening.
    var next: [StorageError.Code] = []

    /// Whether there is nothing to complain of.
    var isOrderly: Bool { issues.isEmpty && !isAside && next.isEmpty }
    var isDamage: Bool { issues == [.corrupt] && isAside && !hasDropped }

    init(checkpoint: [UInt8], journal: [UInt8]) throws {
      let disk = MemoryFileSystem(files: ["s": checkpoint, "s.journal.1": journal])
      let file = DurableFile(path: path, fileSystem: disk)
      let contents = try file.open()
      members = PropertyListDictionary(sortedMembers: contents.members)
      issues = contents.issues.map(\.code)
      isAside = disk.files["s.journal.1.damaged-1"] == journal
      hasDropped = file.hasDroppedInterruptedCommit
      var mirror = Mirror()
      mirror.adopt(contents)
      try mirror.commit([("after", .integer(1))], to: file)
      let again = try DurableFile(path: path, fileSystem: disk).open()
      next = again.issues.map(\.code)
      #expect(again.members == mirror.values.members)
    }
  }

  private static let commits: [[(String, PropertyList?)]] = [
    [("b", .integer(2))], [("b", .integer(-3))], [("b", .integer(1_000_000_007))],
    [("a", .real(0.5)), ("b", .boolean(false)), ("c", .string(""))], [("b", .string("naïve"))],
    [("a", nil)], [("z", nil), ("b", .array([.real(1), .array([])]))],
    [("b", .data([0, 0, 1, 0, 0]))], [("b", .data([UInt8](repeating: 7, count: 1_500)))],
    [("b", .dictionary(.init(["x": .integer(0), "y": .date(0)])))],
  ]

  @Test(
    "is no damage where it is a proper prefix, before the end of the file or only zeros",
    arguments: 0..<commits.count)
  func prefix(number: Int) throws {
    let fixture = try Fixture(Self.commits[number])
    for end in Search.part(of: fixture.record.dropFirst(), each: 7, from: number) {
      for thenZeros in [false, true] {
        let journal = fixture.cut(at: end, thenZeros: thenZeros)
        // The missing bytes may be zeros.
        let isWhole = thenZeros && journal == fixture.journal
        let found = try fixture.open(journal: journal)
        #expect(found.members == (isWhole ? fixture.after : fixture.before))
        #expect(found.isOrderly, "\(end) of \(fixture.record), then zeros: \(thenZeros)")
        #expect(found.hasDropped == !isWhole)
      }
    }
  }

  @Test("is no damage where a sector of the disk in it is all zeros")
  func sector() throws {
    let fixture = try Fixture([("b", .data([UInt8](repeating: 7, count: 3_000)))])
    let sectors = stride(from: 0, to: fixture.record.upperBound, by: 512)
      .filter { $0 > fixture.record.lowerBound }
    #expect(sectors.count == 6)
    for lost in 1..<1 << sectors.count {
      var journal = fixture.journal
      for (index, start) in sectors.enumerated() where lost >> index & 1 == 1 {
        for place in start..<start + 512 { journal[place] = 0 }
      }
      let found = try fixture.open(journal: journal)
      #expect(found.members == fixture.before)
      #expect(found.isOrderly && found.hasDropped, "sectors \(lost)")
    }
  }

  @Test(
    "is damage when it is there in full and does not check: each flipped bit and each wrong byte",
    arguments: 0..<commits.count)
  func full(number: Int) throws {
    let fixture = try Fixture(Self.commits[number])
    let written = try #require(fixture.journal.lastIndex { $0 != 0 })
    for index in Search.part(of: fixture.record.lowerBound...written, each: 4, from: number) {
      let masks = (0..<8).map { 1 << $0 as UInt8 } + [0xff]
      for mask in Search.part(of: masks, each: masks.count, from: index) {
        var journal = fixture.journal
        journal[index] ^= mask
        // Then it is a proper prefix.
        if index == written, journal[index] == 0 { continue }
        let found = try fixture.open(journal: journal)
        #expect(found.members == fixture.before)
        #expect(found.isDamage, "byte \(index) of \(fixture.record), mask \(mask)")
      }
    }
  }

  @Test("is damage where anything but zeros follows it")
  func followed() throws {
    let fixture = try Fixture([("b", .string("last"))])
    for end in fixture.record.dropFirst() {
      for place in fixture.record.upperBound..<fixture.record.upperBound + 16 {
        var journal = fixture.cut(at: end, thenZeros: true)
        journal[place] = 1
        let found = try fixture.open(journal: journal)
        #expect(found.members == fixture.before)
        #expect(found.isDamage, "\(end), and a byte at \(place)")
      }
    }
  }

  @Test("is damage where anything but zeros follows one with a sector of zeros")
  func followedAfterZeros() throws {
    let fixture = try Fixture([("b", .data([UInt8](repeating: 7, count: 3_000)))])
    var journal = fixture.journal
    for place in 1_024..<1_536 { journal[place] = 0 }
    #expect(try fixture.open(journal: journal).isOrderly)
    journal[fixture.record.upperBound + 3] = 1
    let found = try fixture.open(journal: journal)
    #expect(found.members == fixture.before)
    #expect(found.isDamage)
  }

  @Test("is damage where a wrong length makes later commits look like a part of it")
  func length() throws {
    var journal: [UInt8] = []
    var checkpoint: [UInt8] = []
    var starts: [Int] = []
    let disk = MemoryFileSystem()
    let file = DurableFile(path: Self.path, fileSystem: disk)
    for number in 0..<6 {
      try file.set(["n": .integer(Int64(number))])
      starts.append(try file.end)
    }
    checkpoint = try #require(disk.files["s"])
    journal = try #require(disk.files["s.journal.1"])
    let last = starts.popLast()
    let end = try #require(last)
    for (index, start) in starts.enumerated() {
      for bit in 0..<32 {
        for capacity in [journal.count, end] {
          var damaged = Array(journal[..<capacity])
          damaged[start + bit / 8] ^= 1 << (bit % 8)
          let found = try Found(checkpoint: checkpoint, journal: damaged)
          #expect(found.members == .init(["n": .integer(Int64(index))]))
          #expect(found.isDamage, "bit \(bit) of the record at \(start)")
        }
      }
    }
  }

  @Test("is dropped by a writer that has the file open when another one dies in it")
  mutating func whileOpen() throws {
    let fixture = try Fixture([("b", .string("last"))])
    let disk = MemoryFileSystem(files: [
      "s": fixture.checkpoint,
      "s.journal.1": fixture.cut(at: fixture.record.lowerBound, thenZeros: true),
    ])
    let file = DurableFile(path: Self.path, fileSystem: disk)
    var mirror = Mirror()
    mirror.adopt(try file.open())
    #expect(!file.hasDroppedInterruptedCommit)
    try disk.overwrite(
      "s.journal.1", with: fixture.cut(at: fixture.record.lowerBound + 20, thenZeros: true))
    try mirror.commit([("c", .integer(3))], to: file)
    #expect(file.hasDroppedInterruptedCommit)
    #expect(file.takeIssues().isEmpty)
    #expect(disk.files.keys.allSatisfy { !$0.contains("damaged") })
    let again = try DurableFile(path: Self.path, fileSystem: disk).open()
    #expect(again.members == mirror.values.members)
    #expect(again.issues.isEmpty)
  }

  @Test("is in what a flush brings into the list only if it is whole")
  mutating func flushed() throws {
    let fixture = try Fixture([("b", .string("last"))])
    let disk = MemoryFileSystem(files: [
      "s": fixture.checkpoint,
      "s.journal.1": fixture.cut(at: fixture.record.lowerBound, thenZeros: true),
    ])
    let file = DurableFile(path: Self.path, fileSystem: disk)
    _ = try file.open()
    try disk.overwrite(
      "s.journal.1", with: fixture.cut(at: fixture.record.lowerBound + 20, thenZeros: true))
    try file.flush(compacting: true)
    let bytes = try #require(disk.files["s"])
    guard case .dictionary(var list) = try PropertyList(reading: bytes) else { return }
    _ = list.takeCheckpointNumber()
    #expect(list == fixture.before)
  }

  @Test("is reported once, by an open store that finds damage in its place")
  func damageWhileOpen() throws {
    let fixture = try Fixture([("b", .string("last"))])
    let disk = MemoryFileSystem(files: [
      "s": fixture.checkpoint,
      "s.journal.1": fixture.cut(at: fixture.record.lowerBound, thenZeros: true),
    ])
    let file = DurableFile(path: Self.path, fileSystem: disk)
    _ = try file.open()
    var journal = fixture.journal
    journal[fixture.record.lowerBound + 9] ^= 1
    try disk.overwrite("s.journal.1", with: journal)
    let contents = try file.beginWriting(timeout: .zero)
    #expect(contents?.issues.map(\.code) == [.corrupt])
    file.endWriting()
  }
}

/// Reading while another store writes.
@Suite("A reader that looks while a writer is inside a record")
struct RecordUnderWayTests {
  /// A file system whose writer, half way through a record, lets a reader look.
  private final class Halves: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variable is read and written under `mutex` only.
    private let mutex = NSLock()
    private var inside: (@Sendable () -> Void)?
    private let isDisorderly: Bool

    init(isDisorderly: Bool) { self.isDisorderly = isDisorderly }

    func onNextWrite(_ body: @escaping @Sendable () -> Void) { mutex.withLock { inside = body } }

    override func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
      throws(SystemError) -> Int
    {
      let body = mutex.withLock { inside.take() }
      guard let body else { return try real.write(file, at: offset, bytes) }
      let half = bytes.count / 2
      if isDisorderly {
        // The end first, as where a reader reads one page before and another after the write.
        let end = UnsafeRawBufferPointer(rebasing: bytes[half...])
        _ = try real.write(file, at: offset + half, end)
        _ = try real.write(file, at: offset, UnsafeRawBufferPointer(rebasing: bytes[..<6]))
      } else {
        _ = try real.write(file, at: offset, UnsafeRawBufferPointer(rebasing: bytes[..<half]))
      }
      body()
      return try real.write(file, at: offset, bytes)
    }
  }

  private final class Noted: @unchecked Sendable {
    // `@unchecked`: read and written under `mutex` only.
    private let mutex = NSLock()
    private var values: [StorageError] = []
    var issues: [StorageError] { mutex.withLock { values } }
    func note(_ more: [StorageError]) { mutex.withLock { values += more } }
  }

  @Test("reports nothing, and looks again", arguments: [false, true], [false, true])
  func refresh(isDisorderly: Bool, afterCompaction: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    let halves = Halves(isDisorderly: isDisorderly)
    let writer = DurableFile(path: path, fileSystem: halves)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0))], to: writer)
    try mirror.commit([("a", .integer(1))], to: writer)
    let reader = DurableFile(path: path)
    _ = try reader.open()
    // Then the reader reads everything again.
    if afterCompaction { try writer.flush(compacting: true) }
    let noted = Noted()
    halves.onNextWrite {
      for _ in 0..<2 {
        guard case .contents(let contents) = try? reader.refreshUpdate() else { continue }
        noted.note(contents.issues)
      }
      noted.note(reader.takeIssues())
    }
    try mirror.commit([("b", .string("a record of some length"))], to: writer)
    #expect(noted.issues.isEmpty)
    let names = folder.names
    var found = Mirror()
    found.adopt(try reader.refresh())
    #expect(found.values == mirror.values)
    #expect(reader.takeIssues().isEmpty && !reader.hasDroppedInterruptedCommit)
    #expect(folder.names == names)
  }
}

extension DurableFile {
  /// Where the next record belongs.
  fileprivate var end: Int {
    get throws { try #require(state.withLock { $0.journal?.end }) }
  }
}

extension MemoryFileSystem {
  /// Writes over a file, as another process does that has it open.
  fileprivate func overwrite(_ name: String, with bytes: [UInt8]) throws {
    let folder = try open(MemoryFileSystem.folderPath, in: workingFolder, .folder)
    let file = try open(name, in: folder, .readAndWrite)
    defer {
      close(file)
      close(folder)
    }
    let count = try bytes.reading { bytes throws(SystemError) in try write(file, at: 0, bytes) }
    #expect(count == bytes.count)
  }
}

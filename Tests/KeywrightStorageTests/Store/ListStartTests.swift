import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// An opening starts at the list that the journal names last: what the list has is not decoded from the journal.
@Suite("A journal that is read behind its list") struct ListStartTests {
  /// What a reading of the journal gives.
  private struct Reading: Equatable {
    var members: PropertyListDictionary?
    var numbers: [UInt64] = []
    var notes: [ListNote] = []
    var places: [Int] = []
    var settled: Int64?
    var time: Int64?
    var tail: JournalTail?

    init(_ reading: Journal.Reading) {
      guard case .valid(let journal, let history) = reading else { return }
      members = history.members
      numbers = [journal.number, journal.summary.firstNumber]
      notes = journal.notes
      places = [journal.end.position, journal.end.note, journal.summary.snapshotEnd]
      (settled, time, tail) = (journal.summary.settled, journal.summary.lastTime, journal.tail)
    }
  }

  private static func store(_ disk: MemoryFileSystem) throws -> StoreProgram {
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    return try StoreProgram("x.plist", in: folder)
  }

  /// The journal of a store that nobody has read yet, read behind its list and whole.
  private static func readings(
    _ files: [String: [UInt8]]
  ) throws -> (behind: Journal.Reading, whole: Journal.Reading) {
    let files = MemoryFileSystem(files: files)
    let behind = try store(files).store.readJournalBehindList()
    return (behind, try store(files).store.readJournal())
  }

  private static func startNumber(_ reading: Journal.Reading) -> UInt64? {
    if case .valid(_, let history) = reading { history.startNumber } else { nil }
  }

  private static func change(_ generator: inout SeededGenerator) -> MemberChange {
    let value = PropertyList.integer(Int64(Int.random(in: 0...99, using: &generator)))
    return MemberChange(
      name: "k\(Int.random(in: 0...4, using: &generator))",
      value: Int.random(in: 0...4, using: &generator) == 0 ? nil : value)
  }

  /// Plays commits, publications, edits, removals and shortened journals.
  /// - Returns: The files after each.
  private static func states(seed: UInt64) throws -> [[String: [UInt8]]] {
    var generator = SeededGenerator(seed: seed)
    let disk = MemoryFileSystem()
    let store = try store(disk)
    return try (0..<14).map { _ in
      switch Int.random(in: 0...9, using: &generator) {
      case 0...4: _ = try store.commit([change(&generator), change(&generator)])
      case 5...7: try store.publish()
      case 8:
        disk.pause(.seconds(2))
        try store.tidy()
        _ = try store.shorten()
      default:
        let text = "<plist><dict><key>e</key><integer>1</integer></dict></plist>"
        let edit = EditedMembers(Array(text.utf8))
        let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
        folder.discard("x.plist")
        _ = try folder.create("x.plist", with: try #require(edit).bytes, like: nil)
        try store.takeInEdits()
      }
      return disk.files
    }
  }

  @Test("says what the whole one says", arguments: Search.seeds(12, of: 400))
  func search(seed: UInt64) throws {
    for (step, files) in try Self.states(seed: seed).enumerated() {
      let (behind, whole) = try Self.readings(files)
      #expect(Reading(behind) == Reading(whole), "step \(step)")
    }
  }

  /// A store with two commits in its list, and one behind it.
  private static func store() throws -> [String: [UInt8]] {
    let disk = MemoryFileSystem()
    let store = try store(disk)
    for number in 1...4 {
      _ = try store.commit([MemberChange(name: "k\(number)", value: .integer(Int64(number)))])
      if number == 3 { try store.publish() }
    }
    return disk.files
  }

  @Test("starts there, and nowhere else")
  func start() throws {
    var files = try Self.store()
    let (behind, whole) = try Self.readings(files)
    #expect(Self.startNumber(behind) == 3)
    #expect(Self.startNumber(whole) == 0)
    // Another list is no start.
    let list = try #require(files["x.plist"])
    files["x.plist"] = list.dropLast() + [list[list.count - 1] ^ 1]
    #expect(Self.startNumber(try Self.readings(files).behind) == 0)
    files["x.plist"] = nil
    #expect(Self.startNumber(try Self.readings(files).behind) == 0)
  }

  @Test("finds damage before the note as the whole one does")
  func damage() throws {
    var files = try Self.store()
    let journal = try #require(files["x.plist.journal"])
    let end = try #require(journal.lastIndex { $0 != 0 })
    for bit in Search.part(of: JournalFormat.headerLength * 8..<end * 8, each: 7) {
      var damaged = journal
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      files["x.plist.journal"] = damaged
      let (behind, whole) = try Self.readings(files)
      #expect(Reading(behind) == Reading(whole), "bit \(bit)")
    }
  }

  @Test("stops before the note where a power cut took a sector, as the whole one does")
  func lostSector() throws {
    let disk = MemoryFileSystem()
    let store = try Self.store(disk)
    for number in 1...3 {
      let text = PropertyList.string(String(repeating: "a", count: 1_500))
      _ = try store.commit([MemberChange(name: "k\(number)", value: text)])
    }
    try store.publish()
    var files = disk.files
    let journal = try #require(files["x.plist.journal"])
    for sector in [2, 4, 6] {
      var cut = journal
      for place in sector * 512..<(sector + 1) * 512 { cut[place] = 0 }
      files["x.plist.journal"] = cut
      let (behind, whole) = try Self.readings(files)
      #expect(Reading(behind).tail == .interrupted)
      #expect(Reading(behind) == Reading(whole), "sector \(sector)")
    }
  }

  @Test("knows no list that came while the journal was read")
  func replaced() throws {
    var files = try Self.store()
    let disk = MemoryFileSystem(files: files)
    let store = try Self.store(disk).store
    _ = try store.refreshed()
    let text = "<plist><dict><key>e</key><integer>1</integer></dict></plist>"
    let folder = store.place.folder
    folder.discard("x.plist")
    _ = try folder.create("x.plist", with: Array(text.utf8), like: nil)
    #expect(try store.glance())
    files["x.plist"] = disk.files["x.plist"]
    #expect(try Self.store(MemoryFileSystem(files: files)).store.glance())
  }

  @Test("control: a list that lacks a commit is noticed by the search")
  func control() throws {
    let files = try Self.store()
    let store = try Self.store(MemoryFileSystem(files: files)).store
    let behind = try Journal.read(at: store.place, beside: { nil }, behind: { _ in .init() })
    #expect(Reading(behind) != Reading(try store.readJournal()))
  }
}

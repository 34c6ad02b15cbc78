import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What people and tools do to a store's files while no program runs, or between two looks of one.
@Suite("What is done to a store's files") struct StoreSituationTests {
  /// A folder with a store, and what else lies in it.
  private final class Place {
    var disk: MemoryFileSystem
    private var numbers: UInt64
    private(set) var reports: [StoreReport] = []

    init(_ files: [String: [UInt8]] = [:], numbersFrom first: UInt64 = 100) {
      disk = MemoryFileSystem(files: files)
      numbers = first
    }

    var list: [UInt8]? { disk.files["x.plist"] }

    private func store() throws -> StoreProgram {
      let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
      return try StoreProgram("x.plist", in: folder) { [self] in
        numbers += 1
        return numbers
      }
    }

    /// Does something in a program that starts and ends with it, which publishes what it committed.
    @discardableResult
    func run(
      _ changes: [String: Int] = [:], shortening: Bool = false, clearing: Bool = false,
      publishing: Bool = true
    ) throws -> [String: Int] {
      let store = try store()
      try store.takeInEdits()
      if !changes.isEmpty {
        _ = try store.commit(
          changes.map { MemberChange(name: $0.key, value: .integer(Int64($0.value))) })
      }
      if clearing {
        disk.pause(.seconds(2))
        try store.tidy()
      }
      if publishing { try store.publish() }
      disk.pause(.seconds(2))
      try store.tidy()
      if shortening { #expect(try store.shorten()) }
      reports += store.reports
      return try members()
    }

    func members() throws -> [String: Int] {
      let members = try store().open().members.compactMap { member in
        if case .integer(let value) = member.value { (member.key, Int(value)) } else { nil }
      }
      return Dictionary(uniqueKeysWithValues: members)
    }

    /// Puts a file in place, or removes it.
    func put(_ bytes: [UInt8]?, as name: String = "x.plist") {
      var files = disk.files
      files[name] = bytes
      disk = MemoryFileSystem(files: files)
    }
  }

  private static func plain(_ values: [String: Int], number: Int64? = nil) throws -> [UInt8] {
    var list = try #require(EditedMembers(Array("<plist><dict></dict></plist>".utf8)))
    list.values = values
    list.number = number
    return list.bytes
  }

  private func store(_ values: [String: Int] = ["a": 1, "b": 1]) throws -> Place {
    let place = Place()
    try place.run(values)
    return place
  }

  @Test("A copy of the list that is put back counts as a whole, and is said")
  func copies() throws {
    let place = try store()
    let copy = place.list
    try place.run(["a": 2])
    place.put(copy)
    #expect(try place.run() == ["a": 1, "b": 1])
    #expect(place.reports == [.edit([.putBack(["a"])], keptAs: "x.plist.earlier-1")])
    #expect(try place.run(["b": 3]) == ["a": 1, "b": 3])
  }

  @Test("A copy without the number counts as a whole as well")
  func plainCopies() throws {
    let place = try store()
    try place.run(["a": 2])
    place.put(try Self.plain(["a": 1, "b": 1]))
    #expect(try place.run() == ["a": 1, "b": 1])
  }

  @Test("A template that is deployed again counts again")
  func templates() throws {
    let place = try store()
    let template = try Self.plain(["a": 9, "b": 1])
    place.put(template)
    #expect(try place.run() == ["a": 9, "b": 1])
    #expect(try place.run(["a": 2]) == ["a": 2, "b": 1])
    place.put(template)
    #expect(try place.run() == ["a": 9, "b": 1])
  }

  @Test("An edit that changes nothing but the last digit of the one before is taken in")
  func lastDigit() throws {
    let place = try store(["a": 1, "z": 1])
    let read = try #require(place.list.flatMap { EditedMembers($0) })
    for digit in 2...9 {
      place.put(try Self.plain(["a": 1, "z": digit], number: read.number))
      #expect(try place.run() == ["a": 1, "z": digit])
    }
  }

  @Test("An edit of an earlier list is merged with what was committed since")
  func edits() throws {
    let place = try store()
    let read = try #require(place.list.flatMap { EditedMembers($0) })
    try place.run(["a": 2])
    place.put(try Self.plain(["a": 1, "b": 5, "c": 6], number: read.number))
    #expect(try place.run() == ["a": 2, "b": 5, "c": 6])
    #expect(place.reports.isEmpty)
    let later = try #require(place.list.flatMap { EditedMembers($0) })
    try place.run(["b": 7])
    place.put(try Self.plain(["a": 2, "b": 8, "c": 6], number: later.number))
    #expect(try place.run() == ["a": 2, "b": 8, "c": 6])
    #expect(place.reports == [.edit([.lost(name: "b", .integer(7))], keptAs: "x.plist.earlier-1")])
  }

  @Test("An edit of the list before the last one is merged also where the journal was made shorter")
  func editsOfShortened() throws {
    let place = try store()
    try place.run(["a": 2])
    let read = try #require(place.list.flatMap { EditedMembers($0) })
    try place.run(["a": 3], shortening: true)
    place.put(try Self.plain(["a": 2, "b": 5], number: read.number))
    #expect(try place.run() == ["a": 3, "b": 5])
    #expect(place.reports.isEmpty)
  }

  @Test("A list that is rewritten in another format changes nothing")
  func formats() throws {
    let place = try store()
    let read = try #require(place.list.flatMap { EditedMembers($0) })
    place.put(read.bytes)
    #expect(try place.run(["a": 2]) == ["a": 2, "b": 1])
    #expect(place.reports.isEmpty)
  }

  @Test("A list that is removed resets the store; the values are kept")
  func removal() throws {
    let place = try store()
    place.put(nil)
    #expect(try place.run() == [:])
    #expect(place.reports == [.reset(keptAs: "x.plist.earlier-1")])
    place.put(place.disk.files["x.plist.earlier-1"])
    #expect(try place.run() == ["a": 1, "b": 1])
  }

  @Test("A list that was kept aside by a program that was killed then resets nothing")
  func keptAside() throws {
    let place = try store()
    place.put(Array("{}".utf8))
    #expect(try place.run(clearing: true, publishing: false) == ["a": 1, "b": 1])
    #expect(place.list == nil)
    #expect(try place.run() == ["a": 1, "b": 1])
    #expect(place.reports.count == 1)
    guard case .damaged(keptAs: "x.plist.damaged-1", .some)? = place.reports.first else {
      Issue.record("\(place.reports)")
      return
    }
  }

  @Test("Nothing of a value that was removed stands in a file of a rebuilt store")
  func secrets() throws {
    let disk = MemoryFileSystem()
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    let (store, other) = (
      try StoreProgram("x.plist", in: folder), try StoreProgram("x.plist", in: folder)
    )
    let canary = Array("a canary that sings".utf8)
    func holders() -> [String] {
      disk.files.filter { file in
        file.value.indices.contains { file.value[$0...].starts(with: canary) }
      }.keys.sorted()
    }
    _ = try store.commit([MemberChange(name: "token", value: .data(canary))])
    try store.publish()
    _ = try other.commit([MemberChange(name: "a", value: .integer(1))])
    #expect(holders() == ["x.plist", "x.plist.journal"])
    _ = try store.commit([MemberChange(name: "token", value: nil)])
    #expect(holders() == ["x.plist", "x.plist.journal"])
    let members = PropertyListDictionary(["a": .integer(1)])
    try store.rebuild(members)
    try store.publish()
    disk.pause(.seconds(2))
    try store.tidy()
    #expect(holders() == [])
    _ = try other.commit([MemberChange(name: "b", value: .integer(2))])
    #expect(
      try StoreProgram("x.plist", in: folder).open()
        == members.applying([MemberChange(name: "b", value: .integer(2))]))
    #expect(store.reports.isEmpty && other.reports.isEmpty)
  }

  @Test("A first publication that was cut off resets nothing")
  func firstPublication() throws {
    let disk = MemoryFileSystem()
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    let members = PropertyListDictionary(["a": .integer(1)])
    let store = try StoreProgram("x.plist", in: folder)
    _ = try store.commit([MemberChange(name: "a", value: .integer(1))])
    try store.rebuild(members)
    let publication = try #require(try Publication.Draft(of: store.store)?.build())
    _ = try store.writing { store throws(StorageError) in try publication.announce(in: store) }
    publication.release()
    for _ in 1...2 {
      disk.pause(.seconds(2))
      let later = try StoreProgram("x.plist", in: folder)
      try later.tidy()
      #expect(later.reports.isEmpty)
    }
    #expect(try StoreProgram("x.plist", in: folder).open() == members)
  }

  @Test("Without the journal the list is the store; an older journal takes a newer list in")
  func journals() throws {
    let place = try store()
    let journal = place.disk.files["x.plist.journal"]
    try place.run(["a": 2])
    place.put(journal, as: "x.plist.journal")
    #expect(try place.run() == ["a": 2, "b": 1])
    place.put(nil, as: "x.plist.journal")
    #expect(try place.run(["b": 3]) == ["a": 2, "b": 3])
  }

  @Test("Of two clones of a folder, the list of one makes the other its equal")
  func clones() throws {
    let place = try store()
    let clone = Place(place.disk.files, numbersFrom: 1 << 20)
    try place.run(["a": 2])
    try clone.run(["b": 5])
    place.put(clone.list)
    #expect(try place.run() == ["a": 1, "b": 5])
    #expect(place.reports == [.edit([.putBack(["a", "b"])], keptAs: "x.plist.earlier-1")])
  }

  @Test("A synchronizer of the list comes to rest", arguments: [true, false])
  func synchronizer(clone: Bool) throws {
    let one = try store()
    let other = clone ? Place(one.disk.files, numbersFrom: 1 << 20) : Place(numbersFrom: 1 << 20)
    if !clone { try other.run(["a": 1]) }
    try one.run(["a": 2])
    var rounds = 0
    while one.list != other.list, rounds < 10 {
      rounds += 1
      other.put(one.list)
      try other.run()
      one.put(other.list)
      try one.run()
    }
    #expect(rounds <= 1)
    #expect(try one.members() == ["a": 2, "b": 1] && other.members() == ["a": 2, "b": 1])
  }

  @Test(
    "Where the numbers of commits end, no commit is made that could not be read", arguments: 0...3)
  func lastNumbers(left: UInt64) throws {
    let place = Place()
    let last = JournalFormat.endOfNumbers - 1 - left
    var (bytes, chain) = (JournalHeader(store: 1, journal: 2).bytes, UInt32(0))
    let list = try BinaryPropertyList.encode(.dictionary(.init()))
    try JournalRecord.snapshot(list: list, holding: last)
      .write(to: &bytes, at: bytes.count, in: 2, chain: &chain)
    place.put(bytes, as: "x.plist.journal")
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, place.disk))
    let program = try StoreProgram("x.plist", in: folder)
    // An edit may take two numbers at once.
    let two = try program.writing { store throws(StorageError) in
      guard let journal = try store.look() else { return false }
      let commits = (1...2 as ClosedRange<UInt64>).map { number in
        JournalCommit(
          number: journal.number + number,
          changes: [MemberChange(name: "e\(number)", value: .integer(1))])
      }
      do throws(StorageError) {
        try store.append(commits.map { .commit($0) }, to: journal)
        return true
      } catch {
        return false
      }
    }
    #expect(two == (left >= 2))
    var made = two ? 2 : 0
    while (try? program.commit([MemberChange(name: "a\(made)", value: .integer(1))])) != nil {
      made += 1
    }
    #expect(made == left)
    #expect(try place.members().count == left)
  }

  @Test(
    "A shorter journal has what was committed while it was built, copied beside the commits or under the lock"
  )
  func copiedTail() throws {
    let place = Place()
    for number in 1...3 { try place.run(["a": number, "n\(number)": number]) }
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, place.disk))
    let program = try StoreProgram("x.plist", in: folder)
    try program.takeInEdits()
    let text = PropertyList.string(String(repeating: "t", count: 1 << 16))
    var shortening = try #require(try Shortening.Draft(of: program.store)?.build())
    for round in 1...2 {
      let journal = try program.commit([MemberChange(name: "t\(round)", value: text)])
      #expect(try shortening.copy(upTo: journal.view))
      #expect(try !shortening.copy(upTo: journal.view))
    }
    let last = try program.commit([MemberChange(name: "a", value: .integer(9))])
    #expect(try !shortening.copy(upTo: last.view))
    #expect(try program.writing { store throws(StorageError) in try shortening.finish(in: store) })
    // Or else the list that lost its name would have to stay until another one is published.
    #expect(program.store.journal?.summary.settled == program.store.journal?.lastNote?.number)
    let found = try StoreProgram("x.plist", in: folder).open()
    #expect(found.members.map(\.key) == ["a", "n1", "n2", "n3", "t1", "t2"])
    #expect(found["a"] == .integer(9) && found["t1"] == text && found["t2"] == text)
  }

  @Test("A list for which there is no room leaves the journal as it is, in which removals go on")
  func fullDisk() throws {
    let disk = MemoryFileSystem()
    let full = FaultyFileSystem(disk)
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, full))
    let program = try StoreProgram("x.plist", in: folder)
    _ = try program.commit([MemberChange(name: "a", value: .integer(1))])
    full.replacePlan { _, operation in operation == .create ? 28 : nil }
    #expect(throws: StorageError.self) { try program.publish() }
    #expect(program.store.journal?.tail == .clean)
    _ = try program.commit([MemberChange(name: "a", value: nil)])
  }
}

import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What power cuts and damage leave of a store.
@Suite("A store behind a power cut") struct StoreCrashTests {
  /// Makes a store on a disk, with numbers that are the same in each run.
  private static func store(_ disk: MemoryFileSystem, numbersFrom first: UInt64 = 100) throws
    -> StoreFile
  {
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    var number = first
    return try StoreFile("x.plist", in: folder) {
      number += 1
      return number
    }
  }

  /// What a commit changes: more than one member, so that half a commit shows.
  ///
  /// Those of a second life, behind a power cut, have other values of the same length.
  private static func changes(_ number: Int) -> [MemberChange] {
    let text = String(repeating: "t", count: number % secondLife * 97 % 900)
    return ["m", "n"].map { MemberChange(name: $0, value: .integer(Int64(number))) }
      + [MemberChange(name: "text", value: .string(text))]
  }

  private static let secondLife = 1_000

  /// The number of the last commit in members; nil where they are not those of a commit.
  private static func number(_ members: PropertyListDictionary) -> Int? {
    if members.isEmpty { return 0 }
    guard case .integer(let number)? = members["n"] else { return nil }
    let wanted = PropertyListDictionary().applying(changes(Int(number)))
    return members == wanted ? Int(number) : nil
  }

  /// What a run does, one after another.
  enum Step {
    case commit, durable, publish, shorten, tidy
    /// Another program commits; and waits until that is on the disk.
    case otherCommit, otherSynchronize
    /// The two halves of a shortening.
    case buildShorter, putShorterInPlace
  }

  private static let scripts: [[Step]] = [
    [.durable, .commit, .publish, .durable, .commit, .tidy, .publish, .durable],
    [.durable, .publish, .tidy, .commit, .publish, .tidy, .durable, .shorten, .durable, .commit],
    [
      .durable, .publish, .tidy, .durable, .publish, .tidy, .buildShorter, .otherCommit,
      .putShorterInPlace, .otherSynchronize, .otherCommit, .otherSynchronize,
    ],
    [
      .durable, .publish, .tidy, .otherCommit, .otherSynchronize, .publish, .tidy, .otherCommit,
      .shorten,
      .otherSynchronize, .otherCommit, .otherSynchronize, .durable,
    ],
    [
      .commit, .durable, .publish, .tidy, .durable, .publish, .tidy, .shorten, .durable, .publish,
      .durable,
    ],
  ]

  /// Plays a script; each change of the disk is looked at.
  private func play(
    _ script: [Step], faults: MemoryFileSystem.Faults = [], states: Int
  ) throws -> [String] {
    let durable = Protected(0)
    let wrong = Protected<[String]>([])
    let disk = MemoryFileSystem(
      faults: faults,
      observer: { disk in
        let least = durable.withLock(\.self)
        guard wrong.withLock(\.isEmpty) else { return }
        var crash = CrashStates(disk.disk, seed: SeededGenerator.seed, keepingOrder: true)
        for files in crash.states(limit: states) {
          if let problem = Self.problem(files, atLeast: least) {
            wrong.withLock { $0.append(problem) }
          }
        }
      })
    let store = try Self.store(disk)
    let other = try Self.store(disk, numbersFrom: 1 << 20)
    var othersCommit: (journal: StoreJournal, number: Int)?
    var shortening: Shortening?
    var number = 0
    for step in script {
      switch step {
      case .commit, .durable:
        number += 1
        let journal = try store.commit(Self.changes(number))
        guard step == .durable else { break }
        try journal.synchronize(in: store.place.folder)
        durable.withLock { $0 = number }
      case .otherCommit:
        number += 1
        othersCommit = (try other.commit(Self.changes(number)), number)
      case .otherSynchronize:
        guard let commit = othersCommit else { break }
        try commit.journal.synchronize(in: other.place.folder)
        durable.withLock { $0 = commit.number }
      case .publish: try store.publish()
      case .buildShorter: shortening = try Shortening(of: store)
      case .putShorterInPlace:
        let shortening = try #require(shortening)
        #expect(try store.withLock { () throws(StorageError) in try shortening.finish() })
      case .shorten: #expect(try store.shorten())
      case .tidy:
        disk.pause(.seconds(2))
        try store.tidy()
      }
    }
    return wrong.withLock(\.self)
  }

  /// What is wrong with a disk on which a number of commits has to be.
  private static func problem(_ files: [String: [UInt8]], atLeast least: Int) -> String? {
    do {
      let disk = MemoryFileSystem(files: files)
      let store = try Self.store(disk, numbersFrom: 1 << 40)
      let read = number(try self.store(disk, numbersFrom: 1 << 41).open())
      guard let read, read >= least else { return "read \(read as Any), \(least) were durable" }
      try store.takeInEdits()
      guard store.reports.isEmpty else { return "\(store.reports) \(files.mapValues(\.count))" }
      _ = try store.commit(changes(read + 1))
      disk.pause(.seconds(2))
      try store.tidy()
      let later = number(try self.store(disk, numbersFrom: 1 << 42).open())
      guard later == read + 1 else { return "\(later as Any) after \(read + 1)" }
      return try problemOfSecondCut(files, behind: read)
    } catch {
      return "\(error)"
    }
  }

  /// What is wrong with a disk after another commit and another power cut: a commit that the first one dropped must not
  /// count behind a later one.
  private static func problemOfSecondCut(
    _ files: [String: [UInt8]], behind read: Int
  ) throws -> String? {
    let disk = MemoryFileSystem(files: files)
    _ = try store(disk, numbersFrom: 1 << 43).commit(changes(secondLife + read + 1))
    var crash = CrashStates(disk.disk, seed: SeededGenerator.seed, keepingOrder: true)
    for files in crash.states(limit: 6) {
      let found = number(try store(MemoryFileSystem(files: files)).open())
      guard found == read || found == secondLife + read + 1 else {
        return "\(found as Any) came back behind \(read)"
      }
    }
    return nil
  }

  @Test("It has what was durable, and whole commits alone", arguments: scripts.indices)
  func powerCuts(_ index: Int) throws {
    let wrong = try play(Self.scripts[index], states: Search.isWhole ? 2_000 : 12)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  @Test(
    "A disk that does not keep its promises is found out",
    arguments: [MemoryFileSystem.Faults.dataSync, .fileSync, .folderSync])
  func control(_ faults: MemoryFileSystem.Faults) throws {
    let wrong = try Self.scripts.flatMap { try play($0, faults: faults, states: 60) }
    #expect(!wrong.isEmpty)
  }

  // MARK: - Damage

  private static let kept: Result<[String: [UInt8]], any Error> = Result {
    let disk = MemoryFileSystem()
    let store = try Self.store(disk)
    for number in 1...3 { _ = try store.commit(changes(number)) }
    try store.publish()
    disk.pause(.seconds(2))
    try store.tidy()
    for number in 4...5 { _ = try store.commit(changes(number)) }
    return disk.files
  }

  /// Opens what damage left, as a reader and as a writer.
  private func opened(_ files: [String: [UInt8]]) throws -> (Int?, Int?, [StoreReport]) {
    let disk = MemoryFileSystem(files: files)
    disk.pause(.seconds(5))
    let read = Self.number(try Self.store(disk, numbersFrom: 1 << 40).open())
    let store = try Self.store(disk, numbersFrom: 1 << 41)
    try store.takeInEdits()
    try store.clearPlace()
    try store.publish()
    let written = Self.number(try Self.store(disk, numbersFrom: 1 << 42).open())
    return (read, written, store.reports)
  }

  @Test("A bit of the journal that is wrong gives no wrong value, and is reported")
  func everyBit() throws {
    let files = try Self.kept.get()
    let journal = try #require(files["x.plist.journal"])
    let length = journal.count - journal.reversed().prefix { $0 == 0 }.count
    for bit in Search.part(of: 0..<length * 8, each: 71) {
      var damaged = files
      damaged["x.plist.journal"]?[bit / 8] ^= 1 << UInt8(bit % 8)
      let (read, written, reports) = try opened(damaged)
      let isReported = reports.contains { if case .damaged = $0 { true } else { false } }
      #expect(read.map { $0 >= 3 } == true && read == written, "bit \(bit): \(read as Any)")
      #expect(read == 5 || isReported, "bit \(bit): \(reports)")
    }
  }

  @Test("Nothing that happens to the list takes what was committed")
  func everyList() throws {
    let files = try Self.kept.get()
    let list = try #require(files["x.plist"])
    let json = Array("{\"n\": 1}".utf8)
    let cuts = Search.part(of: 1..<list.count, each: 29).map { Array(list[..<$0]) }
    let flips = Search.part(of: 0..<list.count * 8, each: 83).map { bit in
      var flipped = list
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      return flipped
    }
    for broken in cuts + flips + [[], json, [UInt8](repeating: 0, count: list.count)] {
      var damaged = files
      damaged["x.plist"] = broken
      let (read, written, reports) = try opened(damaged)
      #expect(read == 5 && written == 5)
      #expect(reports.count == 1, "\(reports)")
    }
  }
}

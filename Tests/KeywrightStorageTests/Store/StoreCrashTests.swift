import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What power cuts and damage leave of a store.
@Suite("A store behind a power cut") struct StoreCrashTests {
  /// Makes a store on a disk, with numbers that are the same in each run.
  private static func store(_ disk: MemoryFileSystem, numbersFrom first: UInt64 = 100) throws
    -> StoreProgram
  {
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    var number = first
    return try StoreProgram("x.plist", in: folder) {
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

  /// What a run of a script found.
  private struct Run {
    var wrong: [String] = []
    /// How many synchronizations there were.
    var synchronizations = 0
  }

  /// Plays a script; each change of the disk is looked at.
  /// - Parameter isFailing: Tells which synchronizations fail, by their number.
  private func play(
    _ script: [Step], faults: MemoryFileSystem.Faults = [], states: Int,
    failing isFailing: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) throws -> Run {
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
      }, failing: isFailing)
    var player = try Player(Self.store(disk), Self.store(disk, numbersFrom: 1 << 20), durable)
    for step in script {
      if step == .tidy { disk.pause(.seconds(2)) }
      do {
        try player.play(step)
      } catch {
        if disk.synchronizationCount == 0 { throw error }
        // What was to be synchronized may never reach the disk, whatever a later synchronization says.
        player.isInDoubt = true
      }
    }
    return Run(wrong: wrong.withLock(\.self), synchronizations: disk.synchronizationCount)
  }

  /// A program and another one that play a script.
  private struct Player {
    let store: StoreProgram
    let other: StoreProgram
    /// The last commit that is on the disk.
    let durable: Protected<Int>
    /// Whether a synchronization failed, and nothing was written again since.
    var isInDoubt = false
    private var number = 0
    private var othersCommit: (journal: Journal, number: Int)?
    private var shortening: Shortening?

    init(_ store: StoreProgram, _ other: StoreProgram, _ durable: Protected<Int>) {
      (self.store, self.other, self.durable) = (store, other, durable)
    }

    mutating func play(_ step: Step) throws {
      switch step {
      case .commit: _ = try commit(by: store)
      case .durable: try synchronize(store, try commit(by: store), number)
      case .otherCommit: othersCommit = (try commit(by: other), number)
      case .otherSynchronize:
        guard let commit = othersCommit else { break }
        try synchronize(other, commit.journal, commit.number)
      case .publish: try store.publish()
      case .buildShorter: shortening = try Shortening.Draft(of: store.store)?.build()
      case .putShorterInPlace:
        if let shortening {
          _ = try store.writing { store throws(StorageError) in try shortening.finish(in: store) }
        }
      case .shorten: _ = try store.shorten()
      case .tidy: try store.tidy()
      }
    }

    private mutating func commit(by store: StoreProgram) throws -> Journal {
      let journal = try store.commit(changes(number + 1))
      number += 1
      return journal
    }

    /// Brings a commit to the disk, in a new journal where a synchronization failed.
    private mutating func synchronize(
      _ store: StoreProgram, _ journal: Journal, _ number: Int
    ) throws {
      if !isInDoubt {
        do {
          try store.store.synchronize(journal)
          return durable.withLock { $0 = number }
        } catch {
          isInDoubt = true
        }
      }
      let last = self.number
      try store.rebuild(PropertyListDictionary().applying(changes(last)))
      let journal = try #require(store.store.journal)
      try store.store.synchronize(journal)
      isInDoubt = false
      durable.withLock { $0 = last }
    }
  }

  /// What is wrong with a disk on which a number of commits has to be.
  private static func problem(_ files: [String: [UInt8]], atLeast least: Int) -> String? {
    do {
      let disk = MemoryFileSystem(files: files)
      let store = try Self.store(disk, numbersFrom: 1 << 40)
      let read = number(try self.store(disk, numbersFrom: 1 << 41).open())
      guard let read, read >= least else { return "read \(read as Any), \(least) were durable" }
      try store.takeInEdits()
      // Of a journal that was never brought to the disk, a part may be there.
      guard store.reports.isEmpty || least == 0 else {
        return "\(store.reports) \(files.mapValues(\.count))"
      }
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
    let wrong = try play(Self.scripts[index], states: Search.isWhole ? 2_000 : 6).wrong
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  @Test(
    "So it has where a synchronization failed, once or from then on", arguments: scripts.indices,
    [false, true])
  func failures(_ index: Int, isLasting: Bool) throws {
    let script = Self.scripts[index]
    let count = try play(script, states: 1).synchronizations
    for failing in Search.part(of: 1...count, each: isLasting ? 89 : 31, from: index) {
      let wrong = try play(script, states: Search.isWhole ? 60 : 3) {
        $0 == failing || isLasting && $0 > failing
      }.wrong
      #expect(wrong.isEmpty, "synchronization \(failing) of \(count): \(wrong.prefix(1))")
    }
  }

  @Test(
    "A disk that does not keep its promises is found out",
    arguments: [MemoryFileSystem.Faults.dataSync, .fileSync, .folderSync])
  func control(_ faults: MemoryFileSystem.Faults) throws {
    let wrong = try Self.scripts.flatMap { try play($0, faults: faults, states: 4).wrong }
    #expect(!wrong.isEmpty)
  }

  // MARK: - Damage

  /// The files of a store with five commits, of which its list has three.
  private struct Kept {
    let files: [String: [UInt8]]
    /// The place of the last commit in the journal.
    let last: Int

    /// - Parameter isRebuilt: Whether the journal begins with the fourth commit.
    init(isRebuilt: Bool = false) throws {
      let disk = MemoryFileSystem()
      let store = try StoreCrashTests.store(disk)
      for number in 1...3 { _ = try store.commit(changes(number)) }
      try store.publish()
      disk.pause(.seconds(2))
      try store.tidy()
      _ = try store.commit(changes(4))
      if isRebuilt { try store.rebuild(PropertyListDictionary().applying(changes(4))) }
      last = try #require(store.store.journal).end.position
      _ = try store.commit(changes(5))
      files = disk.files
    }
  }

  /// Opens what damage left, as a reader and as a writer.
  private func opened(_ files: [String: [UInt8]]) throws -> (Int?, Int?, [StoreReport]) {
    let disk = MemoryFileSystem(files: files)
    disk.pause(.seconds(5))
    let read = Self.number(try Self.store(disk, numbersFrom: 1 << 40).open())
    let viewed = Self.number(try Self.store(disk, numbersFrom: 1 << 40).store.view().members)
    let store = try Self.store(disk, numbersFrom: 1 << 41)
    try store.takeInEdits()
    try store.tidy()
    try store.publish()
    let written = Self.number(try Self.store(disk, numbersFrom: 1 << 42).open())
    #expect(viewed == written, "A program that may not write sees what one that may goes on with.")
    return (read, written, store.reports)
  }

  @Test(
    "A bit of the journal that is wrong gives no wrong value, and is reported",
    arguments: [false, true])
  func everyBit(isRebuilt: Bool) throws {
    let kept = try Kept(isRebuilt: isRebuilt)
    let files = kept.files
    let journal = try #require(files["x.plist.journal"])
    let length = journal.count - journal.reversed().prefix { $0 == 0 }.count
    for bit in Search.part(of: 0..<length * 8, each: 277) {
      var damaged = files
      damaged["x.plist.journal"]?[bit / 8] ^= 1 << UInt8(bit % 8)
      let (read, written, reports) = try opened(damaged)
      let isReported = reports.contains { if case .damaged = $0 { true } else { false } }
      let least = bit / 8 < kept.last ? 3 : 4
      #expect(read.map { $0 >= least } == true, "bit \(bit): \(read as Any)")
      // Where the note of the list is damaged, the list is put back, and that is said.
      let isPutBack = reports.contains {
        if case .edit(let all, _) = $0 {
          all.contains { if case .putBack = $0 { true } else { false } }
        } else {
          false
        }
      }
      #expect(read == written || isPutBack && least == 3, "bit \(bit): \(written as Any)")
      #expect(read == 5 || isReported, "bit \(bit): \(reports)")
    }
  }

  @Test("Nothing that happens to the list takes what was committed")
  func everyList() throws {
    let files = try Kept().files
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

import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Edits of every list that an editor can have read, at every stage of a compaction, found by everyone
/// who can find them, against an oracle: an edit counts as one of the list that was read.
/// Values after changes.
private func apply(_ changes: [(String, Int64?)], to values: [String: Int64]) -> [String: Int64] {
  changes.reduce(into: values) { $0[$1.0] = $1.1 }
}

@Suite("An edit beside a compaction")
struct EditSearchTests {
  typealias Values = [String: Int64]

  /// The values of all keys in the two lists, and after the commits since.
  enum History {
    static let first: Values = ["k": 1, "n": 1, "m": 1, "b": 1]
    /// The commits of the first journal, and the second list.
    static let earlier: [(String, Int64?)] = [("k", 2), ("n", 2), ("a", 2), ("b", 2)]
    static let second: Values = ["k": 2, "n": 2, "m": 1, "b": 2, "a": 2]
    /// The commits of the second journal, and the third list.
    static let later: [(String, Int64?)] = [("n", 3), ("m", 3), ("b", 1)]
    static let third: Values = ["k": 2, "n": 3, "m": 3, "b": 1, "a": 2]
    /// The commits of the third journal, of those situations that have one.
    static let latest: [(String, Int64?)] = [("k", 1), ("n", 2), ("a", nil)]
    /// The values that an edit gives each key: each that it ever had, another one, and none.
    static let choices: [(key: String, values: [Int64?])] = [
      ("k", [1, 2, 9, nil]), ("n", [1, 2, 3, 9]), ("m", [1, 3, 9]), ("b", [1, 2, 9]),
      ("a", [nil, 2, 9]),
    ]
    static let edits = edits(of: choices, in: ["e": 7])

    /// All edits of some keys.
    static func edits(of choices: [(key: String, values: [Int64?])], in values: Values) -> [Values]
    {
      choices.reduce([values]) { edits, choice in
        edits.flatMap { edit in choice.values.map { apply([(choice.key, $0)], to: edit) } }
      }
    }
  }

  /// The list that the editor read.
  enum Read: Int, CaseIterable {
    case first, second, third

    var values: Values { [History.first, History.second, History.third][rawValue] }
  }

  /// How far the compaction has come when the edit is put in place.
  enum Stage: String, CaseIterable {
    case sealed, named, installed, finished
    /// The same, and nothing was committed since.
    case idle
    /// After another compaction, and further commits.
    case twice

    /// The lists that an editor can have read.
    var lists: [Read] {
      switch self {
      case .sealed, .named: [.first]
      case .installed, .finished, .idle: [.first, .second]
      case .twice: [.first, .second, .third]
      }
    }

    /// The commits of each journal, whether it is still there or not.
    var commits: [[(String, Int64?)]] {
      switch self {
      case .sealed, .named, .installed, .finished: [History.earlier, History.later]
      case .idle: [History.earlier, []]
      case .twice: [History.earlier, History.later, History.latest]
      }
    }

    var last: Values { apply(commits.flatMap(\.self), to: History.first) }
  }

  /// The way in which the editor saves.
  enum Saving: String, CaseIterable {
    /// To a new file, which takes the list's name.
    case renaming
    /// Into the list itself, of which no copy is left.
    case inPlace
  }

  /// Who finds the edit.
  enum Finder: String, CaseIterable {
    /// A program that starts after a crash.
    case newcomer
    /// A program that had the first list open, and has not looked since.
    case bystander
    /// The program that compacts, after a failure of its compaction.
    case compactor
    /// The same, whose compaction goes on first.
    case persistentCompactor
    /// The program that compacts, which commits once more before it notices the edit.
    case writer
    /// The same, which begins that commit within the moment in which it relies on the names.
    case unaware
    /// A program that starts after that one was killed, and so after a commit that is later than the edit.
    case successor

    /// The commits that are made besides.
    var commits: [(String, Int64?)] {
      [.writer, .unaware, .successor].contains(self) ? [("m", 5)] : []
    }
  }

  /// The number in the edited list.
  enum Numbering: String {
    case kept, dropped, swapped
  }

  struct Situation: CustomTestStringConvertible, Sendable {
    var stage: Stage
    var read: Read
    var finder: Finder
    var numbering = Numbering.kept
    var saving = Saving.renaming
    /// Whether lists that are replaced are kept.
    var keepsLists = true
    /// Whether the file finds the members of the program that has it open.
    var findsMembers = true

    /// All edits; of three keys where the way of saving or the history makes another situation.
    var edits: [Values] {
      if saving == .renaming, keepsLists { return History.edits }
      var values = read.values
      values["e"] = 7
      return History.edits(of: History.choices.filter { "kna".contains($0.key) }, in: values)
    }

    /// The edits that a run looks at: similar situations have different ones.
    var chosenEdits: [Values] {
      Search.part(of: edits, each: 61, from: testDescription.utf8.reduce(0) { $0 + Int($1) })
    }

    var testDescription: String {
      "\(stage), \(read), \(finder), \(saving), \(keepsLists ? "with" : "without") history"
    }

    static let all = Stage.allCases.flatMap { stage in
      stage.lists.flatMap { read in
        Finder.allCases.flatMap { finder in
          Saving.allCases.flatMap { saving in
            let kept = Situation(stage: stage, read: read, finder: finder, saving: saving)
            var unkept = kept
            unkept.keepsLists = false
            return kept.isStale && finder != .successor ? [kept, unkept] : [kept]
          }
        }
      }
    }

    /// Whether no journal that is left names the list that was read.
    var isStale: Bool {
      switch stage {
      case .sealed, .named, .installed: false
      case .finished, .idle: read == .first
      case .twice: read != .third
      }
    }

    /// Whether the program that finds the edit has all that was committed.
    var isPresentKnown: Bool {
      switch finder {
      case .newcomer, .successor: false
      // It follows one compaction, by the journal that it has open.
      case .bystander: stage != .twice
      case .compactor, .persistentCompactor, .writer, .unaware: true
      }
    }

    /// The values without the edit, as far as the finder can know them. It takes those of the newest list
    /// that was kept for those of a list that the edit replaced.
    var present: Values {
      guard isStale, !isPresentKnown else { return apply(finder.commits, to: stage.last) }
      let newest = stage == .twice ? History.second : History.first
      return apply((stage.commits.last ?? []) + finder.commits, to: newest)
    }
  }

  /// What was found of an edit.
  struct Finding {
    var values: Values
    var reported: Set<String> = []
    /// Whether it was reported that values are lost, or that the edit counts as a whole.
    var isListReported = false

    init(_ values: Values, _ issues: [StorageError]) {
      self.values = values
      for issue in issues {
        if let member = issue.member { reported.insert(member) } else { isListReported = true }
      }
    }
  }

  static let path = MemoryFileSystem.folderPath + "/s"

  // MARK: Finding an edit

  private static func members(_ changes: [(String, Int64?)]) -> [(String, PropertyList?)] {
    changes.map { ($0.0, $0.1.map { .integer($0) }) }
  }

  static func find(_ edit: Values, in situation: Situation) throws -> Finding {
    let disk = MemoryFileSystem()
    let maker = Program(disk, isFound: situation.findsMembers)
    if situation.keepsLists { maker.file.keepHistory { .init(.kept) } }
    try maker.commit(members(History.first.map { ($0.key, $0.value) }))
    try maker.commit(members(History.earlier))
    let bystander = Program(disk)
    try bystander.open()

    var lists = [try #require(disk.files["s"])]
    var compaction = try #require(try Compaction(of: maker.file, timeout: .zero))
    for _ in 0..<3 { try compaction.advance() }
    if situation.stage != .idle { try maker.commit(members(History.later)) }
    try advance(&compaction, to: situation.stage)
    lists.append(try #require(disk.files["s"]))
    if situation.stage == .twice {
      try maker.file.compact(timeout: .zero)
      try maker.commit(members(History.latest))
      lists.append(try #require(disk.files["s"]))
    }

    let read = lists[situation.read.rawValue]
    let other = lists[situation.read == .first ? 1 : 0]
    if situation.finder == .unaware {
      disk.standClock()
      // Twice, as the first look may read everything.
      for _ in 0..<2 {
        try maker.begin()
        maker.file.endWriting()
      }
    } else if !situation.finder.commits.isEmpty {
      try maker.begin()
    }
    try save(
      try edited(edit, of: read, numbered: other, situation.numbering), situation.saving, on: disk)
    if situation.finder == .unaware { #expect(try maker.begin() == nil) }

    if !situation.finder.commits.isEmpty {
      try maker.finish(members(situation.finder.commits))
      disk.moveClock()
    }

    switch situation.finder {
    case .newcomer, .successor:
      let contents = try DurableFile(path: path, fileSystem: disk).open()
      return Finding(values(contents.members), contents.issues)
    case .bystander: return try found(by: bystander, disk)
    case .persistentCompactor:
      while !compaction.isOver { try? compaction.advance() }
      fallthrough
    case .compactor, .writer, .unaware: return try found(by: maker, disk)
    }
  }

  /// A program that has the store open.
  private final class Program {
    let file: DurableFile
    /// Shared with the file, which asks for the members.
    private let mirror = Protected(Mirror())

    init(_ disk: MemoryFileSystem, isFound: Bool = true) {
      file = DurableFile(path: EditSearchTests.path, fileSystem: disk)
      guard isFound else { return }
      file.findMembers { [mirror] in mirror.withLock { $0.values.members } }
    }

    var values: PropertyListDictionary { mirror.withLock { $0.values } }

    func open() throws { adopt(try file.open()) }

    func adopt(_ contents: DurableFile.Contents?) { mirror.withLock { $0.adopt(contents) } }

    /// Begins a commit, for which the names of the files are looked up.
    /// - Returns: The members, if they are others.
    @discardableResult
    func begin() throws -> [PropertyListDictionary.Member]? {
      let contents = try file.beginWriting(timeout: .zero)
      adopt(contents)
      return contents?.members
    }

    func finish(_ changes: [(String, PropertyList?)]) throws {
      let next = values.applying(changes.map { MemberChange(name: $0.0, value: $0.1) })
      let changes = changes.map {
        MemberChange(name: $0.0, value: $0.1, replacing: .init(of: values[$0.0]))
      }
      try file.write(changes) { next.members }
      file.endWriting()
      mirror.withLock { $0.values = next }
    }

    func commit(_ changes: [(String, PropertyList?)]) throws {
      var next = Mirror(values: values)
      try next.commit(changes, to: file)
      let values = next.values
      mirror.withLock { $0.values = values }
    }
  }

  private static func save(_ bytes: [UInt8], _ saving: Saving, on disk: MemoryFileSystem) throws {
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    switch saving {
    case .renaming:
      _ = try folder.create("theirs", with: bytes, like: nil)
      try folder.rename("theirs", to: "s")
    case .inPlace:
      let file = try #require(try folder.open("s", .readAndWrite))
      try disk.truncate(file.descriptor, to: 0)
      try bytes.reading { bytes throws(SystemError) in try file.write(bytes, at: 0) }
    }
  }

  private static func advance(_ compaction: inout Compaction, to stage: Stage) throws {
    let count =
      switch stage {
      case .sealed: 0
      case .named: 3
      case .installed: 4
      case .finished, .idle, .twice: 5
      }
    for _ in 0..<count { try compaction.advance() }
  }

  /// A list as another program writes it, which has read one of ours.
  private static func edited(
    _ edit: Values, of list: [UInt8], numbered other: [UInt8], _ numbering: Numbering
  ) throws -> [UInt8] {
    let source = numbering == .swapped ? other : list
    guard case .dictionary(let members) = try PropertyList(reading: source) else { return [] }
    let number = numbering == .dropped ? nil : members[CheckpointName.member]
    var tree = PropertyListDictionary(edit.mapValues { .integer($0) })
    tree[CheckpointName.member] = number
    var bytes = try BinaryPropertyList.encode(.dictionary(tree))
    let mark = bytes.count - BinaryPropertyList.trailerLength
    bytes.replaceSubrange(mark..<mark + BinaryPropertyList.Mark.length, with: [0, 0, 0, 0, 0])
    return bytes
  }

  private static func found(by program: Program, _ disk: MemoryFileSystem) throws -> Finding {
    let file = program.file
    let contents = try file.beginWriting(timeout: .zero)
    program.adopt(contents)
    var next = program.values
    next["j"] = .integer(1)
    try file.write([.init(name: "j", value: .integer(1), replacing: .absent)]) { next.members }
    file.endWriting()
    let issues = (contents?.issues ?? []) + file.takeIssues()
    var values = values(try DurableFile(path: path, fileSystem: disk).open().members)
    #expect(values.removeValue(forKey: "j") == 1)
    return Finding(values, issues)
  }

  private static func values(_ members: [PropertyListDictionary.Member]) -> Values {
    members.reduce(into: [:]) { values, member in
      if case .integer(let number) = member.value { values[member.key] = number }
    }
  }

  // MARK: The oracle

  /// The value of a key, and whether its loss must or may be reported.
  private static func expected(_ key: String, _ edit: Values, _ situation: Situation)
    -> (value: Int64?, isConflict: Bool, mayBeReported: Bool)
  {
    let commits = situation.stage.commits[situation.read.rawValue...] + [situation.finder.commits]
    let isCommitted = commits.contains { $0.contains { $0.0 == key } }
    // Nothing tells of a list that is neither named nor kept; the edit counts as a whole.
    if situation.isStale, !situation.keepsLists { return (edit[key], false, isCommitted) }
    let (read, present) = (situation.read.values[key], situation.present[key])
    if edit[key] == read { return (present, false, false) }
    let isConflict = read != present && edit[key] != present
    if isConflict, situation.finder == .successor { return (present, true, true) }
    return (edit[key], isConflict, isCommitted)
  }

  /// What is wrong with a finding.
  static func violations(_ finding: Finding, _ edit: Values, _ situation: Situation) -> [String] {
    let keys = Set(edit.keys).union(situation.stage.last.keys).union(finding.values.keys)
    let wrong = keys.sorted().compactMap { key -> String? in
      let oracle = expected(key, edit, situation)
      let isReported = finding.reported.contains(key)
      let isRight = finding.values[key] == oracle.value
      if situation.numbering == .dropped {
        return isRight || isReported ? nil : "\(key) in silence"
      }
      if !isRight { return "\(key) is \(finding.values[key] ?? 0), not \(oracle.value ?? 0)" }
      if oracle.isConflict, !isReported { return "\(key) is not reported" }
      return isReported && !oracle.mayBeReported ? "\(key) is reported" : nil
    }
    if situation.numbering == .dropped { return wrong }
    let isLost = situation.isStale && !(situation.keepsLists && situation.isPresentKnown)
    if finding.isListReported == isLost { return wrong }
    return wrong + [isLost ? "a loss is not reported" : "a loss is reported"]
  }

  private static func search(_ situation: Situation) throws -> [String] {
    var wrong: [String] = []
    for edit in situation.chosenEdits {
      let violations = violations(try find(edit, in: situation), edit, situation)
      wrong += violations.map { "\(edit.sorted { $0.key < $1.key }): \($0)" }
      if wrong.count > 20 { return wrong }
    }
    return wrong
  }

  @Test("counts as one of the list that was read", arguments: Situation.all)
  func numbered(situation: Situation) throws {
    let wrong = try Self.search(situation)
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  // A list that is of neither checkpoint counts as one of the later; nobody can know better.
  @Test(
    "by an editor that drops the number is never wrong in silence",
    arguments: Situation.all.filter { !$0.isStale })
  func unnumbered(situation: Situation) throws {
    var situation = situation
    situation.numbering = .dropped
    let wrong = try Self.search(situation)
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("control: the wrong number is noticed", arguments: Stage.installed.lists)
  func control(read: Read) throws {
    let situation = Situation(
      stage: .installed, read: read, finder: .newcomer, numbering: .swapped)
    #expect(try !Self.search(situation).isEmpty)
  }

  @Test("control: without history, an edit of an old list undoes commits")
  func controlWithoutHistory() throws {
    let situation = Situation(stage: .finished, read: .first, finder: .compactor)
    var unkept = situation
    unkept.keepsLists = false
    let edit = try #require(situation.edits.first { $0["k"] == 1 && $0["n"] == 9 })
    let finding = try Self.find(edit, in: unkept)
    #expect(Self.violations(finding, edit, situation).contains("k is 1, not 2"))
  }

  @Test("control: without the members of the program, an edit in place undoes commits")
  func controlWithoutMembers() throws {
    var situation = Situation(
      stage: .finished, read: .first, finder: .compactor, saving: .inPlace)
    situation.findsMembers = false
    #expect(try !Self.search(situation).isEmpty)
  }

  @Test("an old list that was only saved in another format is a backup")
  func converted() throws {
    let situation = Situation(stage: .finished, read: .first, finder: .compactor)
    let finding = try Self.find(History.first, in: situation)
    #expect(finding.values == History.first)
    #expect(finding.isListReported)
  }

  @Test("control: without a number, some edits are merged wrongly")
  func controlWithoutNumber() throws {
    let situation = Situation(
      stage: .installed, read: .first, finder: .newcomer, numbering: .dropped)
    let wrong = try History.edits.contains { edit in
      var finding = try Self.find(edit, in: situation)
      finding.reported = []
      return !Self.violations(finding, edit, situation).isEmpty
    }
    #expect(wrong)
  }

  @Test("the search covers every edit")
  func size() {
    let situations = Situation.all + Situation.all.filter { !$0.isStale }
    print("edits: \(situations.reduce(0) { $0 + $1.chosenEdits.count })")
    #expect(History.edits.count == 432)
    #expect(Situation.all.count == 202)
  }
}

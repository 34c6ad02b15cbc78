import Foundation
import Testing

@testable import KeywrightStorage

/// Edits of every list that an editor can have read, at every stage of a compaction, found by everyone
/// who can find them, against an oracle: an edit counts as one of the list that was read.
@Suite("An edit beside a compaction")
struct EditSearchTests {
  typealias Values = [String: Int64]

  /// The values of all keys in the two lists, and after the commits since.
  enum History {
    static let first: Values = ["k": 1, "n": 1, "m": 1, "b": 1]
    /// The commits of the first journal, and the second list.
    static let earlier: [(String, Int64?)] = [("k", 2), ("n", 2), ("a", 2), ("b", 2)]
    static let second: Values = ["k": 2, "n": 2, "m": 1, "b": 2, "a": 2]
    /// The commits of the second journal.
    static let later: [(String, Int64?)] = [("n", 3), ("m", 3), ("b", 1)]
    static let last: Values = ["k": 2, "n": 3, "m": 3, "b": 1, "a": 2]
    /// The values that an edit gives each key: each that it ever had, another one, and none.
    static let choices: [(key: String, values: [Int64?])] = [
      ("k", [1, 2, 9, nil]), ("n", [1, 2, 3, 9]), ("m", [1, 3, 9]), ("b", [1, 2, 9]),
      ("a", [nil, 2, 9]),
    ]
    static let edits: [Values] = choices.reduce([["e": 7]]) { edits, choice in
      edits.flatMap { edit in
        choice.values.map { value in
          var edit = edit
          edit[choice.key] = value
          return edit
        }
      }
    }
  }

  /// The list that the editor read.
  enum Read: String, CaseIterable {
    case first, second

    var values: Values { self == .first ? History.first : History.second }
    var commitsSince: [(String, Int64?)] {
      self == .first ? History.earlier + History.later : History.later
    }
  }

  /// How far the compaction has come when the edit is put in place.
  enum Stage: String, CaseIterable {
    case sealed, named, installed, finished

    /// The lists that an editor can have read, if nothing else is compacted meanwhile.
    var lists: [Read] {
      switch self {
      case .sealed, .named: [.first]
      case .installed: [.first, .second]
      case .finished: [.first, .second]
      }
    }
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
    var testDescription: String { "\(stage.rawValue), \(read.rawValue), \(finder.rawValue)" }

    static let all = Stage.allCases.flatMap { stage in
      stage.lists.flatMap { read in
        Finder.allCases.map { Situation(stage: stage, read: read, finder: $0) }
      }
    }

    /// Whether nothing that is left names the list that was read.
    var isStale: Bool { stage == .finished && read == .first }
  }

  /// What was found of an edit.
  struct Finding {
    var values: Values
    var reported: Set<String>
  }

  static let path = MemoryFileSystem.folderPath + "/s"

  // MARK: Finding an edit

  private static func members(_ changes: [(String, Int64?)]) -> [(String, PropertyList?)] {
    changes.map { ($0.0, $0.1.map { .integer($0) }) }
  }

  static func find(_ edit: Values, in situation: Situation) throws -> Finding {
    let disk = MemoryFileSystem()
    let maker = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    try mirror.commit(members(History.first.map { ($0.key, $0.value) }), to: maker)
    try mirror.commit(members(History.earlier), to: maker)
    let bystander = DurableFile(path: path, fileSystem: disk)
    var other = Mirror()
    other.adopt(try bystander.open())
    let first = try #require(disk.files["s"])

    var compaction = try #require(try Compaction(of: maker, timeout: .zero))
    for _ in 0..<3 { try compaction.advance() }
    try mirror.commit(members(History.later), to: maker)
    try advance(&compaction, to: situation.stage)
    let second = try #require(disk.files["s"])

    let bytes = try edited(
      edit, of: situation.read == .first ? first : second,
      numbered: situation.read == .first ? second : first, situation.numbering)
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    _ = try folder.create("theirs", with: bytes, like: nil)
    try folder.rename("theirs", to: "s")

    switch situation.finder {
    case .newcomer:
      let contents = try DurableFile(path: path, fileSystem: disk).open()
      return Finding(
        values: values(contents.members), reported: Set(contents.issues.compactMap(\.member)))
    case .bystander: return try found(by: bystander, other, disk)
    case .persistentCompactor:
      while !compaction.isOver { try? compaction.advance() }
      fallthrough
    case .compactor: return try found(by: maker, mirror, disk)
    }
  }

  private static func advance(_ compaction: inout Compaction, to stage: Stage) throws {
    let count =
      switch stage {
      case .sealed: 0
      case .named: 3
      case .installed: 4
      case .finished: 5
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

  private static func found(by file: DurableFile, _ mirror: Mirror, _ disk: MemoryFileSystem) throws
    -> Finding
  {
    var mirror = mirror
    let contents = try file.beginWriting(timeout: .zero)
    mirror.adopt(contents)
    var next = mirror.values
    next["j"] = .integer(1)
    try file.write([.init(name: "j", value: .integer(1), replacing: .absent)]) { next.members }
    file.endWriting()
    let issues = (contents?.issues ?? []) + file.takeIssues()
    var values = values(try DurableFile(path: path, fileSystem: disk).open().members)
    #expect(values.removeValue(forKey: "j") == 1)
    return Finding(values: values, reported: Set(issues.compactMap(\.member)))
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
    let (read, last) = (situation.read.values[key], History.last[key])
    let isCommitted = situation.read.commitsSince.contains { $0.0 == key }
    if situation.isStale { return (edit[key], false, isCommitted) }
    if edit[key] == read { return (last, false, false) }
    let isConflict = read != last && edit[key] != last
    return (edit[key], isConflict, isCommitted)
  }

  /// What is wrong with a finding.
  static func violations(_ finding: Finding, _ edit: Values, _ situation: Situation) -> [String] {
    let keys = Set(edit.keys).union(History.last.keys).union(finding.values.keys)
    return keys.sorted().compactMap { key in
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
  }

  private static func search(_ situation: Situation) throws -> [String] {
    var wrong: [String] = []
    for edit in History.edits {
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

  @Test("by an editor that drops the number is never wrong in silence", arguments: Situation.all)
  func unnumbered(situation: Situation) throws {
    // A list that is of neither checkpoint counts as one of the later; nobody can know better.
    guard !situation.isStale else { return }
    var situation = situation
    situation.numbering = .dropped
    let wrong = try Self.search(situation)
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("control: the wrong number is noticed", arguments: Read.allCases)
  func control(read: Read) throws {
    let situation = Situation(
      stage: .installed, read: read, finder: .newcomer, numbering: .swapped)
    #expect(try !Self.search(situation).isEmpty)
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
    let unnumbered = Situation.all.filter { !$0.isStale }
    print("edits: \(History.edits.count * (Situation.all.count + unnumbered.count))")
    #expect(History.edits.count == 432)
    #expect(Situation.all.count == 24)
  }
}

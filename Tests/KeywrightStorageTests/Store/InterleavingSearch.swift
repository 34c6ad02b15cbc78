import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Goes through the schedules of some programs, and judges the store at the end of each.
struct InterleavingSearch {
  /// Adds the programs and editors.
  let scenario: (Interleaving) throws -> Void
  /// The program that may be killed before any of its calls.
  var victim: Int?

  /// What a search found.
  struct Outcome: CustomStringConvertible {
    var ends = 0
    /// Ends whose members are not what was committed and saved, with no report that says so.
    var silent: [String] = []
    /// Ends whose members are not that either, but a report says so.
    var reported: [String] = []
    /// States in which nobody can go on, or a program met an error.
    var stuck: [String] = []
    /// Whether all schedules were gone through.
    var isWhole = false

    var description: String {
      "\(ends) ends, \(silent.count) wrong and silent, \(reported.count) wrong and reported, \(stuck.count) stuck"
        + (isWhole ? "" : ", in part")
        + (silent.prefix(2) + stuck.prefix(2) + reported.prefix(1)).map { "\n  " + $0 }.joined()
    }

    static func + (one: Outcome, other: Outcome) -> Outcome {
      Outcome(
        ends: one.ends + other.ends, silent: one.silent + other.silent,
        reported: one.reported + other.reported, stuck: one.stuck + other.stuck,
        isWhole: one.isWhole && other.isWhole)
    }
  }

  /// Goes through all schedules; those that lead to one state go on together.
  /// - Parameter limit: After how many runs it ends, whatever is left.
  func whole(limit: Int) throws -> Outcome {
    var outcome = Outcome()
    var runs = 0
    var visited: Set<UInt64> = []
    var pending: [[Interleaving.Turn]] = [[]]
    while var path = pending.popLast() {
      runs += 1
      if runs > limit { return outcome }
      let world = try begin()
      var isCounted = path.allSatisfy { world.take($0) }
      while isCounted {
        let turns = world.turns(killing: victim)
        guard let turn = turns.first else {
          judge(world, path, &outcome)
          break
        }
        guard visited.insert(world.digest).inserted else { break }
        pending += turns.dropFirst().map { path + [$0] }
        path.append(turn)
        isCounted = world.take(turn)
      }
      world.end()
    }
    outcome.isWhole = true
    return outcome
  }

  /// Takes schedules by chance.
  /// - Parameter ends: How many that come to an end.
  func part(_ ends: Int, _ generator: inout SeededGenerator) throws -> Outcome {
    var outcome = Outcome()
    var runs = 0
    while outcome.ends < ends, runs < 50 * ends {
      runs += 1
      let world = try begin()
      var path: [Interleaving.Turn] = []
      // A program goes on for some calls, or else hardly any schedule would be like those of a machine.
      var preferred: Interleaving.Turn?
      while true {
        let turns = world.turns(killing: victim).filter { turn in
          if case .kill = turn { Int.random(in: 0..<40, using: &generator) == 0 } else { true }
        }
        guard var turn = turns.randomElement(using: &generator) else {
          judge(world, path, &outcome)
          break
        }
        if let preferred, turns.contains(preferred), Int.random(in: 0..<4, using: &generator) > 0 {
          turn = preferred
        }
        preferred = turn
        path.append(turn)
        guard world.take(turn) else { break }
      }
      world.end()
    }
    return outcome
  }

  private func begin() throws -> Interleaving {
    let world = try Self.world()
    try scenario(world)
    return world
  }

  static func world() throws -> Interleaving { try Interleaving(files.get()) }

  /// A store that begins with a = 1 and b = 1 in its published list.
  private static let files = Result { () throws -> [String: [UInt8]] in
    let disk = MemoryFileSystem()
    let store = try Self.store(on: disk, numbersFrom: 100)
    _ = try store.commit(["a", "b"].map { MemberChange(name: $0, value: .integer(1)) })
    try store.publish()
    return disk.files
  }

  private static func store(on disk: MemoryFileSystem, numbersFrom first: UInt64) throws
    -> StoreProgram
  {
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    var number = first
    return try StoreProgram(Interleaving.list, in: folder, history: .off) {
      number += 1
      return number
    }
  }

  // MARK: - Judging

  private func judge(
    _ world: Interleaving, _ path: [Interleaving.Turn], _ outcome: inout Outcome
  ) {
    outcome.ends += 1
    guard world.programs.allSatisfy(\.hasEnded), world.errors.isEmpty else {
      outcome.stuck.append("\(world.errors) \(path)")
      return
    }
    do {
      let (found, reports) = try Self.end(of: world)
      let wanted = Self.members(after: world.events)
      if found == wanted { return }
      let isReset = reports.contains { if case .reset = $0 { true } else { false } }
      if isReset, found == Self.members(after: world.events, resetting: true) { return }
      let end =
        "found \(found) wanted \(wanted) after \(world.events), \(world.reports + reports), by \(path)"
      if Self.isExcused(found, wanted, world.events, world.reports + reports) {
        outcome.reported.append(end)
      } else {
        outcome.silent.append(end)
      }
    } catch {
      outcome.stuck.append("\(error) \(path)")
    }
  }

  /// What a program that starts later finds, once all was looked at.
  static func end(of world: Interleaving) throws -> ([String: Int], [StoreReport]) {
    let store = try Self.store(on: world.disk, numbersFrom: 1 << 50)
    try store.takeInEdits()
    world.disk.pause(.seconds(2))
    try store.tidy()
    let found = try values(on: world.disk)
    // What was brought to its end stays as it is.
    try store.publish()
    world.disk.pause(.seconds(2))
    try store.tidy()
    let later = try Self.store(on: world.disk, numbersFrom: 1 << 52)
    try later.takeInEdits()
    guard try values(on: world.disk) == found, later.reports.isEmpty else {
      throw Restless(reports: store.reports + later.reports)
    }
    return (found, store.reports)
  }

  /// An end that is none: who opens the store later finds something else.
  private struct Restless: Error {
    let reports: [StoreReport]
  }

  /// The members that a program reads.
  static func values(on disk: MemoryFileSystem) throws -> [String: Int] {
    let members = try store(on: disk, numbersFrom: 1 << 51).open().members.compactMap { member in
      if case .integer(let value) = member.value { (member.key, Int(value)) } else { nil }
    }
    return Dictionary(uniqueKeysWithValues: members)
  }

  private static func members(
    after events: [Interleaving.Event], resetting: Bool = false
  ) -> [String: Int] {
    var members = ["a": 1, "b": 1]
    for event in events {
      switch event {
      case .set(let key, let value): members[key] = value
      case .remove(let key): members[key] = nil
      case .whole(let all): members = all
      case .listRemoved: if resetting { members = [:] }
      }
    }
    return members
  }

  /// Whether reports say of each wrong member that it may be wrong.
  private static func isExcused(
    _ found: [String: Int], _ wanted: [String: Int], _ events: [Interleaving.Event],
    _ reports: [StoreReport]
  ) -> Bool {
    let wrong = Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }
    return wrong.allSatisfy { key in
      reports.contains { report in
        guard case .edit(let reports, _) = report else { return false }
        return reports.contains { report in
          switch report {
          case .lost(let name, _): name == key
          case .putBack(let names): names.contains(key)
          case .nearest, .cameBack: false
          }
        }
      }
    }
  }
}

// MARK: - Editors

extension Interleaving {
  private var listBytes: [UInt8]? { disk.files[Interleaving.list] }

  private var folderDescriptor: Int32 {
    (try? disk.open(MemoryFileSystem.folderPath, in: 0, .folder)) ?? -1
  }

  /// Whether the list in place is an edit that no program has seen: another save over it would be lost with every
  /// design.
  private var isUnseenEdit: Bool {
    guard let bytes = listBytes, bytes.starts(with: Array("<plist".utf8)) else { return false }
    let identity = ListIdentity(
      checksum: bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(of: $0) },
      length: UInt64(bytes.count))
    guard case .valid(let journal, _)? = try? Self.journal(on: disk) else { return true }
    return !journal.notes.contains { $0.identity == identity }
  }

  /// Looks whether a list lacks commits that the one before it had.
  func noteExchange(of temporary: String) {
    let files = disk.files
    let numbers = [Interleaving.list, temporary].map { name in
      files[name].flatMap { EditedMembers($0) }?.number
    }
    guard case .valid(let journal, _)? = try? Self.journal(on: disk) else { return }
    let commits = numbers.map { number in
      journal.notes.first { $0.origin == .publication && $0.number == number }?.commit
    }
    guard let new = commits[0], let old = commits[1], new < old else { return }
    errors.append(WentBack(from: old, to: new))
  }

  private struct WentBack: Error {
    let from: UInt64
    let to: UInt64
  }

  private static func journal(on disk: MemoryFileSystem) throws -> Journal.Reading? {
    try Folder(existingAt: MemoryFileSystem.folderPath, disk).map {
      try Journal.read(at: StorePlace(folder: $0, name: Interleaving.list)) { nil }
    }
  }

  fileprivate func replaceList(by bytes: [UInt8]) {
    let temporary = "saved"
    guard let file = try? disk.open(temporary, in: folderDescriptor, .create(permissions: 0o600))
    else { return }
    _ = bytes.withUnsafeBytes { bytes in try? disk.write(file, at: 0, bytes) }
    disk.close(file)
    try? disk.rename(temporary, to: Interleaving.list, in: folderDescriptor)
  }

  /// Notes what an editor changed since it read or last saved.
  fileprivate func note(_ saved: EditedMembers, by editor: ListEditor) {
    let before = (editor.buffer ?? editor.read)?.values ?? [:]
    for key in Set(before.keys).union(saved.values.keys).sorted()
    where before[key] != saved.values[key] {
      note(saved.values[key].map { .set(key, $0) } ?? .remove(key))
    }
    editor.buffer = saved
  }

  /// Adds an editor that reads the list and then saves it with changes, once for each of them; nil removes.
  func addEditor(
    saving changes: [(EditedMembers) -> [String: Int?]], inPlace: Bool = false,
    keepsNumber: Bool = true, thenPuttingBack: Bool = false
  ) {
    let index = editors.count
    let read: ListEditor.Step = { world in
      world.editors[index].read = world.listBytes.flatMap { EditedMembers($0) }
      return world.editors[index].read != nil
    }
    let saves = changes.flatMap { changes -> [ListEditor.Step] in
      func saved(_ world: Interleaving) -> EditedMembers? {
        guard var members = world.editors[index].read else { return nil }
        for (key, value) in changes(members) { members.values[key] = value }
        if !keepsNumber { members.number = nil }
        return members
      }
      return inPlace ? Self.savingInPlace(index, saved) : [Self.saving(index, saved)]
    }
    add(editor: [read] + saves + (thenPuttingBack ? Self.puttingBack(index) : []), inPlace: inPlace)
  }

  private static func saving(
    _ index: Int, _ saved: @escaping (Interleaving) -> EditedMembers?
  ) -> ListEditor.Step {
    { world in
      guard !world.isUnseenEdit, let members = saved(world) else { return false }
      world.replaceList(by: members.bytes)
      world.note(members, by: world.editors[index])
      return true
    }
  }

  private static func savingInPlace(
    _ index: Int, _ saved: @escaping (Interleaving) -> EditedMembers?
  ) -> [ListEditor.Step] {
    [
      { world in
        guard !world.isUnseenEdit else { return false }
        let folder = world.folderDescriptor
        world.editors[index].file = try? world.disk.open(
          Interleaving.list, in: folder, .readAndWrite)
        return world.editors[index].file != nil
      },
      { world in
        guard let file = world.editors[index].file else { return false }
        try? world.disk.truncate(file, to: 0)
        return true
      },
      { world in
        guard let file = world.editors[index].file, let members = saved(world) else { return false }
        _ = members.bytes.withUnsafeBytes { try? world.disk.write(file, at: 0, $0) }
        world.disk.close(file)
        world.editors[index].file = nil
        world.note(members, by: world.editors[index])
        return true
      },
    ]
  }

  /// Adds a program that copies the list and puts the copy back, as a backup or a version control does.
  func addCopy() { add(editor: Self.puttingBack(editors.count)) }

  /// Adds a user who removes the list.
  func addRemoval() {
    add(editor: [
      { world in
        guard !world.isUnseenEdit else { return false }
        try? world.disk.remove(Interleaving.list, in: world.folderDescriptor)
        world.note(.listRemoved)
        return true
      }
    ])
  }

  /// Adds an editor that moves the list away, and then back with changes, if no other one has taken its place.
  /// - Parameter later: What it changes in a second save.
  func addMove(saving changes: [String: Int] = [:], thenSaving later: [String: Int] = [:]) {
    let index = editors.count
    add(editor: [
      { world in
        guard !world.isUnseenEdit, let bytes = world.listBytes else { return false }
        world.editors[index].read = EditedMembers(bytes)
        try? world.disk.rename(Interleaving.list, to: "aside", in: world.folderDescriptor)
        return true
      },
      { world in
        guard world.listBytes == nil, var members = world.editors[index].read else { return false }
        if changes.isEmpty {
          try? world.disk.rename("aside", to: Interleaving.list, in: world.folderDescriptor)
          return true
        }
        members.values.merge(changes) { $1 }
        world.editors[index].read = members
        world.replaceList(by: members.bytes)
        world.note(members, by: world.editors[index])
        return true
      },
      { world in
        guard !later.isEmpty, !world.isUnseenEdit, var members = world.editors[index].read
        else { return later.isEmpty }
        members.values.merge(later) { $1 }
        world.replaceList(by: members.bytes)
        world.note(members, by: world.editors[index])
        return true
      },
    ])
  }

  /// Adds a program that puts something over the list that is none.
  func addGarbage() {
    add(editor: [
      { world in
        guard !world.isUnseenEdit else { return false }
        world.replaceList(by: Array("{}".utf8))
        return true
      }
    ])
  }

  private static func puttingBack(_ index: Int) -> [ListEditor.Step] {
    [
      { world in
        world.editors[index].copy = world.listBytes
        return world.listBytes.flatMap { EditedMembers($0) } != nil
      },
      { world in
        guard let copy = world.editors[index].copy, let members = EditedMembers(copy),
          copy != world.listBytes, !world.isUnseenEdit
        else { return false }
        world.replaceList(by: copy)
        world.note(.whole(members.values))
        return true
      },
    ]
  }
}

import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Random sequences of commits, compactions, clock steps, full disks, and kills between any two operations
/// of a file, against what may be kept after them.
@Suite("The lists that are kept")
struct KeptSearchTests {
  /// A disk with a clock that is set at will, and as much room as is given.
  class Machine: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: all variables are in `state`, which has a lock.
    struct State: Sendable {
      var time: Int64 = 1_700_000_000_000_000_000
      var isFull = false
      /// The operations until the program is killed; nil for none.
      var life: Int?
      /// The operations until the program is killed once a list has the name of a swap, and once the names
      /// were swapped; nil for none.
      var lifeAfterNaming: Int?
      var lifeAfterSwap: Int?
    }

    /// What a control does wrong.
    enum Fault: CaseIterable {
      /// Lists are removed instead of kept.
      case forgets
      /// Lists have the time of their end.
      case datesLate
      /// No kept list makes room.
      case keepsFull
    }

    let state = Protected(State())
    let fault: Fault?

    init(_ fault: Fault?) { self.fault = fault }

    override func date() -> Int64 {
      state.withLock { state in
        state.time += 1_000_000
        return state.time
      }
    }
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      if fault == .forgets, newName.contains(".earlier-") { throw SystemError(.rename, code: EIO) }
      try super.rename(name, to: newName, in: folder)
      if newName.contains(".temporary-swap-") {
        state.withLock { $0.life = $0.lifeAfterNaming ?? $0.life }
      }
    }
    override func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError)
    {
      try super.exchange(name, with: other, in: folder)
      state.withLock { $0.life = $0.lifeAfterSwap ?? $0.life }
    }
    override func remove(_ name: String, in folder: Int32) throws(SystemError) {
      try super.remove(name, in: folder)
      if name.contains(".earlier-"), fault != .keepsFull { state.withLock { $0.isFull = false } }
    }
    override func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {
      try super.setModified(file, fault == .datesLate ? date() + 1_000_000_000 : time)
    }

    /// The disk as a program uses it that may be killed, after which nothing that it does has an effect.
    var ofProgram: FaultyFileSystem {
      FaultyFileSystem(self) { [state] _, operation in
        state.withLock { state in
          if let life = state.life {
            if life <= 0 { return EIO }
            state.life = life - 1
          }
          return state.isFull && operation == .pwrite ? ENOSPC : nil
        }
      }
    }
  }

  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// A store with what was done to it.
  struct Run {
    let folder = TemporaryFolder()
    let machine: Machine
    var random: SeededGenerator
    var file: DurableFile
    var mirror = Mirror()
    /// A program that is never killed.
    var other: DurableFile
    var otherMirror = Mirror()
    var value: Int64 = 0
    /// The times between which each value was committed.
    var times: [Int64: ClosedRange<Int64>] = [:]
    var log: [String] = []

    init(seed: UInt64, _ fault: Machine.Fault?) {
      machine = Machine(fault)
      random = SeededGenerator(seed: seed)
      file = DurableFile(path: folder.file("s"), fileSystem: machine.ofProgram)
      file.keepHistory { .init(.kept) }
      other = DurableFile(path: folder.file("s"), fileSystem: machine)
      other.keepHistory { .init(.kept) }
    }

    struct Kept: Equatable {
      var list: EarlierList
      var value: Int64
    }

    /// Reads as a stranger does, to whom nothing happens.
    func kept() throws -> [Kept] {
      let reader = DurableFile(path: folder.file("s"))
      var result: [Kept] = []
      for list in try reader.earlierLists() {
        result.append(Kept(list: list, value: try number(reader.members(of: list))))
      }
      return result
    }

    /// The value in the list itself, without its journal.
    func listed() throws -> Int64? {
      guard folder.names.contains("s") else { return nil }
      let members = try PropertyList(reading: folder.read("s") ?? [])
      guard case .dictionary(let dictionary) = members else {
        throw Violation(description: "no list")
      }
      return try number(dictionary.members)
    }

    private func number(_ members: [PropertyListDictionary.Member]) throws -> Int64 {
      guard case .integer(let number)? = members.first(where: { $0.key == "k" })?.value else {
        throw Violation(description: "a list without the value")
      }
      return number
    }

    mutating func commit() throws {
      value += 1
      let start = machine.date()
      defer { times[value] = min(start, machine.date())...machine.date() }
      try mirror.commit([("k", .integer(value))], to: file)
    }

    /// Commits and compacts by the other program.
    mutating func compactElsewhere() throws {
      value += 1
      let start = machine.date()
      defer { times[value] = min(start, machine.date())...machine.date() }
      try otherMirror.commit([("k", .integer(value))], to: other)
      try other.flush(compacting: true)
    }

    mutating func reopen() {
      file = DurableFile(path: folder.file("s"), fileSystem: machine.ofProgram)
      file.keepHistory { .init(.kept) }
      mirror = Mirror()
    }

    mutating func step() throws {
      let before = (kept: try kept(), listed: try listed())
      var (isFull, isKilled) = (false, false)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<7:
        log.append("commit")
        try commit()
      case 7..<12:
        log.append("compact")
        try file.flush(compacting: true)
      case 12:
        log.append("another compacts")
        try compactElsewhere()
      case 13:
        log.append("close")
        file.close()
        reopen()
      case 14..<16:
        let step = [1, 60, 3_600, 86_400, 86_400 * 40].randomElement(using: &random) ?? 1
        let seconds = Int64(Int.random(in: -step / 4...step, using: &random))
        log.append("clock \(seconds)")
        machine.state.withLock { $0.time += seconds * 1_000_000_000 }
      case 16 where !before.kept.isEmpty:
        log.append("full")
        isFull = true
        machine.state.withLock { $0.isFull = true }
        try commit()
        machine.state.withLock { $0.isFull = false }
      default:
        let life = Int.random(in: 0..<120, using: &random)
        // A list has the name of a swap for a few operations only.
        let soon = Int.random(in: 0..<3, using: &random)
        let (naming, swap): (Int?, Int?) =
          switch Int.random(in: 0..<3, using: &random) {
          case 0: (soon, nil)
          case 1: (nil, soon)
          default: (nil, nil)
          }
        log.append("kill \(life) \(naming.map(String.init) ?? "-") \(swap.map(String.init) ?? "-")")
        isKilled = true
        machine.state.withLock { state in
          state.life = life
          (state.lifeAfterNaming, state.lifeAfterSwap) = (naming, swap)
        }
        if Bool.random(using: &random) { try? commit() } else { try? file.flush(compacting: true) }
        machine.state.withLock { state in
          (state.life, state.lifeAfterNaming, state.lifeAfterSwap) = (nil, nil, nil)
        }
        reopen()
        // Whoever publishes next brings to its end what was begun.
        if Bool.random(using: &random) {
          log.append("another compacts")
          try compactElsewhere()
        }
        try commit()
        try file.flush(compacting: true)
      }
      try verify(before.kept, before.listed, afterFull: isFull, afterKill: isKilled)
    }

    private func verify(
      _ before: [Kept], _ listed: Int64?, afterFull isFull: Bool, afterKill isKilled: Bool
    ) throws {
      let after = try kept()
      for (first, second) in zip(after, after.dropFirst()) where first.value >= second.value {
        throw Violation(description: "\(second.value) after \(first.value)")
      }
      for kept in after {
        guard let range = times[kept.value], range.contains(kept.list.date) else {
          throw Violation(description: "the time of \(kept.value)")
        }
      }
      let now = try self.listed()
      if let listed, listed != now, !isFull, !after.contains(where: { $0.value == listed }) {
        throw Violation(description: "\(listed) was not kept")
      }
      let lost = before.filter { !after.contains($0) }
      if isFull {
        guard lost == Array(before.prefix(lost.count)) else {
          throw Violation(description: "not the oldest made room")
        }
      } else if !isKilled {
        let all = before + after.filter { !before.contains($0) }
        let expected = Set(ThinningTests.expected(all.map(\.list), .init()))
        for kept in lost where expected.contains(kept.list.number) {
          throw Violation(description: "\(kept.value) was lost")
        }
        if now != listed, after.contains(where: { !expected.contains($0.list.number) }) {
          throw Violation(description: "more is kept than is wanted")
        }
      }
      if let odd = folder.names.first(where: { $0.contains(".temporary-") || $0.contains("edited") }
      ) {
        throw Violation(description: "\(odd) is left")
      }
    }
  }

  private func search(seed: UInt64, _ fault: Machine.Fault? = nil, steps: Int = 120) throws {
    var run = Run(seed: seed, fault)
    do {
      for _ in 0..<steps { try run.step() }
    } catch {
      throw Violation(
        description: "seed \(seed): \(error), after \(run.log.joined(separator: ", "))")
    }
  }

  @Test(
    "are each a state that the store had, with its time, and none is lost",
    arguments: Search.seeds(4, of: 40))
  func programs(seed: UInt64) throws { try search(seed: seed) }

  @Test("are missed where a fault is put in", arguments: Machine.Fault.allCases)
  func control(fault: Machine.Fault) {
    let failures = (1...10).filter { seed in
      (try? search(seed: UInt64(seed), fault)) == nil
    }
    #expect(failures.count > 5)
  }
}

import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Cuts the power after every operation of a script and looks at every state that the disk may
/// then be in.
@Suite("After a power cut")
struct CrashStateTests {
  private static let path = MemoryFileSystem.folderPath + "/store.plist"

  /// The findings of a search through crash states.
  struct Findings: Sendable {
    var states = 0
    var distinct = 0
    var violations: [String] = []
  }

  /// A cut, and what was promised by then.
  private final class Recorder: @unchecked Sendable {
    // `@unchecked`: `log` and `cuts` are read and written under `mutex` only.
    private let mutex = NSLock()
    private var log = Script.Log()
    private var cuts: [(disk: MemoryFileSystem.Disk, log: Script.Log)] = []
    func note(_ log: Script.Log) { mutex.withLock { self.log = log } }
    func cut(_ fileSystem: MemoryFileSystem) {
      let disk = fileSystem.disk
      mutex.withLock { cuts.append((disk, log)) }
    }
    var all: [(disk: MemoryFileSystem.Disk, log: Script.Log)] { mutex.withLock { cuts } }
  }

  private static func explore(
    _ script: Script, on files: [String: [UInt8]] = [:],
    faults: MemoryFileSystem.Faults = [],
    failing isFailing: (@Sendable (Int) -> Bool)? = nil, seed: UInt64, limit: Int
  ) -> Findings {
    let recorder = Recorder()
    let initial = PropertyListDictionary(
      sortedMembers: (try? DurableFile(
        path: path, fileSystem: MemoryFileSystem(files: files)
      ).open().members) ?? [])
    recorder.note(Script.Log(states: [initial]))
    let disk = MemoryFileSystem(
      files: files, faults: faults, observer: { recorder.cut($0) },
      failing: isFailing ?? { _ in false })
    let log = script.run(path, disk, initial: initial) { recorder.note($0) }
    var findings = Findings()
    if isFailing == nil, !log.errors.isEmpty { findings.violations.append("\(log.errors)") }
    var seen: Set<[String: [UInt8]]> = []
    for (number, cut) in recorder.all.enumerated() {
      var states = CrashStates(cut.disk, seed: seed &+ UInt64(number))
      for files in states.states(limit: limit) {
        findings.states += 1
        var key = files
        key["promised"] = Array("\(cut.log.durable) \(cut.log.states.count)".utf8)
        guard seen.insert(key).inserted else { continue }
        findings.distinct += 1
        if let violation = violation(files, cut.log) {
          findings.violations.append("cut \(number): \(violation)")
          if findings.violations.count > 20 { return findings }
        }
      }
    }
    return findings
  }

  /// Opens a store on what a cut left.
  /// - Returns: What is wrong with it, if anything.
  private static func violation(_ files: [String: [UInt8]], _ log: Script.Log) -> String? {
    let file = DurableFile(path: path, fileSystem: MemoryFileSystem(files: files))
    do {
      var mirror = Mirror()
      mirror.adopt(try file.open())
      guard let index = log.states.lastIndex(of: mirror.values) else {
        return
          "a state that never was: \(mirror.values.members.map(\.key)), \(files.mapValues(\.count))"
      }
      guard index >= log.durable else { return "state \(index), promised \(log.durable)" }
      let found = mirror.values
      try mirror.commit([("after", .integer(1))], to: file)
      let again = DurableFile(
        path: path, fileSystem: file.fileSystem)
      var expected = found
      expected["after"] = .integer(1)
      let members = try again.open().members
      guard members == expected.members else { return "a commit after recovery is lost" }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("every state of the disk holds what was promised")
  func promises() {
    let findings = Self.explore(.standard, seed: 0, limit: 729)
    #expect(findings.violations.isEmpty, "\(findings.violations.first ?? "")")
    #expect(findings.states > 500)
  }

  @Test("so it is where another program edited the file beside a journal")
  func edited() throws {
    let disk = MemoryFileSystem()
    var mirror = Mirror()
    let file = DurableFile(path: Self.path, fileSystem: disk)
    try mirror.commit([("a", .integer(0))], to: file)
    try file.flush(compacting: true)
    try mirror.commit([("a", .integer(1))], to: file)
    var files = disk.files
    files["store.plist"] = try BinaryPropertyList.encode(.dictionary(.init(["z": .integer(1)])))
    let script = Script(steps: [
      .commit([("a", .integer(2))], .durable), .commit([("a", .integer(3))], .durable),
    ])
    let findings = Self.explore(script, on: files, seed: 2, limit: 729)
    #expect(findings.violations.isEmpty, "\(findings.violations.first ?? "")")
    #expect(findings.states > 50)
  }

  @Test(
    "so it does in every step of a publication beside which commits go on",
    arguments: [false, true], [Durability.process, .durable])
  func publishing(reopening: Bool, durability: Durability) {
    let scripts = [Durability.durable, .process].map {
      Script.publishing(reopening: reopening, durability, first: $0)
    }
    for (number, script) in scripts.enumerated() {
      let findings = Self.explore(script, seed: 3, limit: Search.isWhole ? 81 : 4)
      #expect(findings.violations.isEmpty, "\(number): \(findings.violations.first ?? "")")
      #expect(findings.states > (Search.isWhole ? 800 : 40))
    }
  }

  @Test("so it does when a synchronization in one of these steps fails", arguments: [false, true])
  func failingPublication(isLasting: Bool) {
    let script = Script.publishing()
    for number in Search.part(of: 1...Self.synchronizations(of: script), each: 8) {
      let findings = Self.explore(
        script, failing: { $0 == number || isLasting && $0 > number }, seed: UInt64(number),
        limit: 4)
      #expect(
        findings.violations.isEmpty,
        "synchronization \(number): \(findings.violations.first ?? "")")
    }
  }

  @Test(
    "control: a publication that leaves something out is caught",
    arguments: [MemoryFileSystem.Faults.folderSync, .fileSync, .dataSync])
  func publicationControls(faults: MemoryFileSystem.Faults) {
    let findings = Self.explore(.publishing(), faults: faults, seed: 1, limit: 27)
    #expect(!findings.violations.isEmpty)
  }

  /// How many states of random programs are looked at; `KEYWRIGHT_CRASH_STATES` sets it.
  private static let wanted =
    ProcessInfo.processInfo.environment["KEYWRIGHT_CRASH_STATES"].flatMap { Int($0) }
    ?? (Search.isWhole ? 1_000 : 120)

  @Test("so it is for random programs", arguments: [SeededGenerator.seed])
  func randomPrograms(seed: UInt64) {
    var total = Findings()
    var number: UInt64 = 0
    while total.states < Self.wanted {
      let seed = seed &+ number
      let script = Script(seed: seed, length: 16)
      let findings = Self.explore(script, seed: seed, limit: 81)
      #expect(
        findings.violations.isEmpty, "script \(seed): \(findings.violations.first ?? "")")
      total.states += findings.states
      total.distinct += findings.distinct
      number += 1
      if !findings.violations.isEmpty { break }
    }
    print("crash states: \(total.states), distinct \(total.distinct), programs \(number)")
  }

  @Test(
    "a second cut, during recovery or soon after, takes nothing more",
    arguments: [SeededGenerator.seed])
  func twice(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var total = Findings()
    for number in 0..<(Search.isWhole ? 12 : 3) {
      let seed = seed &+ UInt64(number)
      let recorder = Recorder()
      let disk = MemoryFileSystem { recorder.cut($0) }
      _ = Script(seed: seed, length: 12).run(Self.path, disk) { recorder.note($0) }
      guard let cut = recorder.all.randomElement(using: &generator) else { continue }
      var states = CrashStates(cut.disk, seed: seed)
      guard let files = states.states(limit: 27).randomElement(using: &generator) else { continue }
      let script = Script(steps: [.reopen(closing: false)] + Script(seed: ~seed, length: 6).steps)
      let findings = Self.explore(script, on: files, seed: seed, limit: 27)
      #expect(
        findings.violations.isEmpty, "program \(seed): \(findings.violations.first ?? "")")
      total.states += findings.states
    }
    #expect(total.states > (Search.isWhole ? 500 : 80))
  }

  /// How many synchronizations a script asks for when none fails.
  private static func synchronizations(of script: Script) -> Int {
    let disk = MemoryFileSystem()
    _ = script.run(path, disk)
    return disk.synchronizationCount
  }

  @Test(
    "a synchronization that fails, once or from then on, costs nothing that was confirmed",
    arguments: [false, true])
  func failing(isLasting: Bool) {
    var total = Findings()
    let all = 1...Self.synchronizations(of: .standard)
    for number in Search.part(of: all, each: isLasting ? 9 : 4) {
      let findings = Self.explore(
        .standard, failing: { $0 == number || isLasting && $0 > number }, seed: UInt64(number),
        limit: 4)
      #expect(
        findings.violations.isEmpty,
        "synchronization \(number): \(findings.violations.first ?? "")")
      total.states += findings.states
    }
    #expect(total.states > (Search.isWhole ? 200 : 30))
  }

  /// Runs one random program with random failures.
  private static func exploreFailures(seed: UInt64, limit: Int = 81) -> Findings {
    var generator = SeededGenerator(seed: seed)
    let script = Script(seed: seed, length: 16)
    let first = Int.random(in: 1...max(1, synchronizations(of: script)), using: &generator)
    let length = [1, 1, 2, 3, 5, .max].randomElement(using: &generator) ?? 1
    let findings = explore(
      script, failing: { $0 >= first && $0 - first < length }, seed: seed, limit: limit)
    #expect(
      findings.violations.isEmpty,
      "script \(seed), \(length) from \(first): \(findings.violations.first ?? "")")
    return findings
  }

  @Test(
    "so it is for random programs with random failures",
    arguments: [SeededGenerator.seed])
  func randomFailures(seed: UInt64) {
    var total = Findings()
    var number: UInt64 = 0
    while total.states < Self.wanted {
      let findings = Self.exploreFailures(seed: seed &+ number)
      total.states += findings.states
      total.distinct += findings.distinct
      number += 1
      if !findings.violations.isEmpty { break }
    }
    print("crash states after failures: \(total.states), distinct \(total.distinct)")
  }

  @Test("so it is when the compaction that fails finds nothing changed since the last one")
  func unchanged() {
    // A seed that once found a violation.
    #expect(Self.exploreFailures(seed: 2_021_942_345_696_677_178, limit: 27).states > 150)
  }

  @Test("so it is when another program goes on where the first one could write nothing more")
  func another() {
    // A program that once was found by chance.
    let findings = Self.explore(
      Script(seed: 18, length: 16), failing: { $0 <= 5 }, seed: 1, limit: 27)
    #expect(findings.violations.isEmpty, "\(findings.violations.first ?? "")")
    #expect(findings.states > 500)
  }

  @Test("so it is when the list that came back is one before a publication that failed")
  func cameBack() {
    // A seed that once found a violation.
    #expect(Self.exploreFailures(seed: 783_108_244, limit: 27).states > 150)
  }

  @Test("control: a failed synchronization that is repeated is caught")
  func repeated() {
    let isCaught = (1...Self.synchronizations(of: .standard)).contains { number in
      let findings = Self.explore(
        .standard, faults: .repeatedSync, failing: { $0 == number }, seed: 1, limit: 81)
      return !findings.violations.isEmpty
    }
    #expect(isCaught)
  }

  @Test(
    "control: a disk that ignores a synchronization is caught",
    arguments: [MemoryFileSystem.Faults.fileSync, .folderSync, .dataSync])
  func controls(faults: MemoryFileSystem.Faults) {
    let findings = Self.explore(.standard, faults: faults, seed: 1, limit: 27)
    #expect(!findings.violations.isEmpty)
  }
}

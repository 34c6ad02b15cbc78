import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Lets every single call of a program fail, once or from then on, and looks at what is stored.
@Suite("A program whose calls of the system fail")
struct ScriptInjectionTests {
  private static let path = MemoryFileSystem.folderPath + "/store.plist"

  /// Runs a script with one fault.
  /// - Returns: What is wrong with the outcome, if anything.
  private static func outcome(
    _ script: Script, failing: Int, _ code: Int32, persistent: Bool,
    faults: FaultyFileSystem.Effect
  ) -> String? {
    let disk = MemoryFileSystem()
    let faulty = FaultyFileSystem(disk, effect: faults) { call, _ in
      call == failing || persistent && call > failing ? code : nil
    }
    var acknowledged: [PropertyListDictionary] = []
    let log = script.run(path, faulty) { log in
      acknowledged = Array(log.states[log.acknowledged...])
    }
    faulty.replacePlan { _, _ in nil }
    do {
      var mirror = Mirror()
      let file = DurableFile(path: path, fileSystem: disk)
      mirror.adopt(try file.open())
      // The last acknowledged state, or one that was refused as uncertain after it.
      guard acknowledged.contains(mirror.values) else {
        return "\(mirror.values.members.map(\.key)) after \(log.errors.map(\.code))"
      }
      try mirror.commit([("after", .integer(1))], to: file)
      let again = try DurableFile(path: path, fileSystem: disk).open()
      guard again.members == mirror.values.members else { return "the next commit is lost" }
    } catch {
      return "\(error)"
    }
    // A part is no failure.
    return faults == .part ? log.errors.first.map { "\($0)" } : nil
  }

  private static func search(
    _ effect: FaultyFileSystem.Effect, codes: [Int32]
  ) -> (runs: Int, violations: [String]) {
    var runs = 0
    var violations: [String] = []
    let calls = count(.standard)
    for code in codes {
      for persistent in [false, true] {
        for failing in Search.part(of: 1...calls + 5, each: 19, from: Int(code)) {
          let violation = outcome(
            .standard, failing: failing, code, persistent: persistent, faults: effect)
          runs += 1
          if let violation {
            violations.append("call \(failing), errno \(code), \(persistent): \(violation)")
          }
        }
      }
    }
    return (runs, violations)
  }

  /// How many calls a script makes when none fails.
  private static func count(_ script: Script) -> Int {
    let faulty = FaultyFileSystem(MemoryFileSystem())
    _ = script.run(path, faulty)
    return faulty.operations.count
  }

  @Test(
    "loses no acknowledged commit and can go on",
    arguments: [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, EINTR])
  func acknowledged(code: Int32) {
    let (runs, violations) = Self.search(.none, codes: [code])
    #expect(violations.isEmpty, "\(violations.first ?? ""), \(violations.count) in all")
    #expect(runs > 40)
  }

  @Test("so it is when what fails was done all the same")
  func doneAllTheSame() {
    let (runs, violations) = Self.search(.done, codes: [EIO])
    #expect(violations.isEmpty, "\(violations.first ?? ""), \(violations.count) in all")
    #expect(runs > 40)
  }

  @Test("a reading or a write that does a part changes nothing")
  func parts() {
    let (runs, violations) = Self.search(.part, codes: [EINTR])
    #expect(violations.isEmpty, "\(violations.first ?? ""), \(violations.count) in all")
    #expect(runs > 40)
  }

  /// `KEYWRIGHT_INJECTIONS` sets how many calls are made to fail.
  @Test("so it is for random programs", arguments: [SeededGenerator.seed])
  func randomPrograms(seed: UInt64) {
    let wanted =
      ProcessInfo.processInfo.environment["KEYWRIGHT_INJECTIONS"].flatMap { Int($0) }
      ?? (Search.isWhole ? 500 : 100)
    let codes = [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, EINTR]
    var generator = SeededGenerator(seed: seed)
    var runs = 0
    while runs < wanted {
      let program = generator.next()
      let script = Script(seed: program, length: 14)
      let code = codes.randomElement(using: &generator) ?? EIO
      let effect: FaultyFileSystem.Effect = Bool.random(using: &generator) ? .none : .done
      for failing in 1...Self.count(script) + 1 {
        for persistent in [false, true] {
          let violation = Self.outcome(
            script, failing: failing, code, persistent: persistent, faults: effect)
          runs += 1
          if let violation {
            Issue.record(
              "program \(program), call \(failing), errno \(code), \(effect), \(persistent): \(violation)"
            )
            return
          }
        }
      }
    }
    print("injections: \(runs)")
  }

  @Test("control: short writes that nobody completes are caught")
  func control() {
    let disk = MemoryFileSystem()
    let script = Script(steps: [.commit([("a", .string("a value"))], .durable)])
    let log = script.run(Self.path, FaultyFileSystem(disk, effect: .shortWrites))
    let stored = try? DurableFile(path: Self.path, fileSystem: disk).open()
    #expect(log.states.last?.members != stored?.members)
  }
}

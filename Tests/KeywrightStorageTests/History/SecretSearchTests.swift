import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Random programs one after another on one store that has a secret, some of which know that and some of which
/// are killed, against what may be left in the lists that are kept.
@Suite("The secrets in the lists that are kept")
struct SecretSearchTests {
  typealias Machine = KeptSearchTests.Machine
  typealias Violation = KeptSearchTests.Violation

  /// What a program knows and wants.
  enum Kind: CaseIterable {
    /// Of a version in which the value was no secret.
    case plain
    /// Without registries.
    case unaware
    /// With the secret, and asked to keep lists.
    case asked
    /// With the secret.
    case automatic
  }

  private struct Run {
    let folder = TemporaryFolder()
    let machine: Machine
    let isSecret: @Sendable (String) -> Bool
    var random: SeededGenerator
    var number: Int64 = 0
    var log: [String] = []

    private func policy(_ kind: Kind) -> HistoryPolicy {
      switch kind {
      case .plain: .init(.kept)
      case .unaware: .init(.asFound)
      case .asked: .init(.kept, secrets: isSecret)
      case .automatic: .init(.ended, secrets: isSecret)
      }
    }

    /// The value that is no secret, of each list.
    private func kept() throws -> [(list: EarlierList, value: PropertyList?)] {
      let reader = DurableFile(path: folder.file("s"))
      return try reader.earlierLists().map { list in
        (list, try reader.members(of: list).first { $0.key == "k" }?.value)
      }
    }

    mutating func runProgram() throws {
      let kind = Kind.allCases.randomElement(using: &random) ?? .plain
      let before = try kept()
      let file = DurableFile(path: folder.file("s"), fileSystem: machine.ofProgram)
      file.keepHistory { [policy = policy(kind)] in policy }
      let life = Bool.random(using: &random) ? nil : Int.random(in: 0..<250, using: &random)
      log.append("\(kind)" + (life.map { " killed at \($0)" } ?? ""))
      machine.state.withLock { $0.life = life }
      do {
        try use(file)
        if life == nil { file.close() }
      } catch {
        guard life != nil else { throw error }
      }
      // The end of the object closes its files, which releases their locks.
      withExtendedLifetime(file) { machine.state.withLock { $0.life = nil } }
      try verify(kind, before, isWhole: life == nil)
    }

    private mutating func use(_ file: DurableFile) throws {
      var mirror = Mirror()
      mirror.adopt(try file.open())
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        number += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          log.append("commit")
          try mirror.commit([("k", .integer(number))], to: file)
        case 2, 3:
          log.append("secret \(number)")
          try mirror.commit([("secret", .string("secret \(number)."))], to: file)
        case 4:
          log.append("no secret")
          try mirror.commit([("secret", nil)], to: file)
        default:
          log.append("compact")
          try file.flush(compacting: true)
        }
      }
    }

    private func verify(
      _ kind: Kind, _ before: [(list: EarlierList, value: PropertyList?)], isWhole: Bool
    ) throws {
      let after = try kept()
      let new = after.filter { list in !before.contains { $0.list.name == list.list.name } }
      let expected = Set(ThinningTests.expected((before + new).map(\.list), .init()))
      for list in before where expected.contains(list.list.number) {
        guard let now = after.first(where: { $0.list.name == list.list.name }) else {
          throw Violation(description: "\(list.list.name) was lost")
        }
        guard now.value == list.value, now.list.date == list.list.date else {
          throw Violation(description: "\(list.list.name) is another one")
        }
      }
      guard kind == .asked || kind == .automatic else { return }
      if kind == .automatic, let list = new.first {
        throw Violation(description: "\(list.list.name) is new")
      }
      guard isWhole else { return }
      let present = try DurableFile.read(folder.file("s"))["secret"]
      for name in folder.names where name != "s" {
        let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
        // What the store has now stands in its journal, and in a list that is kept.
        let mayHavePresent = kind == .asked || name == "s.journal"
        let rest =
          if mayHavePresent, case .string(let secret)? = present {
            text.replacing(secret, with: "")
          } else {
            text
          }
        if rest.contains("secret ") { throw Violation(description: "\(name) has an old secret") }
      }
    }
  }

  @Test("are gone from a list that is too long to be read while others wait")
  func long() throws {
    let folder = TemporaryFolder()
    func file() -> DurableFile {
      let file = DurableFile(path: folder.file("s"))
      file.keepHistory { .init(.ended) { $0 == "secret" } }
      return file
    }
    let first = file()
    try first.set(["k": .data([UInt8](repeating: 1, count: 2 << 20)), "secret": .string("hush")])
    first.close()
    let second = file()
    var mirror = Mirror()
    mirror.adopt(try second.open())
    try mirror.commit([("secret", nil)], to: second)
    second.close()
    for name in folder.names {
      #expect(!(folder.read(name) ?? []).contains(Array("hush".utf8)), "\(name)")
    }
  }

  /// A machine on which a kept list gets no new content, so that it goes with its secret.
  private final class Careless: Machine, @unchecked Sendable {
    // `@unchecked`: no state of its own.
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      // A list that lost its name to a publication has the number of that.
      let number = name.components(separatedBy: Folder.temporaryInfix).last.flatMap(Int64.init)
      if newName.contains(".earlier-"), number == nil {
        throw SystemError(.rename, code: EIO)
      }
      try super.rename(name, to: newName, in: folder)
    }
  }

  private func search(
    seed: UInt64, on machine: Machine = Machine(nil),
    _ isSecret: @escaping @Sendable (String) -> Bool = { $0 == "secret" }
  ) throws {
    var run = Run(
      machine: machine, isSecret: isSecret, random: SeededGenerator(seed: seed))
    do {
      for _ in 0..<40 { try run.runProgram() }
    } catch {
      throw Violation(
        description: "seed \(seed): \(error), after \(run.log.joined(separator: ", "))")
    }
  }

  @Test(
    "are gone after a program that knows them, and no list is lost for that",
    arguments: Search.seeds(8, of: 40))
  func programs(seed: UInt64) throws { try search(seed: seed) }

  @Test("control: are found where nobody takes them out, and lists that go are missed")
  func controls() {
    let missed = (1...10).filter { (try? search(seed: UInt64($0)) { _ in false }) != nil }
    let lost = (1...10).filter { (try? search(seed: UInt64($0), on: Careless(nil))) != nil }
    #expect(missed.count < 5 && lost.count < 5)
  }
}

import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

/// Programs on one folder, of which a schedule lets one at a time make its next call.
///
/// A program runs the store's own code in a thread that waits before each call that others may see. What it does next
/// depends on the results of its calls alone, so that states of the folder and results of calls are all that a search
/// has to remember. An editor is a program without a thread: a row of steps.
final class Interleaving: @unchecked Sendable {
  // `@unchecked`: the schedule and the programs take turns, handed over by semaphores.

  static let list = "x.plist"

  let disk: MemoryFileSystem
  private(set) var programs: [Program] = []
  private(set) var editors: [ListEditor] = []
  /// What happened, in the order in which it counts.
  private(set) var events: [Event] = []
  /// What the stores reported.
  var reports: [StoreReport] = []
  /// Errors that no program expects.
  var errors: [any Error] = []

  /// Promises of the system that are broken, for controls.
  struct Faults: OptionSet, Sendable {
    let rawValue: Int
    /// A lock keeps nobody out.
    static let lock = Faults(rawValue: 1)
    /// What an exchange of names replaces is gone.
    static let exchange = Faults(rawValue: 2)
    /// Names cannot be exchanged, as on some file systems: no broken promise.
    static let noExchange = Faults(rawValue: 4)
    /// Names are exchanged, and an error is the answer.
    static let lostAnswer = Faults(rawValue: 8)
  }

  var faults: Faults = []

  /// Something that the members of the store depend on.
  enum Event: Equatable, CustomStringConvertible {
    case set(String, Int)
    case remove(String)
    /// The list was removed: the store begins anew, or a program publishes it again.
    case listRemoved
    /// A list that was put back.
    case whole([String: Int])

    var description: String {
      switch self {
      case .set(let key, let value): "\(key) = \(value)"
      case .remove(let key): "\(key) removed"
      case .listRemoved: "list removed"
      case .whole(let members): "put back \(members.sorted { $0.key < $1.key })"
      }
    }
  }

  init(_ files: [String: [UInt8]]) {
    disk = MemoryFileSystem(files: files)
    disk.standClock()
    // All that was there is old.
    disk.pause(.seconds(10))
  }

  func note(_ event: Event) { events.append(event) }

  /// Notes a commit, which counts from the moment on in which its program last looked at the list.
  func note(_ event: Event, at place: Int) {
    events.insert(event, at: place)
    for program in programs where program.look > place { program.look += 1 }
  }

  /// One turn of a schedule.
  enum Turn: Hashable, CustomStringConvertible {
    case program(Int)
    case kill(Int)
    case editor(Int)

    var description: String {
      switch self {
      case .program(let index): "\(index)"
      case .kill(let index): "kill \(index)"
      case .editor(let index): "editor \(index)"
      }
    }
  }

  /// The turns that there may be, the same in each run that came to this state.
  func turns(killing victim: Int?) -> [Turn] {
    var turns: [Turn] = []
    for (index, program) in programs.enumerated() where !program.hasEnded {
      if program.canGoOn { turns.append(.program(index)) }
      if index == victim, program.hasBegun { turns.append(.kill(index)) }
    }
    for (index, editor) in editors.enumerated() where editor.next < editor.steps.count {
      turns.append(.editor(index))
    }
    return turns
  }

  /// Makes a turn.
  /// - Returns: False where an editor finds that what follows is not to be counted.
  func take(_ turn: Turn) -> Bool {
    switch turn {
    case .program(let index): programs[index].goOn()
    case .kill(let index): programs[index].kill()
    case .editor(let index):
      let editor = editors[index]
      editor.next += 1
      return editor.steps[editor.next - 1](self)
    }
    return true
  }

  /// Whether an editor writes into the file that it read.
  var hasEditorInPlace: Bool { editors.contains(where: \.writesInPlace) }

  /// Whether an editor is writing a file in pieces, which takes it less than a second.
  var isWriting: Bool { editors.contains { $0.file != nil } }

  /// Ends all programs.
  func end() {
    for program in programs where !program.hasEnded { program.kill() }
  }

  /// Adds a program, which opens the store.
  func add(_ body: @escaping Program.Body) throws {
    programs.append(try Program(programs.count, in: self, body))
  }

  func add(editor steps: [ListEditor.Step], inPlace: Bool = false) {
    editors.append(ListEditor(steps, inPlace: inPlace))
  }

  /// Names the state: two runs that give the same number go on in the same ways.
  var digest: UInt64 {
    var digest = Digest()
    for file in disk.describedFiles.sorted(by: { $0.name < $1.name }) {
      digest.take(file.name)
      digest.take(file.content)
      digest.take(file.isLocked ? 1 : 0)
      let isFresh = disk.date() - file.changed < 1_000_000_000
      digest.take(isFresh ? 1 : 0)
      for program in programs { digest.take(program.seen.known(file)) }
    }
    for program in programs { program.describe(to: &digest) }
    for editor in editors { editor.describe(to: &digest) }
    for event in events { digest.take("\(event)") }
    return digest.value
  }
}

/// A number for bytes, the same in each process.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func take(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  mutating func take(_ number: Int) {
    withUnsafeBytes(of: number) { for byte in $0 { take(byte) } }
  }
  mutating func take(_ bytes: [UInt8]) {
    take(bytes.count)
    take(Int(bytes.withUnsafeBytes { CRC32C.checksum(of: $0) }))
  }
  mutating func take(_ text: String) { take(Array(text.utf8)) }
}

/// Another program that reads the list and saves it, in steps that nothing comes between.
final class ListEditor {
  /// - Returns: False where what follows is not to be counted.
  typealias Step = (Interleaving) -> Bool

  let steps: [Step]
  var next = 0
  /// The list that it read.
  var read: EditedMembers?
  /// The list as it last saved it.
  var buffer: EditedMembers?
  /// A copy of the list.
  var copy: [UInt8]?
  /// The file that it is writing in pieces.
  var file: Int32?

  let writesInPlace: Bool

  init(_ steps: [Step], inPlace: Bool) {
    self.steps = steps
    writesInPlace = inPlace
  }

  fileprivate func describe(to digest: inout Digest) {
    digest.take(next)
    // By their bytes: a dictionary has another order in each process.
    digest.take(read?.bytes ?? [])
    digest.take(buffer?.bytes ?? [])
    digest.take(copy ?? [])
  }
}

/// A list in an editor.
struct EditedMembers: Equatable {
  var values: [String: Int]
  var number: Int64?

  init?(_ bytes: [UInt8]) {
    guard case .dictionary(var members) = bytes.reading({ try? PropertyList(reading: $0) })
    else { return nil }
    number = members.takeListNumber()
    values = Dictionary(
      uniqueKeysWithValues: members.members.compactMap { member in
        if case .integer(let value) = member.value { (member.key, Int(value)) } else { nil }
      })
  }

  /// The list as another program writes it: without the store's mark, a member in two lines, and the last value near
  /// the end of the file.
  var bytes: [UInt8] {
    let numbers = values.mapValues { Int64($0) }
      .merging(number.map { [ListNumber.member: $0] } ?? [:]) { $1 }
    let members = numbers.sorted { $0.key < $1.key }
      .map { "\t<key>\($0.key)</key>\n\t<integer>\($0.value)</integer>\n" }
    return Array("<plist version=\"1.0\">\n<dict>\n\(members.joined())</dict>\n</plist>\n".utf8)
  }
}

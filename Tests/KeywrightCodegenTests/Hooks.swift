import Keywright
import Synchronization

/// The functions and types that the sample schemas name.
enum PlayerHooks {
  static func check(_ commit: inout PendingCommit) throws {
    if let volume = commit[Player.volume], volume.new > 0.9 {
      commit.amend(Player.volume, to: 0.9)
    }
  }

  static func announce(_ commit: Commit) {}
}

enum Nicknames {
  static func normalise(_ name: String) -> String? { name.lowercased() }
}

enum Greetings {
  static func standard() -> String { "Hello" }
  static func willChange(_ old: Int, _ new: Int) {}
  static func didChange(_ old: Int, _ new: Int) {}
  static func backingDidChange(_ old: Library.Backing, _ new: Library.Backing) {}
}

/// Hears of changes, for the test that runs it.
enum Listener {
  @TaskLocal static var received: Received?

  static func neverThrows(_ commit: inout PendingCommit) {
    if let calls = commit[Merged.calls], calls.new.isEmpty {
      commit.amend(Merged.calls, to: ["none": 0])
    }
  }

  static func letsEverythingPass(_ commit: inout PendingCommit) {}

  static func counted(_ commit: Commit) { received?.add("\(commit.changes.count)") }

  final class Received: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  static func will(_ old: Int, _ new: Int) { received?.add("will \(old) \(new)") }
  static func did(_ old: Int, _ new: Int) { received?.add("did \(old) \(new)") }
}

/// Named like the hook that calls it.
func preCommit(_ commit: inout PendingCommit) { Listener.received?.add("before") }

/// Named like the parameter that generated hooks have.
func commit(_ commit: Commit) { Listener.received?.add("after") }

/// Named like what is generated for keys.
func sideDescriptor() -> Int { 1 }
func sideMigration(_ isLeft: Bool) -> Int { isLeft ? 2 : 3 }
func bandListed(_ old: Int, _ new: Int) { Listener.received?.add("band \(old) \(new)") }
func ownKeys() -> Int { 4 }

/// Named like a parameter of the family whose default it computes.
func index() -> Int { 5 }

/// Named like a key without a namespace, which only the registry has.
func launches() -> Int { 6 }

enum Movers {
  static func duration(_ seconds: Int) -> Duration { .seconds(seconds) }

  static func side(_ isLeft: Bool) throws -> Moved.MigrationValue { isLeft ? .left : .right }
}

enum Paint {
  struct Colour: Codable, Sendable, Equatable {
    var red: Double
  }

  enum Shade: String, Convertible, Sendable {
    case dark, light
  }

  enum Finish: Int, Sendable {
    case matt = 1
    case gloss = 2
  }

  static func standard() -> Colour { Colour(red: 0.5) }

  static func highest(_ new: Int, _ old: Int?) -> Int { max(new, old ?? 0) }

  /// A default that looks at a store, which would be refused or wait under the store's lock.
  static func fromStore() -> Colour {
    Colour(red: (try? store.update(calls) { $0 += 1 }) == nil ? -1 : Double(store.get(calls)))
  }

  static let store = MemoryStore()
  static let calls = Key<Root, Int>("calls", default: 0)
}

import Foundation
import Keywright
import KeywrightSecrets
import KeywrightTesting

enum Account: Namespace {
  typealias Parent = Root
  static let namespaceID = "account"

  static let token = Key<Account, String?>(
    "token", descriptor: KeyDescriptor(sensitivity: .secret))
  static let blob = Key<Account, Data?>("blob", descriptor: KeyDescriptor(sensitivity: .secret))
  static let count = Key<Account, Int>("count", default: 0)

  static func item(_ number: Int) -> Key<Account, String?> {
    Key("item \(number)", descriptor: KeyDescriptor(sensitivity: .secret))
  }
}

/// A program for the rig: `keywright-secrets-worker APPLICATION`. It reads a command a line, and answers with
/// one line to each.
@main
struct Worker {
  let application: String
  let store: SecretStore
  let back: DefaultsStore

  /// The milliseconds of a variable.
  private static func duration(_ variable: String) -> Duration? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }.map { .milliseconds($0) }
  }

  static func main() async {
    let application = CommandLine.arguments.dropFirst().first ?? "org.example.rig"
    let worker = Worker(
      application: application,
      store: SecretStore(
        application: application, promptTimeout: duration("PROMPT_MS"),
        timeout: duration("TIMEOUT_MS") ?? .seconds(5)),
      back: DefaultsStore(suite: "org.example.rig.back"))
    worker.store.onIssue { say("issue \($0)", on: .standardError) }
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      do {
        say(try await worker.answer(words.first ?? "", words.dropFirst().first ?? ""))
      } catch let error as StoreError {
        say("error \(error.code.rawValue)")
        say("error \(error) \(String(reflecting: error))", on: .standardError)
      } catch {
        say("failed \(error)".replacing("\n", with: " | "))
      }
    }
  }

  private func answer(_ verb: String, _ text: String) async throws -> String {
    switch verb {
    case "get": return "\(store.get(Account.token) ?? "nil")"
    case "read": return "\(try store.read(Account.token) ?? "nil")"
    case "contains": return "\(try store.contains(Account.token))"
    case "set": try store.set(Account.token, to: text)
    case "remove": try store.remove(Account.token)
    case "increment":
      for _ in 0..<(Int(text) ?? 1) { try store.update(Account.count) { $0 += 1 } }
      return "\(store.get(Account.count))"
    case "blob":
      try store.set(Account.blob, to: Data(text.utf8))
      return "\(store.get(Account.blob) == Data(text.utf8))"
    case "keys": return try store.storedKeys().joined(separator: ",")
    case "fill":
      for number in 0..<(Int(text) ?? 0) { try store.set(Account.item(number), to: "v\(number)") }
    case "check":
      return "\((0..<(Int(text) ?? 0)).count { store.get(Account.item($0)) == "v\($0)" })"
    case "clear": try store.clear(Account.self)
    case "everything": try store.removeEverything()
    case "two":
      let token = store.observe { _ in say("observed") }
      defer { token.cancel() }
      try store.transaction { both in
        try both.set(Account.token, to: "one")
        try both.set(Account.count, to: 2)
      }
    case "large": try store.set(Account.token, to: String(repeating: "x", count: Int(text) ?? 0))
    case "explain":
      return [
        store.explain(Account.token), store.explain(Account.count), "\(store)",
        "\(store.issues)", "\(store.slot(Account.token))",
      ].joined(separator: " ").replacing("\n", with: " ")
    case "observe": return try observed(text)
    case "routed": return try routed(text)
    case "keep": try kept(text)
    case "move": return try moved()
    case "unlock": try store.unlock(within: .seconds(3))
    case "conformance": return try await conformance()
    case "fork": return try forked()
    case "time": return try time(Int(text) ?? 100)
    default: return "failed usage"
    }
    return "done"
  }

  /// What observers, `print` and `dump` show of a commit.
  private func observed(_ text: String) throws -> String {
    let seen = Seen()
    let tokens = [
      store.observe(Account.token) { seen.add("\($0) \(String(reflecting: $0))") },
      store.observe { commit in
        for change in commit.changes { seen.add("\(change)") }
      },
    ]
    try store.set(Account.token, to: text)
    withExtendedLifetime(tokens) {}
    return seen.all
  }

  /// The secret goes to the service, and another key to a file beside it.
  private func routed(_ text: String) throws -> String {
    let other = Key<Root, String>("city", default: "")
    let routed = Layers.routing([.namespace(Account.self, to: store)], otherwise: back)
    try routed.set(Account.token, to: text)
    try routed.set(other, to: "Oslo")
    try back.flush()
    return
      "\(routed.get(Account.token) == text) \(routed.get(other)) \(routed.explain(Account.token))"
      .replacing("\n", with: " ")
  }

  /// Keeps a secret in a file, as an earlier version did, with others before it.
  private func kept(_ text: String) throws {
    let settings = DefaultsStore(suite: "org.example.rig.back", history: .kept)
    for turn in 0..<3 {
      try settings.set(Account.token, to: "\(text)-\(turn)")
      try settings.flush(compacting: turn < 2)
    }
    try settings.set(Account.token, to: text)
  }

  /// Moves the secret here.
  private func moved() throws -> String {
    let migrations = Migration.importing(from: back, Account.token, Account.blob)
    let report = try store.migrate(migrations, removingFrom: back)
    return "\(report.migrated.joined(separator: ",")) \(try back.storedKeys().count)"
  }

  private func conformance() async throws -> String {
    let application = application
    try await StoreConformance.check(
      [.reading, .writing, .durable, .shared],
      at: { "\(application).\(UUID().uuidString.lowercased())" }
    ) { SecretStore(application: $0, promptTimeout: Self.duration("PROMPT_MS")) }
    return "passes"
  }

  /// A child reads and writes by a connection of its own.
  private func forked() throws -> String {
    try store.set(Account.token, to: "parent")
    let child = SecretForks.fork()
    if child == 0 {
      let own = SecretStore(application: application)
      let isRead = own.get(Account.token) == "parent"
      let isWritten = (try? own.set(Account.token, to: "child")) != nil
      exit(isRead && isWritten ? 0 : 1)
    }
    var status: Int32 = -1
    waitpid(child, &status, 0)
    return "\(status) \(store.get(Account.token) ?? "nil")"
  }

  private func time(_ count: Int) throws -> String {
    let clock = ContinuousClock()
    let set = try clock.measure {
      for number in 0..<count { try store.set(Account.token, to: "t\(number)") }
    }
    let get = clock.measure { for _ in 0..<count { _ = store.get(Account.token) } }
    var listed = 0
    let list = try clock.measure { listed = try store.storedKeys().count }
    return "set \(set / count), get \(get / count), list of \(listed) \(list)"
  }
}

private final class Seen: @unchecked Sendable {
  // `@unchecked`: changed under `lock`.
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }
  var all: String { lock.withLock { texts.joined(separator: " ").replacing("\n", with: " ") } }
}

private enum SecretForks {
  /// `fork`, which Swift marks as unavailable, because most programs should not use it.
  static func fork() -> pid_t {
    guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { return -1 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
  }
}

/// Writes a line at once.
private func say(_ line: String, on file: FileHandle = .standardOutput) {
  file.write(Data((line + "\n").utf8))
}

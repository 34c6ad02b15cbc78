import Foundation
import Keywright
import KeywrightEtcd
import KeywrightHistory
import KeywrightRig
import KeywrightTesting

/// A program for the rigs: `keywright-etcd-worker ENDPOINTS PREFIX VERB …`, with the endpoints separated
/// by commas. It says `ready` when the store is, and begins when it reads `go`.
@main
struct Worker {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3 else { return say("failed usage") }
    do {
      try await Worker(words).run()
    } catch {
      say("failed \(code(of: error)) \(error)")
    }
  }

  let store: EtcdStore
  let place: Place
  let words: [String]

  /// A prefix of the cluster, and the user who opens it.
  struct Place: Sendable {
    let endpoints: [String]
    let prefix: String
    let credentials: EtcdCredentials?
    let options: EtcdOptions

    func store(of prefix: String) -> EtcdStore {
      EtcdStore(endpoints: endpoints, prefix: prefix, credentials: credentials, options: options)
    }
  }

  init(_ words: [String]) {
    self.words = Array(words.dropFirst(2))
    var options = EtcdOptions()
    let environment = ProcessInfo.processInfo.environment
    options.heartbeat = .milliseconds(Int(environment["HEARTBEAT_MS"] ?? "") ?? 500)
    options.commitTimeout = .seconds(Int(environment["COMMIT_TIMEOUT_S"] ?? "") ?? 120)
    options.requestTimeout = .milliseconds(Int(environment["REQUEST_TIMEOUT_MS"] ?? "") ?? 1_000)
    options.conflictPatience = .seconds(Int(environment["CONFLICT_PATIENCE_S"] ?? "") ?? 120)
    options.watchTimeout = .seconds(Int(environment["WATCH_TIMEOUT_S"] ?? "") ?? 20)
    if let limit = Int(environment["MAXIMUM_ANSWER"] ?? "") { options.maximumAnswer = limit }
    if let limit = Int(environment["MAXIMUM_TOTAL"] ?? "") { options.maximumTotal = limit }
    if let life = Int(environment["WATCH_LIFETIME_MS"] ?? "") {
      options.watchLifetime = .milliseconds(life)
    }
    options.authorityFile = environment["AUTHORITY"]
    let credentials = environment["ETCD_USER"].map {
      EtcdCredentials(user: $0, password: environment["ETCD_PASSWORD"] ?? "")
    }
    place = Place(
      endpoints: words[0].split(separator: ",").map(String.init), prefix: words[1],
      credentials: credentials, options: options)
    store = place.store(of: place.prefix)
    store.onIssue { error in
      FileHandle.standardError.write(Data("issue: \(error)\n".utf8))
    }
  }

  func run() async throws {
    switch words[0] {
    case "conformance": try await conformance()
    case "hostile": await hostile()
    case "cutoff":
      say("ready")
      if readLine() == "go" { commands() }
    case "figures":
      try await store.ready(within: .seconds(300))
      try Figures(store, place).run()
    default:
      let limit = Int(ProcessInfo.processInfo.environment["READY_S"] ?? "") ?? 300
      try await store.ready(within: .seconds(limit))
      say("ready")
      guard readLine() == "go" else { return }
      switch words[0] {
      case "increments": increments(Int(words[1]) ?? 0)
      case "history": history()
      case "watch": watch()
      case "commands": commands()
      default: say("failed usage")
      }
    }
  }

  // MARK: Verbs

  /// `history SEED PROCESS COUNT refresh|stale`: the program of `Tests/Reliability` for T9, on etcd.
  private func history() {
    let refreshes = words[4] == "refresh"
    let history = History<EtcdStore>(words[1...3]) { store, keys in
      if refreshes { try store.refresh() }
      return store.atOneRevision { store in keys.map { store.get($0) } }
    }
    history.run(on: store)
  }

  /// Every behaviour of a store, each under a prefix of its own.
  private func conformance() async throws {
    let place = place
    do {
      try await StoreConformance.check(at: { "\(place.prefix)/\(UUID().uuidString)" }) { prefix in
        let store = place.store(of: prefix)
        try store.waitUntilReady(within: .seconds(300))
        return store
      }
      say("passed \(StoreConformance.behaviourNames.count)")
    } catch {
      say("failed \("\(error)".replacing("\n", with: " | "))")
    }
  }

  /// Adds one, again and again, until it was done so often.
  private func increments(_ count: Int) {
    let key = Key<Root, Int>("count", default: 0)
    var (made, uncertain, refused) = (0, 0, 0)
    while made + uncertain < count {
      do {
        try store.update(key) { $0 += 1 }
        made += 1
      } catch  where error.code == .uncertain {
        uncertain += 1
      } catch {
        refused += 1
        if refused > 10_000 { break }
      }
    }
    say("done \(made) \(uncertain) \(refused)")
  }

  /// Says each change of one key, with the time.
  private func watch() {
    let token = store.observe(Key<Root, Int>("flag", default: 0)) { change in
      say("seen \(change.new) \(moment())")
    }
    while readLine() != nil {}
    withExtendedLifetime(token) {}
  }

  /// Hostile answers of a server must end in an error, within bounded time and memory.
  private func hostile() async {
    let limit = Int(ProcessInfo.processInfo.environment["READY_S"] ?? "") ?? 3
    do {
      try await store.ready(within: .seconds(limit))
      say("ready")
    } catch {
      say("refused \(code(of: error)) \(error)")
    }
    say(peak)
  }

  /// The most memory that the process had.
  private var peak: String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "VmHWM ?"
    return peak.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Obeys the commands of standard input, line by line.
  private func commands() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      do {
        say(try answer(words))
      } catch {
        say("failed \(code(of: error)) \(error)")
      }
    }
  }

  private func answer(_ words: [String]) throws -> String {
    func key(_ index: Int = 1) -> Key<Root, Int> { Key(words[index], default: 0) }
    switch words[0] {
    case "get": return "\(store.get(key()))"
    case "set":
      let before = moment()
      try store.set(key(), to: Int(words[2]) ?? 0)
      return "set \(before) \(moment())"
    case "fill":
      try store.set(
        Key<Root, String>(words[1], default: ""),
        to: String(repeating: "x", count: Int(words[2]) ?? 0))
      return "filled"
    case "add":
      try store.update(key()) { $0 += 1 }
      return "\(store.get(key()))"
    case "refresh":
      try store.refresh()
      return "refreshed"
    case "status": return "\(store.status)"
    case "memory": return peak
    default: return "failed usage"
    }
  }
}

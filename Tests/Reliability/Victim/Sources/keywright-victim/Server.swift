import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Does what each line of standard input asks for, and answers with one line or more.
struct Server {
  func run() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "state" where words.count == 3: state(words[1], words[2])
      case "touch" where words.count == 2: touch(words[1])
      case "set" where words.count == 3: set(words[1], Int(words[2]) ?? 0)
      case "remove" where words.count == 2: remove(words[1])
      case "open" where words.count == 2: open(words[1])
      case "history" where words.count == 6: history(words)
      default: say("error \(line)")
      }
    }
  }

  /// `history PATH SEED PROCESS COUNT refresh|stale`
  private func history(_ words: [String]) {
    let store = DefaultsStore(url: url(words[1]), lockTimeout: .seconds(60))
    say("ready")
    guard readLine() == "go" else { return }
    let refreshes = words[5] == "refresh"
    let history = History<DefaultsStore>(words[2...4]) { store, keys in
      if refreshes { try store.refresh() }
      return keys.map { store.get($0) }
    } other: { store in
      try store.flush(compacting: true)
      return "flush"
    }
    history.run(on: store)
  }

  /// Opens a store again and says what it holds.
  private func state(_ path: String, _ kind: String) {
    if kind == "file" {
      say(Workload.state(of: FileStore(folder: url(path))))
      return
    }
    let store = DefaultsStore(url: url(path))
    say(Workload.state(of: store))
    store.close()
  }

  /// Makes one commit more, so that all mending takes place.
  private func touch(_ path: String) {
    let store = DefaultsStore(url: url(path))
    do {
      try store.set(Key<Root, Int>("touched", default: 0), to: 1)
      store.close()
      say("ok")
    } catch {
      say("failed \(code(of: error))")
    }
  }

  /// Keeps a number.
  private func set(_ path: String, _ number: Int) {
    let store = DefaultsStore(url: url(path), lockTimeout: .seconds(60))
    do {
      try store.set(Increments.number, to: number)
      say("ok")
    } catch {
      say("failed \(code(of: error))")
    }
  }

  /// Removes all values, one commit for each.
  private func remove(_ path: String) {
    let store = DefaultsStore(url: url(path))
    do {
      for slot in 0..<Workload.slots { try store.remove(Workload.key(slot)) }
      store.close()
      say("ok")
    } catch {
      say("failed \(code(of: error))")
    }
  }

  /// Opens any file, writes to it, and says how that went and how many microseconds of
  /// processor time it took.
  private func open(_ path: String) {
    let start = moment(CLOCK_PROCESS_CPUTIME_ID)
    let store = DefaultsStore(url: url(path), lockTimeout: .milliseconds(100))
    let keys = (try? store.storedKeys().count).map { "\($0) keys" } ?? "unavailable"
    let time = (moment(CLOCK_PROCESS_CPUTIME_ID) - start) / 1_000
    var written = "written"
    do {
      try store.set(Key<Root, Int>("touched", default: 0), to: 1)
    } catch {
      written = code(of: error)
    }
    let issues = store.issues.map(\.code.rawValue).joined(separator: ",")
    store.close()
    say("\(time) us: \(keys); issues: \(issues); \(written)")
  }
}

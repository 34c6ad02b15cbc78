import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// A program's use of a store from beginning to end, going on after failures as a program does.
///
/// It says `try k` before a commit and `ok k` or `err k code` after it; `durable` when everything
/// before is on the disk; `see` and a state, which it read.
struct FaultScript {
  private let path: String
  /// How often the middle part is repeated.
  private let rounds: Int

  init(_ arguments: [String]) {
    path = arguments.first ?? "store.plist"
    rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
  }

  func run() {
    var k = 0
    use(.process) { store in
      commit(&k, 3, to: store)
      flush(store, compacting: false)
      commit(&k, 2, to: store)
      flush(store, compacting: true)
      commit(&k, 2, to: store)
    }
    for _ in 0..<rounds {
      use(.durable) { store in
        commit(&k, 3, to: store)
        see(store)
      }
    }
    use(.process) { store in
      commit(&k, 4, to: store)
      see(store)
    }
    say("end")
  }

  private func use(_ durability: DefaultsStore.Durability, _ body: (DefaultsStore) -> Void) {
    let store = DefaultsStore(
      url: url(path), durability: durability, lockTimeout: .milliseconds(200), history: .kept)
    store.onIssue { say("issue \($0.code.rawValue)") }
    see(store)
    body(store)
    store.close()
  }

  private func commit(_ k: inout Int, _ count: Int, to store: DefaultsStore) {
    for _ in 0..<count {
      k += 1
      say("try \(k)")
      do {
        try Workload.commit(k, to: store)
        say("ok \(k)")
      } catch {
        say("err \(k) \(code(of: error))")
      }
    }
  }

  private func flush(_ store: DefaultsStore, compacting: Bool) {
    do {
      try store.flush(compacting: compacting)
      say("durable")
    } catch {
      say("note flush \(code(of: error))")
    }
  }

  private func see(_ store: DefaultsStore) { say("see \(Workload.state(of: store))") }
}

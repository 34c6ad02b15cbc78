import Foundation
import Keywright
import KeywrightEtcd
import KeywrightRig

/// The cost of commits, loads and reads, in one run: `figure NAME VALUE`.
struct Figures {
  private let store: EtcdStore
  private let place: Worker.Place

  /// Declared once, as the keys of a program are.
  private static var key: Key<Root, Int> { Key("figure", default: 0) }

  init(_ store: EtcdStore, _ place: Worker.Place) {
    self.store = store
    self.place = place
  }

  func run() throws {
    try commits()
    try firstLoad()
    try reads()
  }

  private func report(_ name: String, _ value: Double) { say("figure \(name) \(value)") }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = moment()
    try body()
    return Double(moment() - start) / 1e9
  }

  /// A commit and a bare transaction in turn, so that both meet the same machine.
  private func commits() throws {
    guard let port = place.endpoints[0].split(separator: ":").last.flatMap({ UInt16($0) }),
      let connection = BareConnection(port: port)
    else { return say("failed bare") }
    let key = Data("\(place.prefix).bare".utf8).base64EncodedString()
    var (commits, bare): ([Double], [Double]) = ([], [])
    for number in 1...600 {
      let value = Data("\(number)".utf8).base64EncodedString()
      let body = #"{"success":[{"request_put":{"key":"\#(key)","value":"\#(value)"}}]}"#
      bare.append(seconds { if !connection.post("/v3/kv/txn", body) { say("failed bare") } })
      commits.append(try seconds { try store.set(Figures.key, to: number) })
    }
    report("commit_ms", median(Array(commits.dropFirst(100))) * 1000)
    report("bare_ms", median(Array(bare.dropFirst(100))) * 1000)
  }

  /// The time from opening a prefix of 1,000 keys until they are there.
  private func firstLoad() throws {
    let prefix = place.prefix + "-load"
    try fill(prefix)
    var loads: [Double] = []
    for _ in 0..<9 {
      var opened: EtcdStore?
      loads.append(
        try seconds {
          opened = place.store(of: prefix)
          try opened?.waitUntilReady(within: .seconds(30))
        })
      if try opened?.storedKeys().count != 1_000 { say("failed load") }
      opened?.close()
    }
    report("load_1000_ms", median(loads) * 1000)
  }

  /// A function of its own: a handle that lives on would share its values with the next one.
  private func fill(_ prefix: String) throws {
    let store = place.store(of: prefix)
    try store.waitUntilReady(within: .seconds(30))
    for part in 0..<10 {
      try store.transaction { change in
        for number in 0..<100 {
          let name = "key \(part * 100 + number)"
          try change.set(Key<Root, String>(name, default: ""), to: "value \(number)")
        }
      }
    }
    store.close()
  }

  private func reads() throws {
    let memory = MemoryStore()
    try memory.set(Figures.key, to: 600)
    var (remote, local): ([Double], [Double]) = ([], [])
    for _ in 0..<15 {
      local.append(time(memory, Figures.key))
      remote.append(time(store, Figures.key))
    }
    report("get_ns", median(remote))
    report("memory_get_ns", median(local))
  }

  @inline(never)
  private func time<S: Store>(_ store: S, _ key: Key<Root, Int>) -> Double {
    let count = 1_000_000
    var sum = 0
    let taken = seconds { for _ in 0..<count { sum &+= store.get(key) } }
    if sum == 1 { say("never") }
    return taken / Double(count) * 1e9
  }
}

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

  /// Commits beside bare transactions, so that both meet the same machine: in turn, where each commit finds a
  /// revision of somebody else before it; and several of each in turn, where it finds its own.
  private func commits() throws {
    guard let port = place.endpoints[0].split(separator: ":").last.flatMap({ UInt16($0) }),
      let connection = BareConnection(port: port)
    else { return say("failed bare") }
    try commits(inBlocksOf: 1, "commit", "bare", connection)
    try commits(inBlocksOf: 25, "commit_alone", "bare_alone", connection)
  }

  private func commits(
    inBlocksOf size: Int, _ name: String, _ bareName: String, _ connection: BareConnection
  ) throws {
    let key = Data("\(place.prefix).bare".utf8).base64EncodedString()
    var (commits, bare): ([Double], [Double]) = ([], [])
    for block in 1...600 / size {
      for number in 1...size {
        let value = Data("\(block * size + number)".utf8).base64EncodedString()
        let body = #"{"success":[{"request_put":{"key":"\#(key)","value":"\#(value)"}}]}"#
        bare.append(seconds { if !connection.post("/v3/kv/txn", body) { say("failed bare") } })
      }
      for number in 1...size {
        commits.append(try seconds { try store.set(Figures.key, to: block * size + number) })
      }
    }
    report("\(name)_ms", median(Array(commits.dropFirst(100))) * 1000)
    report("\(bareName)_ms", median(Array(bare.dropFirst(100))) * 1000)
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
          try opened?.waitUntilReady(within: .seconds(300))
        })
      if try opened?.storedKeys().count != 1_000 { say("failed load") }
      opened?.close()
    }
    report("load_1000_ms", median(loads) * 1000)
  }

  /// A function of its own: a handle that lives on would share its values with the next one.
  private func fill(_ prefix: String) throws {
    let store = place.store(of: prefix)
    try store.waitUntilReady(within: .seconds(300))
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

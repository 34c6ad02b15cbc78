import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd

/// Does what another program, such as etcdctl, does.
enum Etcdctl {
  static func perform(_ operation: KeywrightEtcd.Operation, beside store: EtcdStore) throws {
    let client = store.space.client
    let request = TxnRequest(compare: [], success: [operation], failure: [])
    let response: TxnResponse = try client.call("v3/kv/txn", request, at: client.endpoint)
    #expect(response.succeeded == true)
  }

  static func put(_ name: String, _ text: String, beside store: EtcdStore) throws {
    let key = Data((store.space.replica.range.prefix + name).utf8)
    try perform(
      KeywrightEtcd.Operation(request_put: PutRequest(key: key, value: Data(text.utf8))),
      beside: store)
  }

  static func delete(_ name: String, beside store: EtcdStore) throws {
    let key = Data((store.space.replica.range.prefix + name).utf8)
    try perform(
      KeywrightEtcd.Operation(request_delete_range: DeleteRangeRequest(key: key)), beside: store)
  }
}

@Suite("Against outages", .simulated)
struct OutageTests {
  let cluster = SimulatedCluster(in: .current)
  var place: EtcdPlace { cluster.place() }
  let one: EtcdStore
  let two: EtcdStore

  init() throws {
    one = try cluster.machine()
    two = try cluster.machine()
  }

  // MARK: Values that arrive and are not readable

  @Test(
    "A value that nobody can read changes nothing, and is not replaced",
    arguments: ["{", "\"text\"", "[1,", "\u{0}", "{\"$date\":\"never\"}"])
  func unreadable(text: String) throws {
    try one.set(Shop.visitors, to: 7)
    #expect(try eventually { two.get(Shop.visitors) == 7 })
    try Etcdctl.put("shop:visitors", text, beside: one)
    try two.refresh()
    #expect(two.get(Shop.visitors) == 7)
    #expect(two.explain(Shop.visitors).description.contains("7"))
    #expect(two.issues.contains { $0.storageString == "shop:visitors" })
    #expect { try two.update(Shop.visitors) { $0 += 1 } } throws: {
      ($0 as? StoreError)?.code == .unreadable
    }
    let key = two.space.replica.range.key(of: StorageString("shop:visitors"))
    let client = two.space.client
    let found: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: key), at: client.endpoint)
    #expect(found.kvs?.first?.value == Data(text.utf8))
    try two.set(Shop.visitors, to: 8)
    try one.refresh()
    #expect(one.get(Shop.visitors) == 8)
  }

  @Test(
    "A value that breaks a constraint changes nothing, and is known with its time until it goes")
  func invalid() throws {
    let percent = Key<Shop, Int>(
      "percent", default: 50,
      descriptor: KeyDescriptor(constraints: [.range(0...100)]))
    try one.set(percent, to: 60)
    #expect(try eventually { two.get(percent) == 60 })
    try Etcdctl.put("shop:percent", "700", beside: one)
    try two.refresh()
    let revision = try newest()
    for _ in 0..<10 { #expect(two.get(percent) == 60) }
    #expect(two.explain(percent).description.contains("refused since"))
    let issue = try #require(two.issues.first { $0.storageString == "shop:percent" })
    #expect(issue.advice?.contains("since") == true)
    // Nobody wrote because of it.
    try two.refresh()
    #expect(try newest() == revision)
    try Etcdctl.put("shop:percent", "70", beside: one)
    try two.refresh()
    #expect(two.get(percent) == 70)
    #expect(!two.explain(percent).description.contains("refused since"))
    // One that is there at the start has none before it, and a read of any store checks no constraints.
    try Etcdctl.put("shop:percent", "700", beside: one)
    #expect(try cluster.machine().get(percent) == 700)
  }

  /// The last change under the prefix.
  private func newest() throws -> Int64 {
    let client = two.space.client
    return try Newest(
      client.call(
        "v3/kv/txn", Newest.request(of: two.space.replica.range), at: client.endpoint)
    ).modified
  }

  @Test(
    "An invalid value shows the default on every machine of a schema, whatever each one saw before")
  func equalContents() throws {
    let share = Key<Shop, Double>(
      "share", default: 0.5, descriptor: KeyDescriptor(constraints: [.range(0...1)]))
    let keys = KeySet([AnyKey(share), AnyKey(Shop.visitors)])
    func machine() throws -> EtcdStore { try cluster.machine(keys: keys) }
    // One that reads the key before, one that does not, one that starts afterwards.
    let (reader, other) = (try machine(), try machine())
    try reader.set(share, to: 0.3)
    #expect(reader.get(share) == 0.3)
    for text in ["7.0", "\"text\"", "{"] {
      try Etcdctl.put("shop:share", text, beside: one)
      let late = try machine()
      for store in [reader, other, late] {
        try store.refresh()
        #expect(store.get(share) == 0.5)
        #expect(store.status.refused == ["shop:share"])
      }
      #expect { try reader.update(share) { $0 += 0.1 } } throws: {
        ($0 as? StoreError)?.code == .unreadable
      }
    }
    try Etcdctl.put("shop:share", "0.75", beside: one)
    for store in [reader, other] {
      try store.refresh()
      #expect(store.get(share) == 0.75)
      #expect(store.status.refused == [])
    }
  }

  // MARK: Composition

  @Test("Values of one machine cover the shared ones, which are read and observed below them")
  func layers() throws {
    let local = MemoryStore()
    let layers = Layers([.readingAndWriting(local), .reading(two)])
    let seen = Protected<[Int]>([])
    let token = layers.observe(Shop.visitors) { change in
      seen.withLock { $0.append(change.new) }
    }
    try one.set(Shop.visitors, to: 1)
    // Readers see a commit before observers hear of it, and what covers it meanwhile is all that shows.
    #expect(try eventually { seen.withLock { $0 } == [1] })
    #expect(layers.get(Shop.visitors) == 1)
    try layers.set(Shop.visitors, to: 2)
    #expect(two.get(Shop.visitors) == 1)
    try one.set(Shop.visitors, to: 3)
    try two.refresh()
    #expect(layers.get(Shop.visitors) == 2)
    try layers.remove(Shop.visitors)
    #expect(layers.get(Shop.visitors) == 3)
    #expect(try eventually { seen.withLock { $0 } == [1, 2, 3] })
    withExtendedLifetime(token) {}
  }

  // MARK: The freeze key

  @Test("While the freeze key is there nothing is applied, and commits throw; then everything is")
  func freeze() throws {
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    try Etcdctl.put("keywright:freeze", "\"until Monday\"", beside: one)
    #expect(try eventually { one.status.isFrozen && two.status.isFrozen })
    try Etcdctl.put("shop:visitors", "2", beside: one)
    try two.refresh()
    #expect(two.get(Shop.visitors) == 1)
    #expect { try one.set(Shop.visitors, to: 3) } throws: {
      ($0 as? StoreError)?.code == .readOnly
    }
    let seen = Protected<[Int]>([])
    let token = two.observe(Shop.visitors) { change in seen.withLock { $0.append(change.new) } }
    try Etcdctl.delete("keywright:freeze", beside: one)
    #expect(try eventually { two.get(Shop.visitors) == 2 && one.get(Shop.visitors) == 2 })
    #expect(try eventually { seen.withLock { $0 } == [2] })
    #expect(try eventually { !one.status.isFrozen })
    try one.set(Shop.visitors, to: 3)
    withExtendedLifetime(token) {}
  }

  @Test("Frozen values stay as they are when everything has to be loaded again")
  func freezeAndLoad() throws {
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    try Etcdctl.put("keywright:freeze", "\"until Monday\"", beside: one)
    try Etcdctl.put("shop:visitors", "2", beside: one)
    #expect(try eventually { two.status.isFrozen })
    let replica = two.space.replica
    two.core.takeOver { replica.needsLoad = true }
    #expect(try eventually { two.core.takeOver { !replica.needsLoad } })
    #expect(two.get(Shop.visitors) == 1)
    #expect(two.status.isFrozen)
    // A process that starts shows the same.
    let three = try cluster.machine()
    #expect(three.get(Shop.visitors) == 1)
    #expect(three.status.isFrozen)
    try Etcdctl.delete("keywright:freeze", beside: one)
    #expect(try eventually { two.get(Shop.visitors) == 2 && three.get(Shop.visitors) == 2 })
  }

  @Test("A thaw brings each change that the freeze held back, also across a second freeze")
  func thaw() throws {
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    let seen = Protected<[Int]>([])
    let token = two.observe(Shop.visitors) { change in seen.withLock { $0.append(change.new) } }
    try Etcdctl.put("keywright:freeze", "1", beside: one)
    try Etcdctl.put("shop:visitors", "2", beside: one)
    // Another text of the same freeze.
    try Etcdctl.put("keywright:freeze", "2", beside: one)
    try Etcdctl.put("shop:visitors", "3", beside: one)
    #expect(try eventually { two.status.isFrozen })
    try Etcdctl.delete("keywright:freeze", beside: one)
    try Etcdctl.put("shop:visitors", "4", beside: one)
    try Etcdctl.put("keywright:freeze", "3", beside: one)
    try Etcdctl.put("shop:visitors", "5", beside: one)
    #expect(try eventually { two.get(Shop.visitors) == 4 && two.status.isFrozen })
    #expect(try cluster.machine().get(Shop.visitors) == 4)
    try Etcdctl.delete("keywright:freeze", beside: one)
    #expect(try eventually { seen.withLock { $0 } == [2, 3, 4, 5] })
    #expect(try eventually { one.get(Shop.visitors) == 5 })
    try one.set(Shop.visitors, to: 6)
    try two.refresh()
    #expect(two.get(Shop.visitors) == 6)
    withExtendedLifetime(token) {}
  }

  @Test("More changes than an answer may have are loaded in pages")
  func backlog() throws {
    var options = EtcdOptions.quick
    options.maximumAnswer = 200_000
    let three = try cluster.machine(options: options)
    try Etcdctl.put("keywright:freeze", "1", beside: one)
    #expect(try eventually { three.status.isFrozen })
    let text = String(repeating: "x", count: 20_000)
    for number in 0..<40 { try Etcdctl.put("shop:key \(number)", "\"\(text)\"", beside: one) }
    try Etcdctl.delete("keywright:freeze", beside: one)
    #expect(try eventually { try three.storedKeys().count == 40 })
    try Etcdctl.put("shop:visitors", "7", beside: one)
    #expect(try eventually { three.get(Shop.visitors) == 7 })
    try three.refresh()
  }

  @Test("A start in a freeze whose values are compacted shows what etcd holds, and says so")
  func compactedFreeze() throws {
    let writer = one
    try writer.set(Shop.visitors, to: 1)
    try Etcdctl.put("keywright:freeze", "1", beside: writer)
    try Etcdctl.put("shop:visitors", "2", beside: writer)
    try Etcdctl.put("other", "2", beside: writer)
    cluster.change { $0.compact(to: $0.revision) }
    #expect(try eventually { writer.status.isFrozen })
    let late = try cluster.machine()
    #expect(late.get(Shop.visitors) == 2)
    #expect(late.issues.contains { $0.found?.contains("what etcd holds now") == true })
    #expect(writer.get(Shop.visitors) == 1)
    // The history behind the freeze is gone, so a thaw is a load.
    try Etcdctl.delete("keywright:freeze", beside: writer)
    #expect(try eventually { writer.get(Shop.visitors) == 2 })
  }

  @Test("A thaw that history no longer has is found by a refresh")
  func lostThaw() throws {
    try one.set(Shop.visitors, to: 1)
    try Etcdctl.put("keywright:freeze", "1", beside: one)
    #expect(try eventually { two.status.isFrozen })
    let range = two.space.replica.range
    cluster.stop()
    Simulation.current.pause(.seconds(1))
    cluster.change { keys in
      keys.remove(range.key(of: KeyRange.freeze))
      keys.put(range.key(of: Shop.visitors.storageString), Data("2".utf8))
      keys.compact(to: keys.revision)
    }
    cluster.start()
    #expect(try eventually { two.space.replica.needsLoad })
    try two.refresh()
    #expect(two.get(Shop.visitors) == 2)
    #expect(!two.status.isFrozen)
  }

  @Test("A thaw brings what a machine had not seen when the values of its freeze were compacted")
  func thawAfterCompaction() throws {
    try one.set(Shop.visitors, to: 1)
    try one.set(Shop.other, to: 1)
    #expect(try eventually { two.get(Shop.other) == 1 })
    let range = two.space.replica.range
    cluster.stop()
    Simulation.current.pause(.seconds(1))
    cluster.change { keys in
      keys.put(range.key(of: Shop.visitors.storageString), Data("2".utf8))
      keys.put(range.key(of: KeyRange.freeze), Data("1".utf8))
      keys.put(Data("/elsewhere".utf8), Data("1".utf8))
      keys.compact(to: keys.revision)
    }
    cluster.start()
    #expect(try eventually { two.status.isFrozen })
    #expect(two.get(Shop.visitors) == 1)
    #expect(two.issues.contains { $0.found?.contains("what it had before") == true })
    cluster.change { $0.remove(range.key(of: KeyRange.freeze)) }
    try two.refresh()
    #expect(two.get(Shop.visitors) == 2)
  }

  // MARK: Waiting for a turn

  @Test("A commit waits for its turn no longer than its own time")
  func turn() throws {
    var options = EtcdOptions.quick
    options.commitTimeout = .milliseconds(50)
    let three = try cluster.machine(options: options)
    let (isHeld, isOver) = (Protected(false), Protected(false))
    let simulation = Simulation.current
    _ = simulation.startThread {
      three.core.takeOver {
        isHeld.withLock { $0 = true }
        while !isOver.withLock(\.self) { simulation.pause(.milliseconds(1)) }
      }
    }
    while !isHeld.withLock(\.self) { simulation.pause(.milliseconds(1)) }
    #expect { try three.set(Shop.visitors, to: 1) } throws: {
      ($0 as? StoreError)?.code == .busy
    }
    isOver.withLock { $0 = true }
  }

  @Test("While one commit finds out whether an outage lasts, others fail at once with its cause")
  func outage() throws {
    // No time-out of its own ends the wait.
    var options = EtcdOptions.quick
    options.commitTimeout = .seconds(86_400)
    let three = try cluster.machine(options: options)
    let (isHeld, isOver) = (Protected(false), Protected(false))
    let simulation = Simulation.current
    _ = simulation.startThread {
      three.core.takeOver {
        isHeld.withLock { $0 = true }
        while !isOver.withLock(\.self) { simulation.pause(.milliseconds(1)) }
      }
    }
    while !isHeld.withLock(\.self) { simulation.pause(.milliseconds(1)) }
    three.space.committer.note(outage: StoreError(.unavailable, operation: "commit", found: "dark"))
    #expect { try three.set(Shop.visitors, to: 1) } throws: {
      ($0 as? StoreError)?.found == "dark"
    }
    isOver.withLock { $0 = true }
    // With nobody before it, a commit finds out itself.
    #expect(throws: Never.self) {
      while true {
        do throws(StoreError) {
          return try three.set(Shop.visitors, to: 1)
        } catch {
          guard error.found == "dark" else { throw error }
          simulation.pause(.milliseconds(1))
        }
      }
    }
    #expect(three.space.committer.activity.withLock(\.outage) == nil)
  }

  // MARK: The log

  @Test("Each commit records who, when and why, and can be reverted")
  func log() throws {
    try one.because("opening").set(Shop.visitors, to: 4)
    try one.transaction { change in
      try change.set(Shop.visitors, to: 5)
      try change.set(Shop.name, to: "corner")
    }
    let log = try two.log()
    #expect(log.count == 2)
    #expect(log[1].reason == "opening")
    #expect(log[1].changes.map(\.storageString) == ["shop:visitors"])
    #expect(abs(log[1].date?.timeIntervalSince(Simulation.current.today) ?? 1e9) < 3_600)
    #expect(log[0].reason == nil)
    #expect(log[0].author?.contains("\(ProcessInfo.processInfo.processIdentifier)") == true)
    #expect(Set(log[0].changes.map(\.storageString)) == ["shop:visitors", "shop:name"])
    #expect(log[0].changes.first { $0.storageString == "shop:name" }?.old == nil)

    try two.refresh()
    try two.revert(log[0])
    #expect(two.get(Shop.visitors) == 4)
    #expect(try two.storedKeys() == ["shop:visitors"])
    #expect(try two.log(last: 1).first?.reason == "reverts \(log[0].revision)")
    // The key was changed since.
    try two.set(Shop.visitors, to: 9)
    #expect { try two.revert(log[1]) } throws: { ($0 as? StoreError)?.code == .refused }
    #expect(two.get(Shop.visitors) == 9)
  }

  @Test("The log says of a secret value only that it changed")
  func secrets() throws {
    let token = Key<Shop, String>(
      "token", default: "", descriptor: KeyDescriptor(sensitivity: .secret))
    try one.set(token, to: "hunter2")
    let commit = try #require(try one.log(last: 1).first)
    #expect(commit.changes.map(\.isHidden) == [true])
    #expect(commit.changes.allSatisfy { $0.new == nil && $0.old == nil })
    #expect(!"\(try one.log())".contains("hunter2"))
    #expect { try one.revert(commit) } throws: { ($0 as? StoreError)?.code == .unsupported }
  }

  // MARK: Snapshots

  /// A store that never reaches its cluster, on a machine with a cache.
  private func cutOff(_ cache: DefaultsStore, named name: String? = nil) -> EtcdStore {
    let nowhere = EtcdPlace(endpoints: ["http://10.0.0.9:2379"], prefix: place.prefix)
    return cluster.open(nowhere).cached(in: cache, generations: 3, named: name)
  }

  private func makeCache() -> DefaultsStore {
    DefaultsStore(
      url: FileManager.default.temporaryDirectory.appending(
        path: "keywright etcd cache \(UUID().uuidString).plist"))
  }

  @Test("A start without network shows the last healthy values, marked as such")
  func snapshot() throws {
    let cache = makeCache()
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    let cached = one.cached(in: cache, generations: 3, named: nil)
    try cached.set(Shop.visitors, to: 11)
    // The open generation has it, and is not healthy yet.
    try cached.space.snapshots.save(cached.space.replica)
    #expect(cutOff(cache, named: "1").get(Shop.visitors) == 11)
    #expect(cutOff(cache).get(Shop.visitors) == 0)
    try cached.markHealthy()
    try cached.set(Shop.visitors, to: 12)
    let lonely = cutOff(cache)
    #expect(lonely.get(Shop.visitors) == 11)
    #expect("\(lonely.explain(Shop.visitors))".contains("snapshot"))
    #expect { try lonely.set(Shop.visitors, to: 1) } throws: {
      ($0 as? StoreError)?.code == .unavailable
    }
    #expect(!lonely.status.isReady)
    #expect(lonely.status.snapshot?.generation == 1)
  }

  @Test("A damaged snapshot is an issue, and so is a number that no program reaches")
  func damagedSnapshot() throws {
    let cache = makeCache()
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    let cached = one.cached(in: cache, generations: 3, named: nil)
    try cached.set(Shop.visitors, to: 11)
    try cached.markHealthy()
    let huge = Snapshot(
      generation: .max, revision: 1, savedAt: Date(), isHealthy: true, values: [])
    for damaged in [huge.stored, "text"] {
      try cache.set(
        Key<Root, StoredValue?>(StorageString("etcd-snapshots:\(place.prefix):2")), to: damaged)
      let store = cutOff(cache)
      #expect(store.get(Shop.visitors) == 11)
      #expect(store.issues.contains { $0.code == .corrupt && $0.operation == "open" })
    }
  }

  @Test("Processes that share a local store do not replace each other's generations")
  func sharedSnapshots() throws {
    let cache = makeCache()
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    let (first, second) = (
      one.cached(in: cache, generations: 3, named: nil),
      two.cached(in: cache, generations: 3, named: nil)
    )
    for (number, store) in [(1, first), (2, second), (3, first)] {
      try store.set(Shop.visitors, to: number)
      try store.markHealthy()
    }
    for number in 1...3 { #expect(cutOff(cache, named: "\(number)").get(Shop.visitors) == number) }
    #expect(cutOff(cache).get(Shop.visitors) == 3)
  }

  @Test("Secret values in snapshots are reported, or left out by choice")
  func secretSnapshots() throws {
    let token = Key<Shop, String>(
      "token", default: "none", descriptor: KeyDescriptor(sensitivity: .secret))
    let keys = KeySet([AnyKey(token), AnyKey(Shop.visitors)])
    try one.set(token, to: "hunter2")
    try one.set(Shop.visitors, to: 7)
    for (choice, isReported, text) in [
      (SnapshotSecrets.reported, true, "hunter2"), (.kept, false, "hunter2"),
      (.leftOut, false, "none"),
    ] {
      let cache = makeCache()
      defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
      let store = try cluster.machine(keys: keys)
      try store.cached(in: cache, generations: 3, secrets: choice, named: nil).markHealthy()
      #expect(store.issues.contains { $0.code == .exposed } == isReported)
      let lonely = cutOff(cache)
      #expect(lonely.get(token) == text)
      #expect(lonely.get(Shop.visitors) == 7)
    }
  }

  @Test("A snapshot that is replaced leaves the earlier lists of its store too")
  func keptSnapshots() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright etcd kept \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = DefaultsStore(url: folder.appending(path: "kept.plist"), history: .kept)
    let cached = one.cached(in: cache, generations: 2, named: nil)
    for number in 1...5 {
      try cached.set(Shop.name, to: "value \(number)")
      try cached.markHealthy()
      try cache.flush(compacting: true)
    }
    cache.close()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.contains { $0.path.contains(".earlier-") })
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    for number in 1...3 { #expect(!texts.contains { $0.contains("value \(number)") }) }
    #expect(texts.contains { $0.contains("value 5") })
  }

  @Test("A start with a snapshot goes on to the cluster's values once it is reached")
  func snapshotEnds() throws {
    let cache = makeCache()
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    do {
      let store = try cluster.machine().cached(in: cache)
      try store.set(Shop.visitors, to: 1)
      try store.set(Shop.name, to: "gone later")
      try store.markHealthy()
      try store.remove(Shop.name)
      try store.set(Shop.visitors, to: 2)
      store.close()
    }
    cluster.stop()
    let store = cluster.open().cached(in: cache)
    #expect(store.get(Shop.visitors) == 1)
    #expect(store.get(Shop.name) == "gone later")
    let seen = Protected<[Int]>([])
    let token = store.observe(Shop.visitors) { change in seen.withLock { $0.append(change.new) } }
    cluster.start()
    try store.waitUntilReady(within: .seconds(600))
    #expect(store.get(Shop.visitors) == 2)
    #expect(store.get(Shop.name) == "none")
    #expect(!"\(store.explain(Shop.visitors))".contains("snapshot"))
    #expect(try eventually { seen.withLock { $0 } == [2] })
    withExtendedLifetime(token) {}
  }

  @Test("Several generations are kept, and one can be named")
  func generations() throws {
    let cache = makeCache()
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    let cached = one.cached(in: cache, generations: 3, named: nil)
    for number in 1...5 {
      try cached.set(Shop.visitors, to: number)
      try cached.markHealthy()
    }
    #expect(cutOff(cache).get(Shop.visitors) == 5)
    #expect(cutOff(cache, named: "3").get(Shop.visitors) == 3)
    // The first ones had to go; the last healthy one is used, and an issue says so.
    let missing = cutOff(cache, named: "1")
    #expect(missing.get(Shop.visitors) == 5)
    #expect(missing.issues.contains { "\($0)".contains("KEYWRIGHT_ETCD_SNAPSHOT=1") })

    // A named one is shown whatever the cluster holds, and nothing is committed over it.
    let pinned = try cluster.machine().cached(in: cache, generations: 3, named: "4")
    #expect(pinned.status.pinnedSnapshot == 4)
    #expect(pinned.get(Shop.visitors) == 4)
    try one.set(Shop.visitors, to: 99)
    try one.set(Shop.name, to: "new")
    try pinned.refresh()
    #expect(pinned.get(Shop.visitors) == 4)
    #expect(pinned.get(Shop.name) == "none")
    #expect("\(pinned.explain(Shop.visitors))".contains("snapshot"))
    #expect { try pinned.set(Shop.visitors, to: 1) } throws: {
      ($0 as? StoreError)?.code == .readOnly
    }
  }
}

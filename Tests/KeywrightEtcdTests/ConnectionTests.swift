import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("A connection to etcd", .simulated)
struct ConnectionTests {
  let cluster: SimulatedCluster

  init() throws { cluster = SimulatedCluster(in: .current) }

  @Test("that is lost leaves the values, whose age is known, and commits throw")
  func lost() throws {
    var options = EtcdOptions.quick
    options.commitTimeout = .milliseconds(500)
    let store = try cluster.machine(options: options)
    #expect(try eventually { (try? store.set(Shop.visitors, to: 7)) != nil })
    #expect(store.status.isReady)
    #expect(store.status.age != nil)
    #expect(store.status.revision > 0)
    #expect(
      try eventually {
        let status = store.status
        return status.endpoint == cluster.endpoints[0] && status.reason == nil
      })
    cluster.stop()
    #expect(try eventually { store.status.reason != nil })
    #expect(store.status.endpoint == nil)
    #expect(store.get(Shop.visitors) == 7)
    let age = try #require(store.status.age)
    #expect(try eventually { store.status.age ?? .zero > age })
    // Nobody listens, so nothing was sent; it is busy if its time was over before its turn.
    #expect { try store.set(Shop.visitors, to: 8) } throws: { error in
      let code = (error as? StoreError)?.code
      return code == .unavailable || code == .busy
    }
    #expect { try store.refresh() } throws: { ($0 as? StoreError)?.code == .unavailable }
    cluster.start()
    #expect(try eventually { (try? store.set(Shop.visitors, to: 9)) != nil })
    #expect(try eventually { store.status.reason == nil })
    #expect(store.get(Shop.visitors) == 9)
  }

  @Test("to a member that is silent makes a commit uncertain, which is resolved for the next one")
  func silent() throws {
    var options = EtcdOptions.quick
    options.requestTimeout = .milliseconds(200)
    options.commitTimeout = .milliseconds(600)
    let store = try cluster.machine(options: options)
    #expect(try eventually { (try? store.set(Shop.visitors, to: 1)) != nil })
    cluster.pause(true)
    // With any other error, the short limits were over before anything was sent.
    #expect(
      try eventually {
        do throws(StoreError) {
          try store.update(Shop.visitors) { $0 += 1 }
          return false
        } catch {
          return error.code == .uncertain
        }
      })
    #expect(store.get(Shop.visitors) == 1)
    cluster.pause(false)
    #expect(try eventually { (try? store.refresh()) != nil })
    #expect((1...2).contains(store.get(Shop.visitors)))
    // On a busy machine, the short limits make more commits uncertain.
    var uncertain = 1
    let isMade = try eventually {
      do throws(StoreError) {
        try store.update(Shop.visitors) { $0 += 1 }
        return true
      } catch {
        if error.code == .uncertain { uncertain += 1 }
        return false
      }
    }
    #expect(isMade)
    // Each uncertain one was made or not, some of them late, and none twice.
    #expect((2...2 + uncertain).contains(store.get(Shop.visitors)))
  }

  @Test("is not there before the first load: defaults, with a reason, and no wait")
  func before() throws {
    cluster.stop()
    var options = EtcdOptions.quick
    options.requestTimeout = .seconds(2)
    let store = cluster.open(options: options)
    #expect(store.get(Shop.visitors) == 0)
    #expect(!store.status.isReady)
    #expect(store.status.age == nil)
    for body in [
      { try store.set(Shop.visitors, to: 1) }, { _ = try store.storageStrings() },
      { _ = try store.read(Shop.visitors) },
    ] {
      #expect { try body() } throws: { ($0 as? StoreError)?.code == .unavailable }
    }
    #expect {
      try store.waitUntilReady(within: .milliseconds(100))
    } throws: { ($0 as? StoreError)?.code == .unavailable }
    #expect(try eventually { store.status.reason != nil })
    cluster.start()
    try store.waitUntilReady(within: .seconds(600))
    #expect(store.status.isReady)
  }

  @Test("that is not there says so while the first load is awaited")
  func reason() throws {
    cluster.stop()
    var options = EtcdOptions.quick
    options.requestTimeout = .seconds(2)
    let store = cluster.open(options: options)
    #expect(
      try eventually {
        do throws(StoreError) {
          try store.waitUntilReady(within: .milliseconds(100))
          return false
        } catch {
          return error.found?.hasPrefix("nobody listens at 10.0.0.1") == true
        }
      })
  }

  @Test("that was closed stays so")
  func closed() throws {
    let store = try cluster.machine()
    try store.set(Shop.visitors, to: 3)
    store.close()
    #expect(store.get(Shop.visitors) == 3)
    #expect { try store.set(Shop.visitors, to: 1) } throws: {
      ($0 as? StoreError)?.code == .closed
    }
  }
}

@Suite("A place that is none, or no cluster") struct NoClusterTests {
  @Test(
    "is not connected to",
    arguments: [
      ([], "/a"), (["127.0.0.1:2379"], "/a"), (["ftp://a"], "/a"), (["http://u:p@a"], "/a"),
      (["http://a"], ""), (["http://a?x=1"], "/a"),
    ] as [([String], String)])
  func noPlace(endpoints: [String], prefix: String) async {
    let store = EtcdStore(endpoints: endpoints, prefix: prefix)
    store.onIssue { _ in }
    await #expect {
      try await store.ready(within: .seconds(60))
    } throws: { error in
      (error as? StoreError)?.code == .unavailable && !"\(error)".contains("u:p")
    }
  }

  @Test("shows no secret that a server quotes, also not a part of one")
  func quoted() async throws {
    let secret = String(repeating: "s3cret", count: 5)
    let server = StandIn { line in
      while line.readRequest() {
        let text = String(repeating: "x", count: 190) + secret
        line.answer(#"{"code":3,"message":"\#(text)"}"#, status: "400 Bad Request")
      }
    }
    var place = EtcdPlace(endpoints: [server.url], prefix: "/test")
    place.credentials = EtcdCredentials(user: "root", password: secret)
    let store = EtcdStore(EtcdSpace(place, options: .quick))
    store.onIssue { _ in }
    #expect(try await eventually { "\(store.issues)".contains("xxx") })
    #expect(!"\(store.status) \(store.issues)".contains("s3c"))
  }
}

@Suite("A user of etcd", .enabled(if: EtcdServer.isAvailable, EtcdServer.reason))
struct UserTests {
  let server: PrivateServer

  init() throws { server = try PrivateServer() }

  private struct Empty: Decodable {}

  private func administer(_ client: EtcdClient, _ path: String, _ request: [String: String]) throws
  {
    let _: Empty = try client.call("v3/auth/" + path, request, at: client.endpoint)
  }

  /// Enables authentication, with a user of all rights.
  private func enableUsers() throws -> EtcdPlace {
    let store = try EtcdServer.machine(server.place)
    defer { store.close() }
    let client = store.space.client
    try administer(client, "user/add", ["name": "root", "password": "first-s3cret"])
    try administer(client, "role/add", ["name": "root"])
    try administer(client, "user/grant", ["user": "root", "role": "root"])
    try administer(client, "enable", [:])
    var place = server.place
    place.credentials = EtcdCredentials(user: "root", password: "first-s3cret")
    return place
  }

  @Test("renews a token that the cluster no longer knows")
  func token() async throws {
    let store = try EtcdServer.machine(try enableUsers())
    try store.set(Shop.visitors, to: 1)
    // Tokens are in the memory of a member.
    server.stop()
    try server.start()
    try store.set(Shop.visitors, to: 2)
    try await eventuallyWatches(store)
    // A password that is set anew, be it the same, ends the user's tokens.
    let client = store.space.client
    for number in 3...12 {
      try administer(
        client, "user/changepw", ["name": "root", "password": "first-s3cret"])
      try store.set(Shop.visitors, to: number)
    }
    #expect(store.get(Shop.visitors) == 12)
  }

  @Test("is watched again by a reader whose token the cluster no longer knows")
  func staleReader() async throws {
    let place = try enableUsers()
    // No heartbeat helps: the watch alone must notice.
    var options = EtcdOptions.quick
    options.heartbeat = .seconds(86_400)
    let reader = try EtcdServer.machine(place, options: options)
    let writer = try EtcdServer.machine(place)
    for number in 1...3 {
      server.stop()
      try server.start()
      #expect(try await eventually { (try? writer.set(Shop.visitors, to: number)) != nil })
      #expect(try await eventually { reader.get(Shop.visitors) == number })
    }
  }

  @Test("goes on when authentication is disabled, and when it is enabled again")
  func disabled() async throws {
    let place = try enableUsers()
    let (one, two) = (try EtcdServer.machine(place), try EtcdServer.machine(place))
    try administer(one.space.client, "disable", [:])
    try one.set(Shop.visitors, to: 1)
    #expect(try await eventually { two.get(Shop.visitors) == 1 })
    // Without users, a process that starts gets no token.
    let three = try EtcdServer.machine(place)
    try three.set(Shop.visitors, to: 2)
    try administer(three.space.client, "enable", [:])
    for (number, store) in [one, two, three].enumerated() {
      #expect(try await eventually { (try? store.set(Shop.visitors, to: 10 + number)) != nil })
      #expect(
        try await eventually {
          [one, two, three].allSatisfy { $0.get(Shop.visitors) == 10 + number }
        })
    }
  }

  private func eventuallyWatches(_ store: EtcdStore) async throws {
    #expect(try await eventually { store.status.reason == nil && store.status.endpoint != nil })
  }

  @Test("shows no password and no token, also when the password is no longer right")
  func secrets() async throws {
    let place = try enableUsers()
    let store = try EtcdServer.machine(place)
    try store.set(Shop.visitors, to: 1)
    let client = store.space.client
    try administer(
      client, "user/changepw", ["name": "root", "password": "second-s3cret"])
    let failure = Protected<String>("")
    #expect(
      try await eventually {
        do throws(StoreError) {
          try store.set(Shop.visitors, to: 2)
          return false
        } catch {
          failure.withLock { $0 = "\(error) \(error.code)" }
          return error.code == .unavailable
        }
      })
    #expect(store.get(Shop.visitors) == 1)
    var text = failure.withLock(\.self) + "\(store) \(store.status) \(store.issues)"
    text += String(reflecting: store) + "\(place.credentials as Any)"
    dump(store, to: &text)
    dump(place, to: &text)
    #expect(!text.contains("s3cret"))
    #expect(text.contains("root"))
    // A new process with the new password goes on.
    var changed = place
    changed.credentials = EtcdCredentials(user: "root", password: "second-s3cret")
    try EtcdServer.machine(changed).set(Shop.visitors, to: 3)
  }
}

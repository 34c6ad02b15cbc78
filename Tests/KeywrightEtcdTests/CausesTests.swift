import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("The cause of a failure") struct CausesTests {
  private func open(
    _ url: String, credentials: EtcdCredentials? = nil,
    _ change: (inout EtcdOptions) -> Void = { _ in }
  ) -> EtcdStore {
    var options = EtcdOptions.quick
    change(&options)
    let place = EtcdPlace(endpoints: [url], prefix: "/test", credentials: credentials)
    let store = EtcdStore(EtcdSpace(place, options: options))
    store.onIssue { _ in }
    return store
  }

  /// What a store says of a cluster that it cannot use.
  ///
  /// A member that refuses a connection may close it before its reason has arrived. One of the next attempts
  /// then tells.
  private func refusal(
    _ url: String, saying found: String, _ change: (inout EtcdOptions) -> Void = { _ in }
  ) async throws -> StoreError {
    let store = open(url) { options in
      options.requestTimeout = .seconds(2)
      change(&options)
    }
    defer { store.close() }
    var seen: StoreError?
    _ = try await eventually {
      seen = store.status.reason
      return seen?.found?.contains(found) == true
    }
    return try #require(seen)
  }

  /// The refusal of a commit that etcd finds too large.
  private func oversized() throws -> StoreError {
    var options = EtcdOptions.quick
    options.maximumRequest = 16 << 20
    let store = try EtcdServer.machine(EtcdServer.place(), options: options)
    let text = String(repeating: "x", count: 1_700_000)
    return try #require(throws: StoreError.self) { try store.set(Shop.name, to: text) }
  }

  @Test(
    "has a sentence of its own, which says what to do about it",
    .enabled(if: EtcdServer.isAvailable && Certificates.program != nil, EtcdServer.reason))
  func sentences() async throws {
    let known = try Certificates()
    let elsewhere = try Certificates(names: "DNS:elsewhere.example")
    let strict = try Certificates(wantsClient: true)
    let (secure, other, choosy) = (
      try PrivateServer(certificates: known), try PrivateServer(certificates: elsewhere),
      try PrivateServer(certificates: strict)
    )
    func url(_ server: PrivateServer) -> String { server.place.endpoints[0] }
    let plain = EtcdServer.place().endpoints[0]
    let deaf = StandIn { line in _ = line.readRequest() }
    let dark = DarkPort()
    var refusals: [StoreError] = []
    func expect(
      _ url: String, says found: String, advises advice: String,
      _ change: (inout EtcdOptions) -> Void = { _ in }
    ) async throws {
      let refusal = try await refusal(url, saying: found, change)
      #expect(refusal.found?.contains(found) == true, "\(refusal)")
      #expect(refusal.advice?.contains(advice) == true, "\(refusal)")
      refusals.append(refusal)
    }
    try await expect(url(secure), says: "is not trusted", advises: "authorityFile")
    try await expect(url(other), says: "is for other names", advises: "subjectAltName") {
      $0.authorityFile = elsewhere.file("authority.pem")
    }
    try await expect(
      url(choosy), says: "wants a certificate of this program", advises: "certificateFile"
    ) { $0.authorityFile = strict.file("authority.pem") }
    try await expect(
      url(secure).replacing("https", with: "http"), says: "speaks TLS alone", advises: "https://")
    try await expect(
      plain.replacing("http", with: "https"), says: "does not speak TLS", advises: "http://")
    try await expect(
      "127.0.0.1:2379", says: "an endpoint without a scheme", advises: "Write http://")
    try await expect(dark.url, says: "does not take a connection", advises: "firewall") {
      $0.requestTimeout = .milliseconds(200)
    }
    try await expect(deaf.url, says: "ended before an answer", advises: "the members' logs")
    let large = try oversized()
    #expect(large.found?.contains("request is too large") == true, "\(large)")
    #expect(large.advice?.contains("Keep large values elsewhere") == true, "\(large)")
    refusals.append(large)
    #expect(Set(refusals.map(\.advice)).count == refusals.count)
    #expect(!refusals.contains { "\($0)".contains("a majority") })
  }

  @Test("An outage reports each of its causes once, and the status has the present one")
  func present() async throws {
    let answers = Protected<String?>(nil)
    let server = StandIn { line in
      guard line.readRequest(), let status = answers.withLock(\.self) else { return }
      line.answer("<html>", status: status)
    }
    let store = open(server.url) { $0.requestTimeout = .milliseconds(400) }
    defer { store.close() }
    let none: (String?, String) = (nil, "ended before an answer")
    let busy: (String?, String) = ("503 Unavailable", "HTTP status 503")
    // Causes that come back are no news.
    for (answer, found) in [none, busy, none] {
      answers.withLock { $0 = answer }
      #expect(try await eventually { store.status.reason?.found?.contains(found) == true })
      #expect(try await eventually { store.issues.contains { $0.found?.contains(found) == true } })
    }
    #expect(Set(store.issues.map(\.found)).count == store.issues.count)
  }

  @Test("never quotes a password or a token, also where the server does")
  func secrets() async throws {
    let (password, token) = ("s3cret-pass", "t0k3n.of.the.server")
    let server = StandIn { line in
      while let path = line.readPath() {
        if path.hasSuffix("/authenticate") {
          line.answer(#"{"token":"\#(token)"}"#)
        } else {
          let quoted = "no: \(password) and \(token)"
          line.answer(#"{"code":3,"message":"\#(quoted)"}"#, status: "400 Bad Request")
        }
      }
    }
    let store = open(server.url, credentials: EtcdCredentials(user: "app", password: password))
    defer { store.close() }
    var found: String?
    _ = try await eventually {
      found = store.status.reason?.found
      return found?.contains("no: ") == true
    }
    #expect(found == "'no: … and …'")
    for issue in store.issues {
      #expect(!"\(issue)".contains(password))
      #expect(!"\(issue)".contains(token))
    }
  }

  @Test("A password that goes to another machine as plain text is an issue")
  func exposed() {
    let credentials = EtcdCredentials(user: "app", password: "s3cret-pass")
    for (url, isExposed) in [
      ("http://192.0.2.1:2379", true), ("https://192.0.2.1:2379", false),
      ("http://127.0.0.1:1", false), ("http://[::1]:1", false),
    ] {
      let store = open(url, credentials: credentials)
      defer { store.close() }
      #expect(store.issues.contains { $0.code == .exposed } == isExposed, "\(url)")
    }
  }

  @Test("A cluster that wants to know a user says so, whatever else the program may have meant")
  func user() async throws {
    let server = StandIn { line in
      while line.readRequest() {
        line.answer(
          #"{"code":3,"message":"etcdserver: user name is empty"}"#, status: "400 Bad Request")
      }
    }
    let store = open(server.url)
    defer { store.close() }
    // A person waits for no other one to set it right; a service does.
    let refusal = try #require(throws: StoreError.self) {
      try store.waitUntilReady(within: .seconds(3_600), orRefused: true)
    }
    #expect(refusal.expected == "a request with a user and a password")
    #expect(refusal.advice?.contains("`credentials`") == true)
  }
}

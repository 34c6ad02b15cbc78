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
  private func refusal(
    _ url: String, _ change: (inout EtcdOptions) -> Void = { _ in }
  ) async throws -> StoreError {
    let store = open(url, change)
    defer { store.close() }
    #expect(try await eventually { store.status.reason != nil })
    return try #require(store.status.reason)
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
    .enabled(if: EtcdServer.isAvailable && Certificates.program != nil))
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
    let causes: [(refusal: StoreError, found: String, advice: String)] = [
      (try await refusal(url(secure)), "is not trusted", "authorityFile"),
      (
        try await refusal(url(other)) { $0.authorityFile = elsewhere.file("authority.pem") },
        "is for other names", "subjectAltName"
      ),
      (
        try await refusal(url(choosy)) { $0.authorityFile = strict.file("authority.pem") },
        "wants a certificate of this program", "certificateFile"
      ),
      (
        try await refusal(url(secure).replacing("https", with: "http")), "speaks TLS alone",
        "https://"
      ),
      (
        try await refusal(plain.replacing("http", with: "https")), "does not speak TLS",
        "http://"
      ),
      (try oversized(), "request is too large", "Keep large values elsewhere"),
      (try await refusal("127.0.0.1:2379"), "an endpoint without a scheme", "Write http://"),
      (
        try await refusal(dark.url) { $0.requestTimeout = .milliseconds(200) },
        "does not take a connection", "firewall"
      ),
      (try await refusal(deaf.url), "ended before an answer", "the members' logs"),
    ]
    for (refusal, found, advice) in causes {
      #expect(refusal.found?.contains(found) == true, "\(refusal)")
      #expect(refusal.advice?.contains(advice) == true, "\(refusal)")
    }
    #expect(Set(causes.map(\.refusal.advice)).count == causes.count)
    #expect(!causes.contains { "\($0.refusal)".contains("a majority") })
  }

  @Test("The last issue is the present cause of an outage, not the first one")
  func present() async throws {
    let answers = Protected<String?>(nil)
    let server = StandIn { line in
      guard line.readRequest(), let status = answers.withLock(\.self) else { return }
      line.answer("<html>", status: status)
    }
    let store = open(server.url)
    defer { store.close() }
    for (answer, found) in [
      (nil, "ended before an answer"), ("503 Unavailable", "HTTP status 503"),
      ("404 Not Found", "HTTP status 404"),
    ] {
      answers.withLock { $0 = answer }
      #expect(try await eventually { store.issues.last?.found?.contains(found) == true })
      #expect(try await eventually { store.status.reason?.found?.contains(found) == true })
    }
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
    #expect(try await eventually { store.status.reason?.found?.contains("no: ") == true })
    #expect(store.status.reason?.found == "'no: … and …'")
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
    let refusal = try await refusal(server.url)
    #expect(refusal.expected == "a request with a user and a password")
    #expect(refusal.advice?.contains("`credentials`") == true)
  }
}

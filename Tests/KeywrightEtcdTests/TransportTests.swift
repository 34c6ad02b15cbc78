import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("The text of an endpoint") struct EndpointTests {
  @Test(
    "names a scheme, a host, a port and a path",
    arguments: [
      ("http://10.0.0.1:2379", "http://10.0.0.1:2379"), ("https://etcd", "https://etcd:443"),
      ("http://etcd/", "http://etcd:80"), ("HTTPS://a.b-c_d:1", "https://a.b-c_d:1"),
      ("https://[::1]:2379/etcd/", "https://[::1]:2379/etcd"),
      ("http://[fe80::1%25eth0]", "http://[fe80::1%25eth0]:80"),
    ])
  func reads(text: String, meaning: String) throws {
    #expect(try Endpoint(text).text == meaning)
  }

  @Test(
    "is refused, and nothing else of it is sent anywhere",
    arguments: [
      ("127.0.0.1:2379", "an endpoint without a scheme"), ("etcd", "an endpoint without a scheme"),
      ("ftp://a", "another scheme"), ("http://u:p@a", "a user in the endpoint"),
      ("http://a/b\r\nX: y", "a path with a query, a fragment, or characters that no path has"),
      ("http://a/\u{0}", "a path with a query, a fragment, or characters that no path has"),
      ("http://a/?x=1", "a path with a query, a fragment, or characters that no path has"),
      ("http://a\r\n", "no host that a server could have"),
      ("http://", "no host that a server could have"),
      ("http://::1", "no host that a server could have"),
      ("http://[::1", "no host that a server could have"),
      ("http://a:0", "a port that is no number from 1 to 65535"),
      ("http://a:65536", "a port that is no number from 1 to 65535"),
      ("http://a:", "a port that is no number from 1 to 65535"),
    ])
  func refuses(text: String, found: String) {
    #expect { try Endpoint(text) } throws: { ($0 as? Endpoint.Mistake)?.found == found }
  }

  @Test("knows whether it stays on this machine")
  func local() throws {
    for text in ["http://localhost:1", "http://127.0.0.9", "http://[::1]:2379"] {
      #expect(try Endpoint(text).isLocal)
    }
    for host in ["10.0.0.1", "127.evil.example", "127.0.0.1.example", "127.0.0", "127.0.0.256"] {
      #expect(try !Endpoint("http://\(host):2379").isLocal, "\(host)")
    }
  }
}

@Suite("A connection") struct TransportTests {
  private let request = HTTPRequest(path: "/v3/kv/range", body: Data("{}".utf8))

  private func post(
    _ session: HTTPSession, _ url: String, within limit: Duration = .seconds(60)
  ) throws -> HTTPAnswer {
    try session.post(request, to: Endpoint(url), until: SystemTime().moment + limit, limit: 1 << 20)
  }

  @Test("is kept for the next request, also behind a refusal with trailers")
  func kept() throws {
    let count = Protected(0)
    let server = StandIn { line in
      count.withLock { $0 += 1 }
      while line.readRequest() {
        line.write(
          "HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2\r\n{}\r\n0\r\nGrpc-Trailer-Content-Type: application/grpc\r\n\r\n")
      }
    }
    let session = HTTPSession(SecurityFiles())
    for _ in 0..<5 {
      let answer = try post(session, server.url)
      #expect(answer.status == 400)
      #expect(answer.body == Data("{}".utf8))
    }
    #expect(count.withLock(\.self) == 1)
  }

  @Test("that the server has closed meanwhile is not used again")
  func closed() throws {
    let ended = Protected(0)
    let server = StandIn { line in
      _ = line.readRequest()
      line.answer("{}")
      shutdown(line.descriptor, Int32(SHUT_RDWR))
      ended.withLock { $0 += 1 }
    }
    let session = HTTPSession(SecurityFiles())
    for number in 1...5 {
      #expect(try post(session, server.url).status == 200)
      while ended.withLock(\.self) < number { SystemTime().pause(.milliseconds(1)) }
      // The end of the connection arrives.
      SystemTime().pause(.milliseconds(20))
    }
  }

  @Test("that dies without an answer is a lost answer, and the next request opens another")
  func lost() throws {
    let count = Protected(0)
    let server = StandIn { line in
      let number = count.withLock { count in
        count += 1
        return count
      }
      _ = line.readRequest()
      line.answer("{}")
      _ = line.readRequest()
      if number > 1 { line.answer("{}") }
    }
    let session = HTTPSession(SecurityFiles())
    _ = try post(session, server.url)
    #expect { try post(session, server.url) } throws: { error in
      guard case .unanswered(.lost)? = error as? EtcdFailure else { return false }
      return true
    }
    _ = try post(session, server.url)
    _ = try post(session, server.url)
    #expect(count.withLock(\.self) == 2)
  }

  @Test("to a silent server ends in time, and by the end of the session")
  func silent() throws {
    let server = StandIn { line in while !line.read().isEmpty {} }
    let session = HTTPSession(SecurityFiles())
    #expect {
      while true {
        do {
          _ = try post(session, server.url, within: .milliseconds(50))
          return
        } catch {
          // The time was over before the connection stood.
          guard case .unreachable(.dark)? = error as? EtcdFailure else { throw error }
        }
      }
    } throws: { error in
      guard case .unanswered(.late)? = error as? EtcdFailure else { return false }
      return true
    }
    _ = SystemThread.start {
      SystemTime().pause(.milliseconds(50))
      session.close()
    }
    #expect(throws: EtcdFailure.self) { try post(session, server.url) }
    #expect { try post(session, server.url) } throws: { error in
      guard case .unreachable(.closed)? = error as? EtcdFailure else { return false }
      return true
    }
  }

  // MARK: Names

  private func addresses(_ hosts: [(String, UInt16)]) -> [SocketAddress] {
    hosts.flatMap { host, port -> [SocketAddress] in
      guard case .addresses(let list) = SocketAddress.look(up: host, port: port, isNumber: true)
      else { return [] }
      return list
    }
  }

  @Test("goes to the first of several addresses that takes one, and there first the next time")
  func several() throws {
    let server = StandIn { line in while line.readRequest() { line.answer("{}") } }
    let nobody = EtcdServer.freePort()
    // The first is dark: a network that exists for documentation alone.
    let all = addresses([
      ("192.0.2.1", 9), ("127.0.0.1", nobody), ("127.0.0.1", server.port),
    ])
    let endpoint = try Endpoint("http://several:\(server.port)")
    let resolver = Resolver { _, _ in .addresses(all) }
    let found = try resolver.addresses(of: endpoint, until: SystemTime().moment + .seconds(60))
    let (_, address) = try Dialer.connect(
      to: found, of: endpoint, until: SystemTime().moment + .seconds(60))
    #expect(address == all[2])
    resolver.prefer(address, of: endpoint)
    #expect(
      try resolver.addresses(of: endpoint, until: SystemTime().moment + .seconds(60))
        == [all[2], all[0], all[1]])
  }

  @Test(
    "to a name about which the name server is silent ends in time, and keeps what it said before")
  func silentNameServer() async throws {
    let known = addresses([("127.0.0.1", 1)])
    let isSilent = Protected(true)
    let questions = Protected(0)
    let resolver = Resolver { _, _ in
      questions.withLock { $0 += 1 }
      while isSilent.withLock(\.self) { SystemTime().pause(.milliseconds(1)) }
      return .addresses(known)
    }
    let endpoint = try Endpoint("http://name:1")
    for _ in 0..<5 {
      #expect {
        try resolver.addresses(of: endpoint, until: SystemTime().moment + .milliseconds(10))
      } throws: { error in
        guard case .unreachable(.silentNameServer("name"))? = error as? EtcdFailure else {
          return false
        }
        return true
      }
    }
    // One question at a time.
    #expect(try await eventually { questions.withLock(\.self) > 0 })
    #expect(questions.withLock(\.self) == 1)
    isSilent.withLock { $0 = false }
    #expect(
      try resolver.addresses(of: endpoint, until: SystemTime().moment + .seconds(60)) == known)
    isSilent.withLock { $0 = true }
    resolver.expire(endpoint)
    #expect(
      try resolver.addresses(of: endpoint, until: SystemTime().moment + .seconds(60)) == known)
    isSilent.withLock { $0 = false }
  }
}

@Suite(
  "A connection by TLS",
  .enabled(if: EtcdServer.isAvailable && Certificates.program != nil, EtcdServer.reason))
struct SecurityTests {
  private func options(_ body: (inout EtcdOptions) -> Void) -> EtcdOptions {
    var options = EtcdOptions.quick
    body(&options)
    return options
  }

  /// The reason for which a store does not reach its cluster, once that is the expected one: an attempt on a busy
  /// machine may end by its time before the member has said anything.
  private func refusal(
    _ place: EtcdPlace, _ options: EtcdOptions, saying found: String
  ) async throws -> StoreError? {
    var options = options
    options.requestTimeout = .seconds(2)
    let store = EtcdStore(EtcdSpace(place, options: options))
    store.onIssue { _ in }
    defer { store.close() }
    var seen: StoreError?
    let isFound = try await eventually {
      seen = store.status.reason
      return seen?.found?.contains(found) == true
    }
    #expect(isFound, "\(seen as Any)")
    return seen
  }

  @Test("serves a store as plain ones do, through refusals and a member that ends and comes back")
  func serves() async throws {
    let certificates = try Certificates()
    let server = try PrivateServer(certificates: certificates)
    let options = options { $0.authorityFile = certificates.file("authority.pem") }
    let (one, two) = (
      try EtcdServer.machine(server.place, options: options),
      try EtcdServer.machine(server.place, options: options)
    )
    for number in 1...20 {
      try one.set(Shop.visitors, to: number)
      let client = one.space.client
      #expect(throws: EtcdFailure.self) {
        let _: LeaseResponse = try client.call(
          "v3/lease/revoke", LeaseRequest(ID: 77), at: client.endpoint)
      }
    }
    #expect(try await eventually { two.get(Shop.visitors) == 20 })
    for number in 21...23 {
      server.stop()
      try server.start()
      #expect(try await eventually { (try? one.set(Shop.visitors, to: number)) != nil })
      #expect(try await eventually { two.get(Shop.visitors) == number })
    }
  }

  @Test("tells an authority that is not trusted, another host, and a plain port apart")
  func causes() async throws {
    let certificates = try Certificates()
    let server = try PrivateServer(certificates: certificates)
    let unknown = try await refusal(server.place, .quick, saying: "is not trusted")
    #expect(unknown?.advice?.contains("authorityFile") == true, "\(unknown as Any)")

    let elsewhere = try Certificates(names: "DNS:elsewhere.example")
    let other = try PrivateServer(certificates: elsewhere)
    _ = try await refusal(
      other.place, options { $0.authorityFile = elsewhere.file("authority.pem") },
      saying: "is for other names")

    var plain = server.place
    plain.endpoints = [plain.endpoints[0].replacing("https", with: "http")]
    _ = try await refusal(plain, .quick, saying: "speaks TLS alone")

    var place = EtcdServer.place()
    place.endpoints = [place.endpoints[0].replacing("http", with: "https")]
    _ = try await refusal(place, .quick, saying: "does not speak TLS")
  }

  @Test("shows a certificate of this program to a member that wants one")
  func clientCertificate() async throws {
    let certificates = try Certificates(wantsClient: true)
    let server = try PrivateServer(certificates: certificates)
    let authority = certificates.file("authority.pem")
    _ = try await refusal(
      server.place, options { $0.authorityFile = authority }, saying: "wants a certificate")

    let foreign = try Certificates()
    _ = try await refusal(
      server.place,
      options {
        $0.authorityFile = authority
        $0.certificateFile = foreign.file("client.pem")
        $0.privateKeyFile = foreign.file("client.key")
      }, saying: "does not trust this program's certificate")

    let store = try EtcdServer.machine(
      server.place,
      options: options {
        $0.authorityFile = authority
        $0.certificateFile = certificates.file("client.pem")
        $0.privateKeyFile = certificates.file("client.key")
      })
    try store.set(Shop.visitors, to: 4)
    #expect(store.get(Shop.visitors) == 4)
  }

  @Test("with files that are missing or do not belong together is refused when the store is opened")
  func files() throws {
    let certificates = try Certificates()
    let place = EtcdPlace(endpoints: ["https://127.0.0.1:1"], prefix: "/test")
    let cases: [(String, (inout EtcdOptions) -> Void)] = [
      ("cannot be read as such", { $0.authorityFile = "/nowhere" }),
      ("one of them", { $0.certificateFile = certificates.file("client.pem") }),
      (
        "cannot be read as such",
        {
          $0.certificateFile = certificates.file("client.pem")
          $0.privateKeyFile = certificates.file("member.key")
        }
      ),
    ]
    for (found, change) in cases {
      let store = EtcdStore(EtcdSpace(place, options: options(change)))
      store.onIssue { _ in }
      #expect {
        try store.waitUntilReady(within: .seconds(60))
      } throws: { ($0 as? StoreError)?.found?.contains(found) == true }
    }
  }
}

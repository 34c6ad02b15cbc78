import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd

/// The cluster in memory beside a real one: tests on it prove as much as it answers as etcd does.
@Suite("The cluster in memory", .enabled(if: EtcdServer.isAvailable, EtcdServer.reason))
struct ClusterModelTests {
  private let server: PrivateServer
  private let session = HTTPSession(SecurityFiles())
  private let endpoint: Endpoint
  private let model = Protected(SimulatedKeys())

  init() throws {
    server = try PrivateServer()
    endpoint = try Endpoint(server.place.endpoints[0])
  }

  private struct Nothing: Codable {}

  /// The answer of both to a request, as text; without what is a member's own.
  private func answers<Response: Codable>(
    _ path: String, _ body: some Encodable, as type: Response.Type
  ) throws -> (etcd: String, model: String) {
    let body = try JSONEncoder().encode(body)
    func text(_ answer: HTTPAnswer) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      guard answer.status == 200 else {
        let message = try JSONDecoder().decode(ErrorMessage.self, from: answer.body)
        return "\(message.code ?? 0) \(message.message ?? "")"
      }
      var response = try JSONDecoder().decode(type, from: answer.body)
      if var transaction = response as? TxnResponse {
        transaction.forgetInnerHeaders()
        if let same = transaction as? Response { response = same }
      }
      return String(decoding: try encoder.encode(response), as: UTF8.self)
        .replacing(#/"cluster_id":"\d+",?/#, with: "").replacing(#/"raft_term":"\d+",?/#, with: "")
        .replacing(#/,?"header":\{\}/#, with: "")
    }
    var answer = HTTPAnswer(status: 0, body: Data())
    let isAnswered = { () throws -> Bool in
      guard
        let found = try? session.post(
          HTTPRequest(path: path, body: body), to: endpoint,
          until: SystemTime().moment + .seconds(60), limit: 1 << 24)
      else { return false }
      answer = found
      return true
    }
    // It may not have begun yet.
    while try !isAnswered() { SystemTime().pause(.milliseconds(20)) }
    let own = model.withLock { model in
      do {
        let header = { Header(revision: $0, raft_term: 0, cluster_id: nil) }
        let body = try model.answer(path, body, header, at: Moment(sinceStart: .zero))
        return HTTPAnswer(status: 200, body: body)
      } catch {
        let refusal = error as? SimulatedKeys.Refusal
        let message = ErrorMessage(message: refusal?.message ?? "\(error)", code: refusal?.code)
        return HTTPAnswer(status: 400, body: (try? JSONEncoder().encode(message)) ?? Data())
      }
    }
    return (try text(answer), try text(own))
  }

  /// Random requests of the kinds that a store sends, over few keys, so that they meet.
  private struct Script {
    var random: SeededGenerator
    var revision: Int64 = 1
    var leases: [Int64] = []

    mutating func key() -> Data { Data("/k/\(Int.random(in: 0..<6, using: &random))".utf8) }
    mutating func flag() -> Bool { Bool.random(using: &random) }
    mutating func past() -> Int64 { Int64.random(in: 0...(revision + 1), using: &random) }

    mutating func range() -> RangeRequest {
      var request = RangeRequest(key: key())
      if flag() { request.range_end = Data("/l".utf8) }
      if flag() { request.limit = Int.random(in: 1...4, using: &random) }
      if flag() { request.revision = "\(past())" }
      if flag() {
        request.sort_target = "MOD"
        request.sort_order = flag() ? "DESCEND" : "ASCEND"
      }
      request.keys_only = flag() ? true : nil
      request.count_only = flag() && flag() ? true : nil
      return request
    }

    mutating func compare() -> Compare {
      if flag(), flag() {
        return Compare((Data("/k/".utf8), Data("/l".utf8)), isUnchangedSince: past())
      }
      var compare = Compare(key(), isAt: flag() ? 0 : past())
      if flag(), flag() { compare.result = "GREATER" }
      return compare
    }

    mutating func operation(deep: Bool = true) -> KeywrightEtcd.Operation {
      var operation = KeywrightEtcd.Operation()
      switch Int.random(in: 0..<(deep ? 5 : 4), using: &random) {
      case 0: operation.request_range = range()
      case 1, 2:
        operation.request_put = PutRequest(
          key: key(), value: Data("\(UInt8.random(in: 0...9, using: &random))".utf8),
          lease: flag() ? leases.randomElement(using: &random).map { "\($0)" } : nil)
      case 3:
        operation.request_delete_range = DeleteRangeRequest(
          key: key(), range_end: flag() ? Data("/k/6".utf8) : nil)
      default: operation.request_txn = transaction(deep: false)
      }
      return operation
    }

    mutating func transaction(deep: Bool = true) -> TxnRequest {
      func several<Element>(_ most: Int, _ make: (inout Script) -> Element) -> [Element] {
        let count = Int.random(in: 0...most, using: &random)
        return (0..<count).map { _ in make(&self) }
      }
      return TxnRequest(
        compare: several(2) { $0.compare() }, success: several(3) { $0.operation(deep: deep) },
        failure: several(2) { $0.operation(deep: deep) })
    }
  }

  @Test("answers as etcd does", arguments: Search.seeds(5, of: 50))
  func answers(seed: UInt64) throws {
    var script = Script(random: SeededGenerator(seed: seed))
    for lease: Int64 in [7_001, 7_002] {
      _ = try answers(
        "/v3/lease/grant", ["TTL": "600", "ID": "\(lease)"], as: LeaseResponse.self)
      script.leases.append(lease)
    }
    for number in 0..<150 {
      let (etcd, model): (String, String)
      let request: any Encodable & Sendable
      switch Int.random(in: 0..<20, using: &script.random) {
      case 0:
        let past = ["revision": "\(script.revision - 2)"]
        request = past
        if script.revision < 4 { continue }
        (etcd, model) = try answers("/v3/kv/compaction", past, as: Nothing.self)
      case 1:
        let lease = LeaseRequest(ID: script.leases.randomElement(using: &script.random) ?? 0)
        request = lease
        (etcd, model) = try answers("/v3/lease/revoke", lease, as: Nothing.self)
      case 2..<9:
        let range = script.range()
        request = range
        (etcd, model) = try answers("/v3/kv/range", range, as: RangeResponse.self)
      default:
        let transaction = script.transaction()
        request = transaction
        (etcd, model) = try answers("/v3/kv/txn", transaction, as: TxnResponse.self)
      }
      script.revision = self.model.withLock(\.revision)
      let text = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      #expect(etcd == model, "\(number): \(text)")
      if etcd != model { return }
    }
  }

  @Test("brings a watch what etcd brings")
  func watches() throws {
    var script = Script(random: SeededGenerator(seed: SeededGenerator.seed))
    for _ in 0..<40 { _ = try answers("/v3/kv/txn", script.transaction(), as: TxnResponse.self) }
    let creation = WatchRequest.Creation(
      key: Data("/k/".utf8), range_end: Data("/l".utf8), start_revision: 2)
    let expected = model.withLock { $0.events(creation, from: 2) }.joined().map(Self.text)
    let found = Monitor<[String]>([], SystemTime())
    let end = session.stream(
      HTTPRequest(
        path: "/v3/watch", body: try JSONEncoder().encode(WatchRequest(create_request: creation))),
      to: endpoint, opening: .seconds(60), limit: 1 << 24,
      onLine: { line in
        let message = try? JSONDecoder().decode(Streamed<WatchResponse>.self, from: line)
        found.change { $0 += (message?.result?.events ?? []).map(Self.text) }
        return true
      }, onEnd: { _ in })
    found.wait(until: SystemTime().moment + .seconds(60)) { $0.count >= expected.count }
    end()
    #expect(found.read(\.self) == expected)
  }

  private static func text(_ event: WatchResponse.Event) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(event)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension TxnResponse {
  /// Leaves out what answers within answers have of their own, and no client reads.
  fileprivate mutating func forgetInnerHeaders() {
    if responses?.isEmpty == true { responses = nil }
    for index in (responses ?? []).indices {
      responses?[index].response_range?.header = nil
      responses?[index].response_txn?.header = nil
      responses?[index].response_txn?.forgetInnerHeaders()
    }
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage

/// Calls of etcd's gateway: a member that answers, a token, bounded times and answers.
///
/// Thread safety: safe from any thread.
final class EtcdClient: Sendable {
  let options: EtcdOptions
  let endpoints: [Endpoint]
  let history = ClusterHistory()
  let traffic = Traffic()
  let time: any TimeSource
  private let transport: any Transport
  private let authenticator: Authenticator?
  /// A value that shows no password, as a string that this type held would be shown by `dump`.
  private let credentials: EtcdCredentials?
  /// The endpoint that answered last.
  private let preferred: Protected<Int>

  init(
    endpoints: [Endpoint], credentials: EtcdCredentials?, options: EtcdOptions,
    time: any TimeSource, transport: any Transport
  ) {
    self.endpoints = endpoints
    self.options = options
    self.time = time
    self.transport = transport
    // Machines that start at one moment do not all ask the first member.
    let preferred = Protected(time.position(below: max(1, endpoints.count)))
    self.credentials = credentials
    self.preferred = preferred
    let timeout = options.requestTimeout
    authenticator = credentials.map { credentials in
      Authenticator(credentials, time) { () throws(EtcdFailure) in
        try EtcdClient.leaving(endpoints, preferred, time) { endpoint throws(EtcdFailure) in
          // Any answer to this request, which has no user, shows that the member answers at all.
          _ = try transport.post(
            HTTPRequest(path: "/v3/kv/range", body: Data(#"{"key":"AA=="}"#.utf8)), to: endpoint,
            until: time.moment + timeout, limit: 1 << 20)
        }
      } ask: { credentials, patience throws(EtcdFailure) in
        try EtcdClient.leaving(endpoints, preferred, time) { endpoint throws(EtcdFailure) in
          do throws(EtcdFailure) {
            return try EtcdClient.token(
              of: credentials, at: endpoint, over: transport, until: time.moment + patience)
          } catch {
            throw error.hiding([credentials.password])
          }
        }
      }
    }
  }

  /// Runs a body with the preferred endpoint, which is left if another may answer.
  private static func leaving<Result>(
    _ endpoints: [Endpoint], _ preferred: Protected<Int>, _ time: any TimeSource,
    _ body: (Endpoint) throws(EtcdFailure) -> Result
  ) throws(EtcdFailure) -> Result {
    let endpoint = preferred.withLock(\.self)
    do throws(EtcdFailure) {
      return try body(endpoints[endpoint])
    } catch {
      if error.isPassing { leave(endpoint, of: endpoints.count, preferred, time) }
      throw error
    }
  }

  /// Checks what the options name on this machine.
  func prepare() throws(EtcdFailure.Mistake) {
    if endpoints.contains(where: \.isSecure) { try transport.prepare() }
  }

  /// Waits for a token, if a cluster with users has given none yet.
  func authenticate(until deadline: Moment) throws(EtcdFailure) {
    _ = try authenticator?.pass(until: deadline)
  }

  func close() {
    authenticator?.close()
    transport.close()
  }

  var endpoint: Int { preferred.withLock(\.self) }

  /// Prefers another endpoint, unless another call has moved on already.
  func leave(_ endpoint: Int) { EtcdClient.leave(endpoint, of: endpoints.count, preferred, time) }

  /// The next endpoint is drawn at random: with a fixed order, all clients of a member that restarts would
  /// move to the same one.
  private static func leave(
    _ endpoint: Int, of count: Int, _ preferred: Protected<Int>, _ time: any TimeSource
  ) {
    guard count > 1 else { return }
    let step = 1 + time.position(below: count - 1)
    preferred.withLock { if $0 == endpoint { $0 = (endpoint + step) % count } }
  }

  // MARK: Calls

  /// Calls one endpoint once; a token that is no longer valid is renewed.
  ///
  /// - Parameter deadline: The end of the caller's own time; each request has its time-out too.
  func call<Request: Encodable, Response: Decodable>(
    _ path: String, _ request: Request, at endpoint: Int,
    until deadline: Moment? = nil, as type: Response.Type = Response.self
  ) throws(EtcdFailure) -> Response {
    let body = try EtcdClient.body(of: request)
    let deadline = deadline ?? time.moment + options.requestTimeout
    guard let authenticator else { return try post(path, body, nil, endpoint, deadline) }
    let pass = try authenticator.pass(until: deadline)
    do throws(EtcdFailure) {
      let answer: Response = try post(path, body, pass.token, endpoint, deadline)
      authenticator.note(isAnswered: true, pass)
      return answer
    } catch {
      if case .unanswered(.late) = error { authenticator.note(isAnswered: false, pass) }
      guard error.isStaleToken else { throw error }
      authenticator.refuse(pass)
      let token = try authenticator.pass(until: deadline).token
      return try post(path, body, token, endpoint, deadline)
    }
  }

  /// Reads something from any endpoint, again and again until a deadline.
  ///
  /// - Parameter mayHelp: Whether another attempt may be answered, as far as the caller knows.
  func read<Request: Encodable, Response: Decodable>(
    _ path: String, _ request: Request, until deadline: Moment,
    as type: Response.Type = Response.self, while mayHelp: () -> Bool = { true }
  ) throws(EtcdFailure) -> Response {
    var backoff = Backoff(options.retryDelay)
    while true {
      let endpoint = endpoint
      do throws(EtcdFailure) {
        return try call(path, request, at: endpoint, until: deadline)
      } catch {
        guard error.isPassing, !error.isTooLarge, mayHelp() else { throw error }
        leave(endpoint)
        let delay = backoff.next(by: time)
        guard time.moment + delay < deadline else { throw error }
        time.pause(delay)
      }
    }
  }

  /// Hands out the keys of a range that one endpoint has, page by page.
  ///
  /// - Throws: A failure of any page; also for keys out of order, which would never come to an end.
  func forEachPair(
    of range: (start: Data, end: Data), at endpoint: Int, revision: Int64? = nil,
    serializable: Bool? = nil, _ body: (KeyValue) -> Void
  ) throws(EtcdFailure) {
    var start = range.start
    while true {
      let request = RangeRequest(
        key: start, range_end: range.end, limit: 500, revision: revision.map { "\($0)" },
        serializable: serializable)
      let page: RangeResponse = try call("v3/kv/range", request, at: endpoint)
      page.kvs?.forEach(body)
      guard page.more == true, let last = page.kvs?.last?.key else { return }
      guard start.lexicographicallyPrecedes(last + [0]) else {
        throw .malformed("a range that is not in order")
      }
      start = last + [0]
    }
  }

  private static func body(of request: some Encodable) throws(EtcdFailure) -> Data {
    do {
      return try JSONEncoder().encode(request)
    } catch {
      throw .unreachable(.invalidRequest)
    }
  }

  private func post<Response: Decodable>(
    _ path: String, _ body: Data, _ token: String?, _ endpoint: Int,
    _ deadline: Moment
  ) throws(EtcdFailure) -> Response {
    let before = history.moment
    let start = time.moment
    let response: Response
    do throws(EtcdFailure) {
      response = try EtcdClient.post(
        HTTPRequest(path: "/" + path, body: body, token: token), to: endpoints[endpoint],
        over: transport, until: min(deadline, start + options.requestTimeout),
        limit: options.maximumAnswer)
    } catch {
      traffic.note(path, endpoints[endpoint], took: time.moment - start, error)
      throw error.hiding([token, credentials?.password].compactMap(\.self))
    }
    traffic.note(path, endpoints[endpoint], took: time.moment - start, nil)
    if let header = (response as? any ConfirmedResponse)?.header {
      history.note(header, before: before)
    }
    return response
  }

  private static func post<Response: Decodable>(
    _ request: HTTPRequest, to endpoint: Endpoint, over transport: any Transport,
    until deadline: Moment, limit: Int
  ) throws(EtcdFailure) -> Response {
    let answer = try transport.post(request, to: endpoint, until: deadline, limit: limit)
    guard answer.status == 200 else { throw EtcdFailure(answer, of: endpoint) }
    guard let response = try? JSONDecoder().decode(Response.self, from: answer.body) else {
      throw .malformed("an answer that is not etcd's")
    }
    return response
  }

  private static func token(
    of credentials: EtcdCredentials, at endpoint: Endpoint, over transport: any Transport,
    until deadline: Moment
  ) throws(EtcdFailure) -> String {
    let body = try body(
      of: AuthenticateRequest(name: credentials.user, password: credentials.password))
    let response: AuthenticateResponse = try post(
      HTTPRequest(path: "/v3/auth/authenticate", body: body), to: endpoint, over: transport,
      until: deadline, limit: 1 << 20)
    guard let token = response.token, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .malformed("an authentication without a token")
    }
    return token
  }

  // MARK: The watch

  /// Opens a watch at an endpoint.
  ///
  /// - Returns: A closure that ends it.
  func watch(
    _ request: WatchRequest, at endpoint: Int, until deadline: Moment,
    onMessage: @escaping @Sendable (WatchResponse) -> Void,
    onEnd: @escaping @Sendable (EtcdFailure) -> Void
  ) throws(EtcdFailure) -> @Sendable () -> Void {
    let body = try EtcdClient.body(of: request)
    let pass = try authenticator?.pass(until: deadline)
    let end = Protected<EtcdFailure?>(nil)
    return transport.stream(
      HTTPRequest(path: "/v3/watch", body: body, token: pass?.token), to: endpoints[endpoint],
      opening: options.requestTimeout, limit: options.maximumAnswer,
      onLine: { line in
        do throws(EtcdFailure) {
          onMessage(try EtcdClient.message(of: line))
          return true
        } catch {
          end.withLock { $0 = error }
          return false
        }
      },
      onEnd: { [authenticator, credentials] failure in
        let failure = (end.withLock(\.self) ?? failure)
          .hiding([pass?.token, credentials?.password].compactMap(\.self))
        if failure.isStaleToken, let pass { authenticator?.refuse(pass) }
        onEnd(failure)
      })
  }

  /// A message of the watch.
  ///
  /// - Throws: Why there will be no more: a refusal, whichever form it has, or an unreadable message, which may
  ///   hold a change.
  private static func message(of line: Data) throws(EtcdFailure) -> WatchResponse {
    guard let message = try? JSONDecoder().decode(Streamed<WatchResponse>.self, from: line) else {
      throw .malformed("a message that is not etcd's")
    }
    guard let result = message.result else {
      throw .refused(
        code: message.error?.grpc_code ?? message.error?.code ?? 2,
        message: EtcdFailure.bounded(message.error?.message ?? "no reason"))
    }
    // A compacted history is the reader's.
    if result.canceled == true, result.compact_revision == 0 {
      throw EtcdFailure(cancelReason: result.cancel_reason ?? "no reason")
    }
    return result
  }
}

extension EtcdFailure {
  /// The text of an answer other than 200.
  fileprivate init(_ answer: HTTPAnswer, of endpoint: Endpoint) {
    guard let message = try? JSONDecoder().decode(ErrorMessage.self, from: answer.body),
      let code = message.code ?? message.grpc_code
    else {
      self = .unanswered(.status(endpoint.authority, answer.status))
      return
    }
    self = .refused(
      code: code, message: EtcdFailure.bounded(message.message ?? message.error ?? ""))
  }
}

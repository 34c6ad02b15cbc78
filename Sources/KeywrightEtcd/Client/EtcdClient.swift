import Foundation
import Keywright
import KeywrightStorage

/// Calls of etcd's gateway: endpoints in turn, a token that is renewed, bounded answers.
///
/// Thread safety: safe from any thread.
final class EtcdClient: Sendable {
  let options: EtcdOptions
  let endpoints: [URL]
  private let credentials: EtcdCredentials?
  let history = ClusterHistory()
  private let session = HTTPSession()
  /// The watch has a session of its own: the code that reads it may call etcd.
  private let watchSession = HTTPSession()
  /// The endpoint that answered last.
  private let preferred = Protected(0)
  private let token = Protected<String?>(nil)

  init(endpoints: [URL], credentials: EtcdCredentials?, options: EtcdOptions) {
    self.endpoints = endpoints
    self.credentials = credentials
    self.options = options
    // Machines that start at one moment do not all ask the first member.
    preferred.withLock { $0 = Int.random(in: 0..<max(1, endpoints.count)) }
  }

  func close() {
    session.close()
    watchSession.close()
  }

  /// The endpoints for messages.
  var names: String { endpoints.map { $0.absoluteString }.joined(separator: ", ") }

  var endpoint: Int { preferred.withLock(\.self) }

  /// Prefers the next endpoint, unless another call has moved on already.
  func leave(_ endpoint: Int) {
    preferred.withLock { if $0 == endpoint { $0 = (endpoint + 1) % endpoints.count } }
  }

  // MARK: Calls

  /// Calls one endpoint once; a token that is no longer valid is renewed.
  func call<Request: Encodable, Response: Decodable>(
    _ path: String, _ request: Request, at endpoint: Int, timeout: Duration? = nil,
    as type: Response.Type = Response.self
  ) throws(EtcdFailure) -> Response {
    let body = try EtcdClient.body(of: request)
    do throws(EtcdFailure) {
      return try post(path, body, at: endpoint, try token(at: endpoint), timeout)
    } catch {
      guard error.isStaleToken, credentials != nil else { throw error }
      token.withLock { $0 = nil }
      return try post(path, body, at: endpoint, try token(at: endpoint), timeout)
    }
  }

  /// Reads something from any endpoint, again and again until a deadline.
  func read<Request: Encodable, Response: Decodable>(
    _ path: String, _ request: Request, until deadline: ContinuousClock.Instant,
    as type: Response.Type = Response.self
  ) throws(EtcdFailure) -> Response {
    var backoff = Backoff(options.retryDelay)
    while true {
      let endpoint = endpoint
      do throws(EtcdFailure) {
        return try call(path, request, at: endpoint)
      } catch {
        guard error.isPassing, !error.isTooLarge else { throw error }
        leave(endpoint)
        let delay = backoff.next()
        guard .now + delay < deadline else { throw error }
        Pause.sleep(delay)
      }
    }
  }

  private static func body(of request: some Encodable) throws(EtcdFailure) -> Data {
    do {
      return try JSONEncoder().encode(request)
    } catch {
      throw .unreachable("a request that cannot be encoded")
    }
  }

  private func post<Response: Decodable>(
    _ path: String, _ body: Data, at endpoint: Int, _ token: String?, _ timeout: Duration?
  ) throws(EtcdFailure) -> Response {
    let before = history.moment
    let answer = try session.post(
      endpoints[endpoint].appending(path: path), body, token: token,
      timeout: timeout ?? options.requestTimeout, limit: options.maximumAnswer)
    guard answer.status == 200 else { throw EtcdFailure(answer) }
    guard let response = try? JSONDecoder().decode(Response.self, from: answer.body) else {
      throw .malformed("an answer that is not etcd's")
    }
    if let header = (response as? any ConfirmedResponse)?.header {
      history.note(header, before: before)
    }
    return response
  }

  // MARK: The watch

  /// Opens a watch at an endpoint.
  ///
  /// - Returns: A closure that ends it.
  func watch(
    _ request: WatchRequest, at endpoint: Int,
    onMessage: @escaping @Sendable (WatchResponse) -> Void,
    onEnd: @escaping @Sendable (EtcdFailure) -> Void
  ) throws(EtcdFailure) -> @Sendable () -> Void {
    let body = try EtcdClient.body(of: request)
    // A stream that was refused begins with what etcd says, which has no result.
    let refusal = Protected<EtcdFailure?>(nil)
    return watchSession.stream(
      endpoints[endpoint].appending(path: "v3/watch"), body, token: try token(at: endpoint),
      opening: options.requestTimeout, limit: options.maximumAnswer,
      onLine: { [token] line in
        guard let message = try? JSONDecoder().decode(Streamed<WatchResponse>.self, from: line)
        else {
          // A change may be in this message: later ones would hide that it is missing.
          refusal.withLock { $0 = .malformed("a message that is not etcd's") }
          return false
        }
        if let result = message.result {
          onMessage(result)
          return true
        }
        let failure = EtcdFailure.refused(
          code: message.error?.grpc_code ?? message.error?.code ?? 2,
          message: EtcdFailure.text(message.error?.message ?? "no reason"))
        if failure.isStaleToken { token.withLock { $0 = nil } }
        refusal.withLock { $0 = failure }
        return false
      },
      onEnd: { failure in onEnd(refusal.withLock(\.self) ?? failure) })
  }

  // MARK: Tokens

  private func token(at endpoint: Int) throws(EtcdFailure) -> String? {
    guard let credentials else { return nil }
    if let token = token.withLock(\.self) { return token }
    let body = try EtcdClient.body(
      of: AuthenticateRequest(name: credentials.user, password: credentials.password))
    let response: AuthenticateResponse = try post(
      "v3/auth/authenticate", body, at: endpoint, nil, nil)
    guard let new = response.token, new.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .malformed("an authentication without a token")
    }
    token.withLock { $0 = new }
    return new
  }
}

extension EtcdFailure {
  /// The text of an answer other than 200.
  fileprivate init(_ answer: HTTPSession.Answer) {
    guard let message = try? JSONDecoder().decode(ErrorMessage.self, from: answer.body),
      let code = message.code ?? message.grpc_code
    else {
      self = .unanswered("HTTP status \(answer.status)")
      return
    }
    self = .refused(code: code, message: EtcdFailure.text(message.message ?? message.error ?? ""))
  }
}

/// Waits of a thread of the library's own, or of one that commits.
enum Pause {
  static func sleep(_ duration: Duration) {
    Thread.sleep(forTimeInterval: duration.seconds)
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

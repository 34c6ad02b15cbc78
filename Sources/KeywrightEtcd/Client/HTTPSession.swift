import Dispatch
import Foundation
import Keywright
import KeywrightStorage

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests over HTTP, each with a bound on its time and on the bytes of its answer.
///
/// Thread safety: safe from any thread.
final class HTTPSession: Sendable {
  struct Answer: Sendable {
    var status: Int
    var body: Data
  }

  private let delegate = SessionDelegate()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = 86_400
    configuration.timeoutIntervalForResource = 86_400 * 365
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Foundation ends the process that starts a request in a session which is closed.
  private let isClosed = Protected(false)

  /// Ends all requests; later ones fail.
  func close() {
    isClosed.withLock { isClosed in
      if !isClosed { session.invalidateAndCancel() }
      isClosed = true
    }
  }

  /// Starts a request; nil if the session is closed.
  private func start(_ request: URLRequest, _ exchange: Exchange) -> URLSessionDataTask? {
    isClosed.withLock { isClosed in
      if isClosed { return nil }
      let task = session.dataTask(with: request)
      delegate.begin(task, exchange)
      task.resume()
      return task
    }
  }

  private func request(_ url: URL, _ body: Data, _ token: String?) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
    return request
  }

  /// Sends a request and waits for its answer.
  func post(
    _ url: URL, _ body: Data, token: String?, timeout: Duration, limit: Int
  ) throws(EtcdFailure) -> Answer {
    #if canImport(FoundationNetworking)
      if url.scheme == "http" {
        if isClosed.withLock(\.self) { throw .unreachable("the store was closed") }
        return try PlainExchange.post(url, body, token: token, timeout: timeout, limit: limit)
      }
    #endif
    let exchange = Exchange(limit: limit)
    guard let task = start(request(url, body, token), exchange) else {
      throw .unreachable("the store was closed")
    }
    guard exchange.wait(timeout) else {
      delegate.end(task)
      task.cancel()
      throw .unanswered("no answer within \(timeout)")
    }
    return try exchange.result()
  }

  /// Opens a stream: lines go to `onLine` as they come, until it returns false, and the reason of the end
  /// to `onEnd`.
  ///
  /// - Parameter opening: How long the connection may take.
  /// - Returns: A closure that ends the stream.
  func stream(
    _ url: URL, _ body: Data, token: String?, opening: Duration, limit: Int,
    onLine: @escaping @Sendable (Data) -> Bool, onEnd: @escaping @Sendable (EtcdFailure) -> Void
  ) -> @Sendable () -> Void {
    let exchange = Exchange(limit: limit, onLine: onLine, onEnd: onEnd)
    #if canImport(FoundationNetworking)
      if url.scheme == "http" { return plainStream(url, body, token, opening, limit, exchange) }
    #endif
    guard let task = start(request(url, body, token), exchange) else {
      onEnd(.unreachable("the store was closed"))
      return {}
    }
    return { task.cancel() }
  }

  #if canImport(FoundationNetworking)
    /// A stream that a thread of its own reads.
    private func plainStream(
      _ url: URL, _ body: Data, _ token: String?, _ opening: Duration, _ limit: Int,
      _ exchange: Exchange
    ) -> @Sendable () -> Void {
      let connection = PlainConnection()
      let isStarted = SystemThread.start {
        do throws(EtcdFailure) {
          try PlainExchange.stream(
            url, body, token: token, opening: opening, limit: limit, over: connection,
            onStatus: { exchange.begin(status: $0) }, onPart: { exchange.take($0) })
          exchange.finish(nil)
        } catch {
          exchange.finish(error)
        }
      }
      if !isStarted { exchange.finish(.unreachable("no thread can be started")) }
      return { connection.close() }
    }
  #endif
}

/// One request under way.
private final class Exchange: Sendable {
  private struct State {
    var body = Data()
    var status = 0
    var failure: EtcdFailure?
    var isDone = false
  }

  private let limit: Int
  private let onLine: (@Sendable (Data) -> Bool)?
  private let onEnd: (@Sendable (EtcdFailure) -> Void)?
  private let state = Protected(State())
  private let done = DispatchSemaphore(value: 0)

  init(
    limit: Int, onLine: (@Sendable (Data) -> Bool)? = nil,
    onEnd: (@Sendable (EtcdFailure) -> Void)? = nil
  ) {
    self.limit = limit
    self.onLine = onLine
    self.onEnd = onEnd
  }

  /// Waits for the end of the exchange; false if it takes longer.
  func wait(_ timeout: Duration) -> Bool {
    let nanoseconds =
      timeout.components.seconds * 1_000_000_000
      + timeout.components.attoseconds / 1_000_000_000
    return done.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds))) == .success
  }

  func begin(status: Int) { state.withLock { $0.status = status } }

  /// Takes bytes; false if they are too many, or no more are wanted.
  func take(_ data: Data) -> Bool {
    guard let onLine else {
      return state.withLock { state in
        state.body.append(data)
        return noteSize(&state)
      }
    }
    var lines: [Data] = []
    let isBounded = state.withLock { state in
      state.body.append(data)
      // Only the new bytes can hold the end of a line.
      if data.contains(0x0A) {
        var parts = state.body.split(separator: 0x0A, omittingEmptySubsequences: false)
        state.body = Data(parts.popLast() ?? Data())
        lines = parts.map { Data($0) }
      }
      return noteSize(&state)
    }
    return lines.allSatisfy { $0.isEmpty || onLine($0) } && isBounded
  }

  private func noteSize(_ state: inout State) -> Bool {
    guard state.body.count > limit else { return true }
    state.failure = .tooLarge(limit)
    state.body = Data()
    return false
  }

  func finish(_ error: EtcdFailure?) {
    let failure = state.withLock { state -> EtcdFailure? in
      guard !state.isDone else { return nil }
      state.isDone = true
      if let error, state.failure == nil { state.failure = error }
      return state.failure ?? (state.status == 200 ? nil : .unanswered("HTTP \(state.status)"))
    }
    onEnd?(failure ?? .unanswered("the stream ended"))
    done.signal()
  }

  func result() throws(EtcdFailure) -> HTTPSession.Answer {
    let (answer, failure) = state.withLock {
      (HTTPSession.Answer(status: $0.status, body: $0.body), $0.failure)
    }
    if let failure { throw failure }
    return answer
  }
}

/// Hands what comes to the request that it belongs to.
private final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Protected<[Int: Exchange]>([:])

  func begin(_ task: URLSessionTask, _ exchange: Exchange) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  @discardableResult
  func end(_ task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.begin(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = exchange(of: dataTask) else { return }
    if !exchange.take(data) { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    end(task)?.finish(error.map(EtcdFailure.init))
  }

  /// No redirection is followed: the token and the password are for the endpoints alone.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension EtcdFailure {
  /// Foundation's error, without the request.
  fileprivate init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .unanswered("the connection failed")
      return
    }
    switch error.code {
    case .cannotConnectToHost: self = .unreachable("nobody listens")
    case .cannotFindHost, .dnsLookupFailed: self = .unreachable("an unknown host")
    case .badURL, .unsupportedURL: self = .unreachable("no URL of a server")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      self = .unreachable("a certificate that is not trusted, or is not this host's")
    case .timedOut: self = .unanswered("no answer in time")
    default: self = .unanswered("the connection failed (\(error.code.rawValue))")
    }
  }
}

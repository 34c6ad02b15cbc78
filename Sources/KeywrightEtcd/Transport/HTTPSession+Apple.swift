#if canImport(Darwin)
  import Dispatch
  import Foundation
  import Keywright
  import KeywrightStorage

  /// Requests over `URLSession`, each with a bound on its time and on the bytes of its answer.
  ///
  /// Thread safety: safe from any thread.
  final class HTTPSession: Transport {
    private let delegate = SessionDelegate()
    private let session: URLSession
    private let files: SecurityFiles

    init(_ files: SecurityFiles) {
      self.files = files
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

    /// Checks that the system's certificates are meant: `URLSession` takes others from the keychain alone.
    func prepare() throws(EtcdFailure.Mistake) {
      guard files == SecurityFiles() else {
        throw EtcdFailure.Mistake(
          expected: "certificates of the keychain", found: "files of certificates",
          advice: "Add the authority to the keychain, and leave the options of files out.")
      }
    }

    private func request(_ request: HTTPRequest, to endpoint: Endpoint) throws(EtcdFailure)
      -> URLRequest
    {
      guard let url = URL(string: endpoint.text + request.path) else {
        throw .unreachable(.invalidRequest)
      }
      var made = URLRequest(url: url)
      made.httpMethod = "POST"
      made.httpBody = request.body
      made.setValue("application/json", forHTTPHeaderField: "Content-Type")
      if let token = request.token { made.setValue(token, forHTTPHeaderField: "Authorization") }
      return made
    }

    /// Sends a request and waits for its answer.
    func post(
      _ request: HTTPRequest, to endpoint: Endpoint, until deadline: Moment,
      limit: Int
    ) throws(EtcdFailure) -> HTTPAnswer {
      let exchange = Exchange(at: endpoint.authority, limit: limit)
      guard let task = start(try self.request(request, to: endpoint), exchange) else {
        throw .unreachable(.closed)
      }
      guard exchange.wait(deadline - SystemTime().moment) else {
        delegate.end(task)
        task.cancel()
        throw .unanswered(.late(endpoint.authority))
      }
      return try exchange.result()
    }

    /// Opens a stream: lines go to `onLine` as they come, until it returns false, and the reason of the end
    /// to `onEnd`.
    ///
    /// - Parameter opening: How long the connection may take; the system's own limit holds here.
    /// - Returns: A closure that ends the stream.
    func stream(
      _ request: HTTPRequest, to endpoint: Endpoint, opening: Duration, limit: Int,
      onLine: @escaping @Sendable (Data) -> Bool, onEnd: @escaping @Sendable (EtcdFailure) -> Void
    ) -> @Sendable () -> Void {
      let exchange = Exchange(at: endpoint.authority, limit: limit, onLine: onLine, onEnd: onEnd)
      do throws(EtcdFailure) {
        guard let task = start(try self.request(request, to: endpoint), exchange) else {
          throw .unreachable(.closed)
        }
        return { task.cancel() }
      } catch {
        onEnd(error)
        return {}
      }
    }
  }

  /// One request under way.
  private final class Exchange: Sendable {
    private struct State {
      var body = Data()
      var status = 0
      var failure: EtcdFailure?
      var isDone = false
    }

    private let host: String
    private let limit: Int
    private let onLine: (@Sendable (Data) -> Bool)?
    private let onEnd: (@Sendable (EtcdFailure) -> Void)?
    private let state = Protected(State())
    private let splitter: Protected<LineSplitter>
    private let done = DispatchSemaphore(value: 0)

    init(
      at host: String, limit: Int, onLine: (@Sendable (Data) -> Bool)? = nil,
      onEnd: (@Sendable (EtcdFailure) -> Void)? = nil
    ) {
      self.host = host
      self.limit = limit
      splitter = Protected(LineSplitter(limit: limit))
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
      guard let lines = splitter.withLock({ $0.take(data) }) else {
        return state.withLock { state in
          state.failure = .tooLarge(limit)
          return false
        }
      }
      return lines.allSatisfy(onLine)
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
        return state.failure
          ?? (state.status == 200 ? nil : .unanswered(.status(host, state.status)))
      }
      onEnd?(failure ?? .unanswered(.ended(host)))
      done.signal()
    }

    func result() throws(EtcdFailure) -> HTTPAnswer {
      let (answer, failure) = state.withLock {
        (HTTPAnswer(status: $0.status, body: $0.body), $0.failure)
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
      let host = task.originalRequest?.url?.host() ?? "the endpoint"
      end(task)?.finish(error.map { EtcdFailure($0, at: host) })
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
    fileprivate init(_ error: any Error, at host: String) {
      guard let error = error as? URLError else {
        self = .unanswered(.lost(host))
        return
      }
      switch error.code {
      case .cannotConnectToHost: self = .unreachable(.noListener(host))
      case .cannotFindHost, .dnsLookupFailed: self = .unreachable(.unknownHost(host))
      case .badURL, .unsupportedURL: self = .unreachable(.invalidRequest)
      case .secureConnectionFailed: self = .unreachable(.plainPort(host))
      case .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        self = .unreachable(.untrustedCertificate(host, "not trusted by the system"))
      case .clientCertificateRejected: self = .unreachable(.clientCertificateRefused(host))
      case .clientCertificateRequired: self = .unreachable(.clientCertificateWanted(host))
      case .timedOut: self = .unanswered(.late(host))
      default: self = .unanswered(.lost(host))
      }
    }
  }
#endif

#if !canImport(Darwin)
  import FoundationEssentials
  import KeywrightStorage

  /// Requests over kept connections, each with a bound on its time and on the bytes of its answer.
  ///
  /// Thread safety: safe from any thread.
  final class HTTPSession: Transport {
    private struct Idle {
      var connection: Connection
      var since: Moment
    }

    private struct State {
      var isClosed = false
      var idle: [Endpoint: [Idle]] = [:]
      var sockets: [ObjectIdentifier: Socket] = [:]
    }

    /// Balancers drop connections that were idle for a minute, and some say nothing of it.
    private static let idleTime: Duration = .seconds(30)
    private static let maximumIdle = 4

    private let contexts: SecurityContexts
    private let resolver = Resolver()
    private let state = Protected(State())

    init(_ files: SecurityFiles) { contexts = SecurityContexts(files) }

    /// Checks the files of the certificates.
    func prepare() throws(EtcdFailure.Mistake) { _ = try contexts.context() }

    /// Ends all requests; later ones fail.
    func close() {
      let (idle, sockets) = state.withLock { state in
        state.isClosed = true
        defer { state.idle = [:] }
        return (state.idle, Array(state.sockets.values))
      }
      for socket in sockets { socket.shutDown() }
      withExtendedLifetime(idle) {}
    }

    /// Sends a request and waits for its answer.
    func post(
      _ request: HTTPRequest, to endpoint: Endpoint, until deadline: Moment,
      limit: Int
    ) throws(EtcdFailure) -> HTTPAnswer {
      let connection: Connection
      if let kept = try kept(for: endpoint) {
        connection = kept
      } else {
        connection = try open(to: endpoint, until: deadline)
      }
      do throws(EtcdFailure) {
        let (answer, isReusable) = try HTTPExchange.post(
          request, over: connection, until: deadline, limit: limit)
        end(connection, keeps: isReusable)
        return answer
      } catch {
        end(connection, keeps: false)
        // The cause that made one connection useless has probably made the others so.
        let others = state.withLock { $0.idle.removeValue(forKey: endpoint) }
        withExtendedLifetime(others) {}
        if case .unanswered(.lost) = error, connection.isFresh, !endpoint.isSecure,
          speaksTLS(endpoint, until: deadline)
        {
          throw .unanswered(.securePort(endpoint.authority))
        }
        throw error
      }
    }

    /// Opens a stream, which a thread of its own reads: lines go to `onLine` as they come, until it returns
    /// false, and the reason of the end to `onEnd`.
    ///
    /// - Parameter opening: How long the connection may take.
    /// - Returns: A closure that ends the stream.
    func stream(
      _ request: HTTPRequest, to endpoint: Endpoint, opening: Duration, limit: Int,
      onLine: @escaping @Sendable (Data) -> Bool,
      onEnd: @escaping @Sendable (EtcdFailure) -> Void
    ) -> @Sendable () -> Void {
      let stream = OpenStream()
      let isStarted = SystemThread.start { [self] in
        do throws(EtcdFailure) {
          try read(
            request, endpoint, SystemTime().moment + opening, limit, for: stream, onLine: onLine)
          onEnd(.unanswered(.ended(endpoint.authority)))
        } catch {
          onEnd(error)
        }
      }
      if !isStarted { onEnd(.unreachable(.noSocket(11))) }
      return { stream.close() }
    }

    private func read(
      _ request: HTTPRequest, _ endpoint: Endpoint, _ opening: Moment,
      _ limit: Int,
      for stream: OpenStream, onLine: (Data) -> Bool
    ) throws(EtcdFailure) {
      let connection = try open(to: endpoint, until: opening)
      defer { end(connection, keeps: false) }
      guard stream.begin(connection.socket) else { throw .unreachable(.closed) }
      var splitter = LineSplitter(limit: limit)
      var isTooLarge = false
      do throws(EtcdFailure) {
        try HTTPExchange.stream(request, over: connection, opening: opening, limit: limit) { part in
          guard let lines = splitter.take(part) else {
            isTooLarge = true
            return false
          }
          return lines.allSatisfy(onLine)
        }
      } catch {
        if isTooLarge { throw .tooLarge(limit) }
        throw error
      }
    }

    // MARK: Connections

    /// A connection that an earlier request has left, and that is alive as far as this end can see.
    private func kept(for endpoint: Endpoint) throws(EtcdFailure) -> Connection? {
      while true {
        let (isClosed, idle) = state.withLock { ($0.isClosed, $0.idle[endpoint]?.popLast()) }
        if isClosed { throw .unreachable(.closed) }
        guard let idle else { return nil }
        guard SystemTime().moment - idle.since < HTTPSession.idleTime, idle.connection.isUsable
        else { continue }
        try begin(idle.connection.socket)
        return idle.connection
      }
    }

    private func open(
      to endpoint: Endpoint, until deadline: Moment
    ) throws(EtcdFailure) -> Connection {
      var context: SecurityContext?
      if endpoint.isSecure {
        do throws(EtcdFailure.Mistake) {
          context = try contexts.context()
        } catch {
          throw .unreachable(.security(error))
        }
      }
      let socket = try connect(to: endpoint, until: deadline)
      do throws(EtcdFailure) {
        return try Connection(over: socket, to: endpoint, in: context, until: deadline)
      } catch {
        end(socket)
        throw error
      }
    }

    /// Opens a socket, which ``close()`` reaches until it is ended.
    private func connect(
      to endpoint: Endpoint, until deadline: Moment
    ) throws(EtcdFailure) -> Socket {
      let addresses = try resolver.addresses(of: endpoint, until: deadline)
      let socket: Socket
      do throws(EtcdFailure) {
        let (connected, address) = try Dialer.connect(to: addresses, of: endpoint, until: deadline)
        resolver.prefer(address, of: endpoint)
        socket = connected
      } catch {
        resolver.expire(endpoint)
        throw error
      }
      try begin(socket)
      return socket
    }

    /// Whether an endpoint answers the first message of TLS. A member that speaks nothing else ends every
    /// other connection without a word.
    private func speaksTLS(_ endpoint: Endpoint, until deadline: Moment) -> Bool {
      // TLS 1.2 with one cipher suite: enough for a refusal.
      let random = [UInt8](repeating: 0, count: 32)
      let hello: [UInt8] = [3, 3] + random + [0, 0, 2, 0xC0, 0x2F, 1, 0]
      let message: [UInt8] = [1, 0, 0, UInt8(hello.count)] + hello
      let record: [UInt8] = [0x16, 3, 1, 0, UInt8(message.count)] + message
      var answer: [UInt8] = [0]
      guard let socket = try? connect(to: endpoint, until: deadline) else { return false }
      defer { end(socket) }
      guard (try? socket.sendAll(record[...], until: deadline)) != nil,
        (try? socket.receive(into: &answer, until: deadline)) == 1
      else { return false }
      return answer[0] == 0x15 || answer[0] == 0x16
    }

    /// Notes that a socket is in use, so that ``close()`` reaches it.
    private func begin(_ socket: Socket) throws(EtcdFailure) {
      let isClosed = state.withLock { state in
        if !state.isClosed { state.sockets[ObjectIdentifier(socket)] = socket }
        return state.isClosed
      }
      if isClosed { throw .unreachable(.closed) }
    }

    private func end(_ socket: Socket) {
      state.withLock { $0.sockets[ObjectIdentifier(socket)] = nil }
    }

    private func end(_ connection: Connection, keeps: Bool) {
      state.withLock { state in
        state.sockets[ObjectIdentifier(connection.socket)] = nil
        guard keeps, !state.isClosed,
          state.idle[connection.endpoint]?.count ?? 0 < HTTPSession.maximumIdle
        else { return }
        state.idle[connection.endpoint, default: []].append(
          Idle(connection: connection, since: SystemTime().moment))
      }
    }
  }

  /// The connection of a stream, which another thread than its reader ends.
  private final class OpenStream: Sendable {
    private let state = Protected<(socket: Socket?, isClosed: Bool)>((nil, false))

    /// Notes the socket; false if the stream was ended before.
    func begin(_ socket: Socket) -> Bool {
      state.withLock { state in
        state.socket = socket
        return !state.isClosed
      }
    }

    func close() {
      state.withLock { state in
        state.isClosed = true
        state.socket?.shutDown()
      }
    }
  }
#endif

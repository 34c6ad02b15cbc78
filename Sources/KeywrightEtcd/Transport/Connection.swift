#if !canImport(Darwin)
  import KeywrightStorage

  /// A connection to one endpoint, plain or by TLS, for one thread at a time.
  final class Connection {
    let endpoint: Endpoint
    /// Any thread may shut it down.
    let socket: Socket
    private let channel: SecureChannel?
    private var scratch: [UInt8] = []
    /// Whether nothing has come yet.
    private(set) var isFresh = true

    /// The bytes that came and that are not read yet.
    var received: [UInt8] = []

    init(
      over socket: Socket, to endpoint: Endpoint, in context: SecurityContext?,
      until deadline: Moment
    ) throws(EtcdFailure) {
      self.endpoint = endpoint
      self.socket = socket
      channel = try context.map { context throws(EtcdFailure) in
        try SecureChannel(over: socket, to: endpoint, in: context, until: deadline)
      }
      if channel == nil { scratch = [UInt8](repeating: 0, count: 65_536) }
    }

    /// Whether it may be used for another request.
    var isUsable: Bool { received.isEmpty && !socket.isSpent }

    func send(_ bytes: [UInt8], until deadline: Moment) throws(EtcdFailure) {
      do throws(SocketFailure) {
        if let channel {
          try channel.send(bytes[...], until: deadline)
        } else {
          try socket.sendAll(bytes[...], until: deadline)
        }
      } catch {
        // A peer that closes a connection says why before, which has arrived.
        if error == .broken { _ = try channel?.receive(into: &received, until: deadline) }
        throw failure(error)
      }
    }

    /// Waits for more bytes; false at the end of the stream.
    func receive(until deadline: Moment) throws(EtcdFailure) -> Bool {
      defer { if !received.isEmpty { isFresh = false } }
      if let channel { return try channel.receive(into: &received, until: deadline) }
      do throws(SocketFailure) {
        let count = try socket.receive(into: &scratch, until: deadline)
        received += scratch[..<count]
        return count > 0
      } catch {
        throw failure(error)
      }
    }

    private func failure(_ failure: SocketFailure) -> EtcdFailure {
      .unanswered(failure == .late ? .late(endpoint.authority) : .lost(endpoint.authority))
    }
  }
#endif

#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KeywrightStorage

  /// Connects to the first of several addresses that takes a connection.
  ///
  /// A dark address does not hold up the others: the next one is tried beside it after a quarter of a second
  /// (RFC 8305).
  struct Dialer {
    private static let stagger: Duration = .milliseconds(250)

    private let deadline: Moment
    private var rest: ArraySlice<SocketAddress>
    private var attempts: [(descriptor: Int32, address: SocketAddress)] = []
    private var error: Int32 = 0

    /// - Returns: The socket, and the address to which it leads.
    static func connect(
      to addresses: [SocketAddress], of endpoint: Endpoint, until deadline: Moment
    ) throws(EtcdFailure) -> (socket: Socket, address: SocketAddress) {
      var dialer = Dialer(deadline: deadline, rest: addresses[...])
      defer { for attempt in dialer.attempts { close(attempt.descriptor) } }
      while true {
        if dialer.attempts.isEmpty, dialer.rest.isEmpty { throw dialer.failure(of: endpoint) }
        guard SystemTime().moment < deadline else { throw .unreachable(.dark(endpoint.authority)) }
        if let connected = dialer.step() { return connected }
      }
    }

    /// Tries the next address, and waits for all that are tried.
    private mutating func step() -> (socket: Socket, address: SocketAddress)? {
      if let address = rest.popFirst() {
        let (descriptor, error) = address.beginConnection()
        guard let descriptor else {
          self.error = error
          return nil
        }
        attempts.append((descriptor, address))
      }
      let limit = rest.isEmpty ? deadline : min(deadline, SystemTime().moment + Dialer.stagger)
      let waiting = attempts.map { (descriptor: $0.descriptor, event: Int32(POLLOUT)) }
      guard let position = Polling.wait(waiting, until: limit) else { return nil }
      let (descriptor, address) = attempts.remove(at: position)
      var error: Int32 = 0
      var size = socklen_t(4)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
      if error == 0 { return (Socket(descriptor), address) }
      self.error = error
      close(descriptor)
      return nil
    }

    private func failure(of endpoint: Endpoint) -> EtcdFailure {
      switch error {
      case ECONNREFUSED: .unreachable(.noListener(endpoint.authority))
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: .unreachable(.noSocket(error))
      default: .unreachable(.dark(endpoint.authority))
      }
    }
  }
#endif

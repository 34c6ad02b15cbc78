#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KeywrightStorage

  /// TLS over a socket, for one thread at a time.
  ///
  /// OpenSSL reads and writes memory alone: a socket of its own would be written without `MSG_NOSIGNAL`, and
  /// a peer that is gone would end the process by a signal.
  final class SecureChannel {
    private let context: SecurityContext
    private let socket: Socket
    private let endpoint: Endpoint
    private let connection: SecurityLibrary.Pointer
    private let incoming: SecurityLibrary.Pointer
    private let outgoing: SecurityLibrary.Pointer
    private var scratch = [UInt8](repeating: 0, count: 16_384)

    private var library: SecurityLibrary { context.library }

    /// Numbers of OpenSSL's headers.
    private enum Code {
      static let wantsRead: Int32 = 2
      static let isEnded: Int32 = 6
      static let setName: Int32 = 55
      static let wrongVersion: UInt = 267
      static let notTLS: Set<UInt> = [wrongVersion, 155, 156, 244]
      static let nameMismatches = [62, 64]
      /// Alerts of the peer, of which a reason is the number plus 1000.
      static let certificateWanted: UInt = 1116
      static let certificateRefused: Set<UInt> = [1041, 1042, 1043, 1044, 1045, 1046, 1048, 1049]
    }

    init(
      over socket: Socket, to endpoint: Endpoint, in context: SecurityContext,
      until deadline: Moment
    ) throws(EtcdFailure) {
      let library = context.library
      guard let connection = library.newConnection(context.pointer),
        let incoming = library.newMemory(library.memory()),
        let outgoing = library.newMemory(library.memory())
      else { throw .unreachable(.noSocket(ENOMEM)) }
      self.context = context
      self.socket = socket
      self.endpoint = endpoint
      (self.connection, self.incoming, self.outgoing) = (connection, incoming, outgoing)
      // From here on the connection owns both.
      library.setMemory(connection, incoming, outgoing)
      library.setClient(connection)
      nameHost()
      try shakeHands(until: deadline)
    }

    deinit { library.freeConnection(connection) }

    /// Says which host is meant, to the server and to the check of its certificate.
    private func nameHost() {
      guard let parameters = library.parameters(connection) else { return }
      if library.setAddress(parameters, endpoint.host) == 1 { return }
      _ = library.setHost(parameters, endpoint.host, 0)
      _ = endpoint.host.withCString { name in
        library.control(connection, Code.setName, 0, UnsafeMutableRawPointer(mutating: name))
      }
    }

    private func shakeHands(until deadline: Moment) throws(EtcdFailure) {
      while true {
        library.clearErrors()
        let result = library.shakeHands(connection)
        do throws(SocketFailure) {
          try flush(until: deadline)
          if result == 1 { return }
          guard library.problem(connection, result) == Code.wantsRead else { throw .broken }
          guard try fill(until: deadline) else { throw .broken }
        } catch {
          if error == .late { throw .unreachable(.dark(endpoint.authority)) }
          throw obstacle ?? .unreachable(.plainPort(endpoint.authority))
        }
      }
    }

    /// The reason for which OpenSSL refused the peer, or the peer refused us.
    private var obstacle: EtcdFailure? {
      let verification = library.verification(connection)
      let host = endpoint.authority
      if Code.nameMismatches.contains(verification) { return .unreachable(.otherHost(host)) }
      if verification != 0 {
        let text = library.verificationText(verification).map { String(cString: $0) } ?? ""
        return .unreachable(.untrustedCertificate(host, text))
      }
      let error = library.lastError()
      guard error != 0 else { return nil }
      if let certificateObstacle { return certificateObstacle }
      let reason = error & 0xFFF
      if Code.notTLS.contains(reason) { return .unreachable(.plainPort(host)) }
      let text = library.errorText(error).map { String(cString: $0) } ?? "\(reason)"
      return .unreachable(.handshake(host, text))
    }

    /// The refusal of this program's certificate, which a peer sends before it reads a request.
    private var certificateObstacle: EtcdFailure? {
      let reason = library.lastError() & 0xFFF
      if reason == Code.certificateWanted {
        return .unreachable(.clientCertificateWanted(endpoint.authority))
      }
      guard Code.certificateRefused.contains(reason) else { return nil }
      // Before TLS 1.3 a peer says no more of a certificate that is missing.
      return context.hasCertificate
        ? .unreachable(.clientCertificateRefused(endpoint.authority))
        : .unreachable(.clientCertificateWanted(endpoint.authority))
    }

    /// Sends what OpenSSL has written.
    private func flush(until deadline: Moment) throws(SocketFailure) {
      while true {
        let count = scratch.withUnsafeMutableBytes {
          library.readMemory(outgoing, $0.baseAddress, Int32($0.count))
        }
        guard count > 0 else { return }
        try socket.sendAll(scratch[..<Int(count)], until: deadline)
      }
    }

    /// Hands OpenSSL what comes; false at the end of the stream.
    private func fill(until deadline: Moment) throws(SocketFailure) -> Bool {
      let count = try socket.receive(into: &scratch, until: deadline)
      guard count > 0 else { return false }
      _ = scratch.withUnsafeBytes { library.writeMemory(incoming, $0.baseAddress, Int32(count)) }
      return true
    }

    func send(
      _ bytes: ArraySlice<UInt8>, until deadline: Moment
    ) throws(SocketFailure) {
      var rest = bytes
      while !rest.isEmpty {
        let part = rest.prefix(16_384)
        library.clearErrors()
        let count = part.withUnsafeBytes {
          library.write(connection, $0.baseAddress, Int32($0.count))
        }
        try flush(until: deadline)
        if count > 0 {
          rest.removeFirst(Int(count))
        } else {
          guard library.problem(connection, count) == Code.wantsRead,
            try fill(until: deadline)
          else { throw .broken }
        }
      }
    }

    /// Appends what comes; false at the end of the stream.
    ///
    /// - Throws: `unreachable` if the peer wanted another certificate: in TLS 1.3 it says so only when the
    ///   first request has been sent, which it then has not read.
    func receive(
      into buffer: inout [UInt8], until deadline: Moment
    ) throws(EtcdFailure) -> Bool {
      while true {
        library.clearErrors()
        var part = [UInt8](repeating: 0, count: 16_384)
        let count = part.withUnsafeMutableBytes {
          library.read(connection, $0.baseAddress, Int32($0.count))
        }
        if count > 0 {
          buffer += part[..<Int(count)]
          return true
        }
        let problem = library.problem(connection, count)
        if problem == Code.isEnded { return false }
        guard problem == Code.wantsRead else {
          throw certificateObstacle ?? .unanswered(.lost(endpoint.authority))
        }
        do throws(SocketFailure) {
          try flush(until: deadline)
          guard try fill(until: deadline) else { return false }
        } catch {
          throw .unanswered(error == .late ? .late(endpoint.authority) : .lost(endpoint.authority))
        }
      }
    }
  }
#endif

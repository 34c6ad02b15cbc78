#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KeywrightStorage

  /// A connected socket, which one thread uses and any thread may shut down.
  ///
  /// Its number is given back only with the object, so that no thread meets another's socket under it.
  final class Socket: Sendable {
    let descriptor: Int32

    /// - Parameter descriptor: A socket that does not block.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Wakes the thread that uses the socket, which then finds the end of the stream.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends bytes, all of them.
    func sendAll(
      _ bytes: ArraySlice<UInt8>, until deadline: Moment
    ) throws(SocketFailure) {
      var rest = bytes
      while !rest.isEmpty {
        // A peer that is gone is an error, and no signal.
        let count = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 {
          rest.removeFirst(count)
        } else {
          try wait(Int32(POLLOUT), until: deadline)
        }
      }
    }

    /// Receives some bytes; none at the end of the stream.
    func receive(
      into bytes: inout [UInt8], until deadline: Moment
    ) throws(SocketFailure) -> Int {
      while true {
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count >= 0 { return count }
        try wait(Int32(POLLIN), until: deadline)
      }
    }

    /// Whether the peer has sent something without a request, or has gone.
    var isSpent: Bool {
      var byte: UInt8 = 0
      return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0
        || (errno != EAGAIN && errno != EINTR)
    }

    /// Waits after a call that failed, if waiting helps.
    private func wait(
      _ event: Int32, until deadline: Moment
    ) throws(SocketFailure) {
      if errno == EINTR { return }
      guard errno == EAGAIN else { throw .broken }
      guard Polling.wait([(descriptor, event)], until: deadline) != nil else { throw .late }
    }
  }

  enum SocketFailure: Error {
    case late
    case broken
  }

  enum Polling {
    /// Waits for an event of one of some sockets.
    ///
    /// - Returns: The position of a socket that has one; nil if the deadline passes before.
    static func wait(
      _ sockets: [(descriptor: Int32, event: Int32)], until deadline: Moment
    ) -> Int? {
      while true {
        let rest = max(0, (deadline - SystemTime().moment).seconds)
        var entries = sockets.map {
          pollfd(fd: $0.descriptor, events: Int16($0.event), revents: 0)
        }
        let count = poll(&entries, nfds_t(entries.count), Int32(min(rest * 1000 + 1, 1e9)))
        if count > 0 { return entries.firstIndex { $0.revents != 0 } }
        if count < 0, errno != EINTR { return nil }
        if SystemTime().moment >= deadline { return nil }
      }
    }
  }
#endif

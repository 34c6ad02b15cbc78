#if canImport(FoundationNetworking)
  import Foundation
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Sockets that are connected and waited for until a deadline.
  enum PlainSocket {
    /// Connects to the host of a URL.
    static func connect(
      _ url: URL, until deadline: ContinuousClock.Instant
    ) throws(EtcdFailure) -> Int32 {
      guard let host = url.host else { throw .unreachable("no URL of a server") }
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      guard getaddrinfo(name, "\(url.port ?? 80)", &hints, &list) == 0 else {
        throw .unreachable("an unknown host")
      }
      defer { freeaddrinfo(list) }
      var next = list
      while let info = next?.pointee {
        next = info.ai_next
        let descriptor = open(info)
        guard descriptor >= 0 else { continue }
        if isConnected(descriptor, info, until: deadline) { return descriptor }
        close(descriptor)
      }
      throw .unreachable("nobody listens")
    }

    private static func open(_ info: addrinfo) -> Int32 {
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      return makeSocket(info.ai_family, kind | Int32(SOCK_CLOEXEC.rawValue), info.ai_protocol)
    }

    private static func makeSocket(_ family: Int32, _ kind: Int32, _ number: Int32) -> Int32 {
      #if canImport(Glibc)
        StandardStreams.opening { Glibc.socket(family, kind, number) }
      #else
        StandardStreams.opening { Musl.socket(family, kind, number) }
      #endif
    }

    private static func isConnected(
      _ descriptor: Int32, _ info: addrinfo, until deadline: ContinuousClock.Instant
    ) -> Bool {
      var one: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
      #if canImport(Glibc)
        let result = Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen)
      #else
        let result = Musl.connect(descriptor, info.ai_addr, info.ai_addrlen)
      #endif
      if result == 0 { return true }
      guard errno == EINPROGRESS, wait(descriptor, POLLOUT, until: deadline) else { return false }
      var error: Int32 = 0
      var size = socklen_t(4)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
      return error == 0
    }

    /// Waits until a socket can be read or written; false once the deadline has passed.
    static func wait(
      _ descriptor: Int32, _ event: Int32, until deadline: ContinuousClock.Instant
    ) -> Bool {
      while true {
        let rest = (deadline - .now).seconds
        guard rest > 0 else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let count = poll(&entry, 1, Int32(min(rest * 1000 + 1, 1e9)))
        if count > 0 { return true }
        if count < 0, errno != EINTR { return false }
      }
    }

    static func close(_ descriptor: Int32) {
      #if canImport(Glibc)
        _ = Glibc.close(descriptor)
      #else
        _ = Musl.close(descriptor)
      #endif
    }
  }
#endif

#if !canImport(Darwin)
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// An address and a port to which a socket is connected.
  struct SocketAddress: Sendable, Hashable {
    let family: Int32
    private let bytes: [UInt8]

    private init?(_ info: addrinfo) {
      guard let address = info.ai_addr else { return nil }
      family = info.ai_family
      bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
    }

    /// The outcome of a look-up.
    enum Found: Sendable {
      case addresses([SocketAddress])
      /// No host has the name.
      case unknown
      /// The name servers did not say.
      case unsaid
    }

    /// Asks the system for the addresses of a host; waits as long as its name servers let it.
    ///
    /// - Parameter isNumber: Whether to take addresses alone, for which no name server is asked.
    static func look(up host: String, port: UInt16, isNumber: Bool = false) -> Found {
      var hints = addrinfo()
      hints.ai_socktype = streamType
      if isNumber { hints.ai_flags = AI_NUMERICHOST }
      var list: UnsafeMutablePointer<addrinfo>?
      let result = getaddrinfo(host, "\(port)", &hints, &list)
      guard result == 0 else {
        return result == EAI_AGAIN || result == EAI_SYSTEM ? .unsaid : .unknown
      }
      defer { freeaddrinfo(list) }
      var addresses: [SocketAddress] = []
      var next = list
      while let info = next?.pointee {
        next = info.ai_next
        if let address = SocketAddress(info), !addresses.contains(address) {
          addresses.append(address)
        }
      }
      return addresses.isEmpty ? .unknown : .addresses(addresses)
    }

    /// A socket on its way to the address.
    ///
    /// - Returns: Nil, and a number of an error, if there is none.
    func beginConnection() -> (descriptor: Int32?, error: Int32) {
      let descriptor = StandardStreams.opening { socket(family, streamType | flags, 0) }
      guard descriptor >= 0 else { return (nil, errno) }
      var one: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
      let result = bytes.withUnsafeBytes { bytes -> Int32 in
        guard let address = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
        return connect(descriptor, address, socklen_t(bytes.count))
      }
      if result == 0 || errno == EINPROGRESS { return (descriptor, 0) }
      let error = errno
      close(descriptor)
      return (nil, error)
    }
  }

  #if canImport(Musl)
    private let streamType = Int32(SOCK_STREAM)
    private let flags = Int32(SOCK_NONBLOCK) | Int32(SOCK_CLOEXEC)
  #else
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #endif
#endif

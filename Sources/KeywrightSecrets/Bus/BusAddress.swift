#if !canImport(Darwin)
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The socket of a bus in the file system, as an address names it: `unix:path=/run/user/1000/bus,guid=…`.
  struct BusAddress {
    let path: [UInt8]

    /// - Returns: Nil for an address of another kind, or with several.
    init?(_ address: String) {
      guard address.hasPrefix("unix:"), !address.contains(";") else { return nil }
      let parts = address.dropFirst(5).split(separator: ",")
      guard let part = parts.first(where: { $0.hasPrefix("path=") }) else { return nil }
      var bytes: [UInt8] = []
      var rest = Array(part.utf8.dropFirst(5))[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard rest.count >= 2, let value = UInt8(digits, radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      path = bytes
    }

    /// Whether the socket takes no more connections, as that of a bus that was stopped: whoever connects to it waits
    /// until the bus goes on, and libdbus can be given no limit for that.
    var isFull: Bool {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      #if canImport(Glibc)
        let kind =
          Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      #else
        let kind = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC
      #endif
      let descriptor = StandardStreams.opening { socket(AF_UNIX, kind, 0) }
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      return result != 0 && errno == EAGAIN
    }
  }
#endif

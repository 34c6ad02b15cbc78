#if canImport(FoundationNetworking)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// One request over HTTP/1.1 without TLS, on a socket of its own.
  ///
  /// FoundationNetworking ends the process when an answer has trailers ("Transfer completed, but there's no
  /// response"), as every refusal of etcd has.
  struct PlainExchange {
    private let socket: Int32
    private let deadline: ContinuousClock.Instant
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var total = 0

    static func post(
      _ url: URL, _ body: Data, token: String?, timeout: Duration, limit: Int
    ) throws(EtcdFailure) -> HTTPSession.Answer {
      let deadline = ContinuousClock.now + timeout
      guard let host = url.host else { throw .unreachable("no URL of a server") }
      let descriptor = try connect(host, url.port ?? 80, until: deadline)
      defer { close(descriptor) }
      var exchange = PlainExchange(socket: descriptor, deadline: deadline, limit: limit)
      var head = "POST \(url.path) HTTP/1.1\r\nHost: \(host):\(url.port ?? 80)\r\n"
      head += "Content-Type: application/json\r\nConnection: close\r\n"
      if let token { head += "Authorization: \(token)\r\n" }
      head += "Content-Length: \(body.count)\r\n\r\n"
      try exchange.send(Array(head.utf8) + body)
      return try exchange.answer()
    }

    private init(socket: Int32, deadline: ContinuousClock.Instant, limit: Int) {
      self.socket = socket
      self.deadline = deadline
      self.limit = limit
    }

    // MARK: Connecting

    private static func connect(
      _ host: String, _ port: Int, until deadline: ContinuousClock.Instant
    ) throws(EtcdFailure) -> Int32 {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      guard getaddrinfo(name, "\(port)", &hints, &list) == 0 else {
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
        Glibc.socket(family, kind, number)
      #else
        Musl.socket(family, kind, number)
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

    private static func wait(
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

    // MARK: Bytes

    private func send(_ bytes: [UInt8]) throws(EtcdFailure) {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          write($0.baseAddress, $0.count)
        }
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          guard PlainExchange.wait(socket, POLLOUT, until: deadline) else {
            throw .unanswered("no answer in time")
          }
        } else if errno != EINTR {
          throw .unanswered("the connection failed (\(errno))")
        }
      }
    }

    private func write(_ start: UnsafeRawPointer?, _ count: Int) -> Int {
      #if canImport(Glibc)
        Glibc.send(socket, start, count, Int32(MSG_NOSIGNAL))
      #else
        Musl.send(socket, start, count, Int32(MSG_NOSIGNAL))
      #endif
    }

    /// Reads more; false at the end of the stream.
    private mutating func fill() throws(EtcdFailure) -> Bool {
      if position > 0 {
        buffer.removeFirst(position)
        position = 0
      }
      while true {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &chunk, chunk.count, 0)
        if count > 0 {
          buffer += chunk[..<count]
          total += count
          guard total <= limit else { throw .malformed("an answer of more than \(limit) bytes") }
          return true
        }
        if count == 0 { return false }
        if errno == EAGAIN {
          guard PlainExchange.wait(socket, POLLIN, until: deadline) else {
            throw .unanswered("no answer in time")
          }
        } else if errno != EINTR {
          throw .unanswered("the connection failed (\(errno))")
        }
      }
    }

    /// Takes a line; a long one is an error.
    private mutating func line() throws(EtcdFailure) -> String {
      while true {
        if let end = buffer[position...].firstIndex(of: 0x0A) {
          let text = String(decoding: buffer[position..<end], as: UTF8.self)
          position = end + 1
          return text.hasSuffix("\r") ? String(text.dropLast()) : text
        }
        guard buffer.count - position < 16_384 else { throw .malformed("a line without an end") }
        guard try fill() else { throw .unanswered("the connection ended") }
      }
    }

    private mutating func take(_ count: Int) throws(EtcdFailure) -> ArraySlice<UInt8> {
      while buffer.count - position < count {
        guard try fill() else { throw .unanswered("the connection ended") }
      }
      defer { position += count }
      return buffer[position..<position + count]
    }

    // MARK: The answer

    private mutating func answer() throws(EtcdFailure) -> HTTPSession.Answer {
      let words = try line().split(separator: " ")
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
        throw .malformed("an answer that is not HTTP")
      }
      var length: Int?
      var isChunked = false
      while true {
        let field = try line()
        if field.isEmpty { break }
        let parts = field.split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard parts.count == 2 else { continue }
        if parts[0] == "content-length" { length = Int(parts[1]) }
        if parts[0] == "transfer-encoding" { isChunked = parts[1] == "chunked" }
      }
      if isChunked { return HTTPSession.Answer(status: status, body: try chunks()) }
      if let length {
        guard 0...limit ~= length else { throw .malformed("an answer of \(length) bytes") }
        return HTTPSession.Answer(status: status, body: Data(try take(length)))
      }
      while try fill() {}
      return HTTPSession.Answer(status: status, body: Data(buffer[position...]))
    }

    /// The body in chunks; the trailers behind it are nobody's.
    private mutating func chunks() throws(EtcdFailure) -> Data {
      var body = Data()
      while true {
        let size = try line().prefix { $0 != ";" }
        guard let count = Int(size, radix: 16), 0...limit ~= count else {
          throw .malformed("a chunk without a size")
        }
        if count == 0 { return body }
        body += try take(count)
        _ = try line()
      }
    }
  }
#endif

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
  /// response"), as every refusal of etcd has, and every watch that a stopping member ends.
  struct PlainExchange {
    private static let mostFields = 256

    private let socket: Int32
    private let deadline: ContinuousClock.Instant
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0

    /// The status and the framing of an answer, from the lines before its body.
    private struct Head {
      var status: Int
      var length: Int?
      var isChunked = false
    }

    static func post(
      _ url: URL, _ body: Data, token: String?, timeout: Duration, limit: Int
    ) throws(EtcdFailure) -> HTTPSession.Answer {
      let deadline = ContinuousClock.now + timeout
      let socket = try PlainSocket.connect(url, until: deadline)
      defer { PlainSocket.close(socket) }
      var exchange = PlainExchange(socket: socket, deadline: deadline, limit: limit)
      try exchange.send(request(url, body, token))
      return try exchange.answer()
    }

    /// Reads an answer that comes in parts for as long as the server likes. Returns at its end, and soon
    /// after `connection` was closed.
    static func stream(
      _ url: URL, _ body: Data, token: String?, opening: Duration, limit: Int,
      over connection: PlainConnection, onStatus: (Int) -> Void, onPart: (Data) -> Bool
    ) throws(EtcdFailure) {
      let socket = try PlainSocket.connect(url, until: .now + opening)
      defer { connection.end(socket) }
      guard connection.begin(socket) else { throw .unanswered("the stream was closed") }
      let never = ContinuousClock.now + .seconds(86_400 * 365)
      var exchange = PlainExchange(socket: socket, deadline: never, limit: limit)
      try exchange.send(request(url, body, token))
      let head = try exchange.head()
      onStatus(head.status)
      try exchange.body(of: head) { part throws(EtcdFailure) in
        guard onPart(Data(part)) else { throw .unanswered("the stream was ended") }
      }
    }

    private static func request(_ url: URL, _ body: Data, _ token: String?) -> [UInt8] {
      var head = "POST \(url.path) HTTP/1.1\r\nHost: \(url.host ?? ""):\(url.port ?? 80)\r\n"
      head += "Content-Type: application/json\r\nConnection: close\r\n"
      if let token { head += "Authorization: \(token)\r\n" }
      head += "Content-Length: \(body.count)\r\n\r\n"
      return Array(head.utf8) + body
    }

    private init(socket: Int32, deadline: ContinuousClock.Instant, limit: Int) {
      self.socket = socket
      self.deadline = deadline
      self.limit = limit
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
          guard PlainSocket.wait(socket, POLLOUT, until: deadline) else {
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
          return true
        }
        if count == 0 { return false }
        if errno == EAGAIN {
          guard PlainSocket.wait(socket, POLLIN, until: deadline) else {
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
      let head = try head()
      var body = Data()
      try self.body(of: head) { [limit] part throws(EtcdFailure) in
        body += part
        guard body.count <= limit else {
          throw .tooLarge(limit)
        }
      }
      return HTTPSession.Answer(status: head.status, body: body)
    }

    /// The status line and the fields of an answer.
    private mutating func head() throws(EtcdFailure) -> Head {
      let words = try line().split(separator: " ")
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
        throw .malformed("an answer that is not HTTP")
      }
      var head = Head(status: status)
      for _ in 0..<PlainExchange.mostFields {
        let field = try line()
        if field.isEmpty { return head }
        let parts = field.split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard parts.count == 2 else { continue }
        if parts[0] == "content-length" { head.length = Int(parts[1]) }
        if parts[0] == "transfer-encoding" { head.isChunked = parts[1] == "chunked" }
      }
      throw .malformed("an answer of more than \(PlainExchange.mostFields) fields")
    }

    /// Hands out the body of an answer, part by part, as it comes. Trailers are ignored.
    private mutating func body(
      of head: Head, _ onPart: (ArraySlice<UInt8>) throws(EtcdFailure) -> Void
    ) throws(EtcdFailure) {
      if head.isChunked {
        while true {
          let size = try line().prefix { $0 != ";" }
          guard let count = Int(size, radix: 16), count >= 0 else {
            throw .malformed("a chunk without a size")
          }
          guard count <= limit else { throw .tooLarge(limit) }
          if count == 0 { return }
          try onPart(try take(count))
          _ = try line()
        }
      }
      if let length = head.length {
        guard length >= 0 else { throw .malformed("an answer of \(length) bytes") }
        guard length <= limit else { throw .tooLarge(limit) }
        return try onPart(try take(length))
      }
      repeat {
        try onPart(buffer[position...])
        position = buffer.count
      } while try fill()
    }
  }
#endif

#if !canImport(Darwin)
  import FoundationEssentials
  import KeywrightStorage

  /// One request over HTTP/1.1 on a connection, and its answer.
  struct HTTPExchange {
    private static let maximumFields = 256
    private static let maximumLine = 16_384

    private let connection: Connection
    private let deadline: Moment
    private let limit: Int
    private var position = 0

    /// The status and the framing of an answer, from the lines before its body.
    private struct Head {
      var status: Int
      var length: Int?
      var isChunked = false
      var keepsConnection: Bool
    }

    /// Sends a request and reads its answer.
    ///
    /// - Returns: The answer, and whether the connection may be used again.
    static func post(
      _ request: HTTPRequest, over connection: Connection, until deadline: Moment,
      limit: Int
    ) throws(EtcdFailure) -> (answer: HTTPAnswer, isReusable: Bool) {
      var exchange = HTTPExchange(connection: connection, deadline: deadline, limit: limit)
      try connection.send(request.bytes(for: connection.endpoint), until: deadline)
      let head = try exchange.head()
      var body = Data()
      try exchange.body(of: head) { part throws(EtcdFailure) in
        body += part
        guard body.count <= limit else { throw .tooLarge(limit) }
      }
      exchange.discardRead()
      if exchange.isPlainOnSecurePort(head.status, body) {
        throw .unanswered(.securePort(connection.endpoint.authority))
      }
      let isFramed = head.isChunked || head.length != nil
      return (HTTPAnswer(status: head.status, body: body), head.keepsConnection && isFramed)
    }

    /// Sends a request, and reads an answer that comes in parts for as long as the server likes.
    ///
    /// - Returns: At the end of the answer; soon after the socket was shut down; once `onPart` returns false.
    static func stream(
      _ request: HTTPRequest, over connection: Connection, opening: Moment,
      limit: Int, onPart: (Data) -> Bool
    ) throws(EtcdFailure) {
      try connection.send(request.bytes(for: connection.endpoint), until: opening)
      // A stream may be silent for years; its user asks the member on another connection.
      let never = SystemTime().moment + .seconds(86_400 * 365)
      var exchange = HTTPExchange(connection: connection, deadline: never, limit: limit)
      let head = try exchange.head()
      let host = connection.endpoint.authority
      try exchange.body(of: head) { part throws(EtcdFailure) in
        guard onPart(Data(part)) else { throw .unanswered(.ended("the reader")) }
      }
      guard head.status == 200 else { throw .unanswered(.status(host, head.status)) }
    }

    /// The answer of Go's TLS to a request that is not TLS.
    private func isPlainOnSecurePort(_ status: Int, _ body: Data) -> Bool {
      status == 400 && !connection.endpoint.isSecure
        && String(decoding: body.prefix(200), as: UTF8.self).contains("HTTPS server")
    }

    // MARK: Bytes

    /// Waits for more bytes; false at the end of the stream.
    private mutating func fill() throws(EtcdFailure) -> Bool {
      discardRead()
      return try connection.receive(until: deadline)
    }

    private mutating func discardRead() {
      guard position > 0 else { return }
      connection.received.removeFirst(position)
      position = 0
    }

    /// Takes a line; a long one is an error.
    private mutating func line() throws(EtcdFailure) -> String {
      while true {
        if let end = connection.received[position...].firstIndex(of: 0x0A) {
          let text = String(decoding: connection.received[position..<end], as: UTF8.self)
          position = end + 1
          return text.hasSuffix("\r") ? String(text.dropLast()) : text
        }
        guard connection.received.count - position < HTTPExchange.maximumLine else {
          throw .malformed("a line without an end")
        }
        try require()
      }
    }

    private mutating func require() throws(EtcdFailure) {
      guard try fill() else { throw .unanswered(.lost(connection.endpoint.authority)) }
    }

    /// Hands out a number of bytes, as they come.
    private mutating func take(
      _ count: Int, _ onPart: (ArraySlice<UInt8>) throws(EtcdFailure) -> Void
    ) throws(EtcdFailure) {
      var rest = count
      while rest > 0 {
        if position == connection.received.count { try require() }
        let part = connection.received[position...].prefix(rest)
        position += part.count
        rest -= part.count
        try onPart(part)
      }
    }

    // MARK: The answer

    /// The status line and the fields of an answer.
    private mutating func head() throws(EtcdFailure) -> Head {
      let words = try statusLine()
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
        throw .malformed("an answer that is not HTTP")
      }
      var head = Head(status: status, keepsConnection: words[0] == "HTTP/1.1")
      for _ in 0..<HTTPExchange.maximumFields {
        let field = try line()
        if field.isEmpty { return head }
        let parts = field.split(separator: ":", maxSplits: 1).map { part in
          part.drop { $0 == " " || $0 == "\t" }.lowercased()
        }
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "content-length": head.length = Int(parts[1])
        case "transfer-encoding": head.isChunked = parts[1] == "chunked"
        case "connection" where parts[1].contains("close"): head.keepsConnection = false
        default: break
        }
      }
      throw .malformed("an answer of more than \(HTTPExchange.maximumFields) fields")
    }

    private mutating func statusLine() throws(EtcdFailure) -> [Substring] {
      if connection.received.isEmpty { try require() }
      // The first byte of TLS: an alert of a port that speaks nothing else.
      guard connection.received.first != 0x15 else {
        throw .unanswered(.securePort(connection.endpoint.authority))
      }
      return try line().split(separator: " ")
    }

    /// Hands out the body of an answer, as it comes. Trailers are ignored.
    private mutating func body(
      of head: Head, _ onPart: (ArraySlice<UInt8>) throws(EtcdFailure) -> Void
    ) throws(EtcdFailure) {
      if head.isChunked { return try chunks(onPart) }
      if let length = head.length {
        guard length >= 0 else { throw .malformed("an answer of \(length) bytes") }
        guard length <= limit else { throw .tooLarge(limit) }
        return try take(length, onPart)
      }
      repeat {
        let part = connection.received[position...]
        position = connection.received.count
        try onPart(part)
      } while try fill()
    }

    private mutating func chunks(
      _ onPart: (ArraySlice<UInt8>) throws(EtcdFailure) -> Void
    ) throws(EtcdFailure) {
      while true {
        let size = try line().prefix { $0 != ";" && $0 != " " }
        guard let count = Int(size, radix: 16), count >= 0 else {
          throw .malformed("a chunk without a size")
        }
        guard count <= limit else { throw .tooLarge(limit) }
        if count == 0 { return try trailers() }
        try take(count, onPart)
        _ = try line()
      }
    }

    private mutating func trailers() throws(EtcdFailure) {
      for _ in 0..<HTTPExchange.maximumFields where try line().isEmpty { return }
      throw .malformed("an answer of more than \(HTTPExchange.maximumFields) trailers")
    }
  }
#endif

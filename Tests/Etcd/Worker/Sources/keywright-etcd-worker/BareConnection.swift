#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The least that a client of etcd can do: requests over one kept connection, each written and read with the
/// fewest system calls. Commits are measured beside it.
final class BareConnection {
  private let descriptor: Int32

  /// - Parameter port: A port of this machine.
  init?(port: UInt16) {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = Int32(SOCK_STREAM)
    #endif
    descriptor = socket(AF_INET, type, 0)
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Sends a request and reads its answer; false if there is none.
  func post(_ path: String, _ body: String) -> Bool {
    let request = Array(
      """
      POST \(path) HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
    guard send(descriptor, request, request.count, 0) == request.count else { return false }
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while !isWhole(answer) {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return false }
      answer += part[..<count]
    }
    return answer.starts(with: "HTTP/1.1 200".utf8)
  }

  private func isWhole(_ answer: [UInt8]) -> Bool {
    let text = String(decoding: answer, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n")?.upperBound else { return false }
    let body = text[end...]
    let fields = text[..<end].split(separator: "\r\n").map { $0.lowercased() }
    if fields.contains("transfer-encoding: chunked") { return body.hasSuffix("0\r\n\r\n") }
    let length = fields.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
    return body.utf8.count >= length ?? 0
  }
}

import Foundation
import KeywrightStorage

/// A server of the loopback interface that handles each connection by a closure, on a thread of its own.
final class StandIn: Sendable {
  /// A connection that a client has opened.
  struct Line: Sendable {
    let descriptor: Int32

    /// The next bytes; none at the end.
    func read() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }

    /// Reads a request with its body; false at the end.
    func readRequest() -> Bool { readPath() != nil }

    /// Reads a request with its body.
    ///
    /// - Returns: Its path; nil at the end.
    func readPath() -> String? {
      var text = ""
      while true {
        let part = read()
        if part.isEmpty { return nil }
        text += String(decoding: part, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { continue }
        let length = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
          .flatMap { Int($0.dropFirst(16)) }
        guard text[end.upperBound...].utf8.count >= length ?? 0 else { continue }
        return text.split(separator: " ").dropFirst().first.map(String.init)
      }
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Answers a request with JSON.
    func answer(_ body: String, status: String = "200 OK") {
      write("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }

  private let listener: Int32
  let port: UInt16

  var url: String { "http://127.0.0.1:\(port)" }

  init(_ handle: @escaping @Sendable (Line) -> Void) {
    let (listener, port) = EtcdServer.boundSocket()
    (self.port, self.listener) = (port, listener)
    listen(listener, 64)
    _ = SystemThread.start {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = SystemThread.start {
          handle(Line(descriptor: descriptor))
          close(descriptor)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

/// A port of the loopback interface that takes no connection and refuses none: its queue is full.
final class DarkPort: Sendable {
  private let sockets: [Int32]
  let url: String

  init() {
    let (listener, port) = EtcdServer.boundSocket()
    url = "http://127.0.0.1:\(port)"
    listen(listener, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let clients = (0..<3).map { _ in socket(AF_INET, type, 0) }
    sockets = [listener] + clients
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        for client in clients { _ = connect(client, pointer, size) }
      }
    }
  }

  deinit { for socket in sockets { close(socket) } }
}

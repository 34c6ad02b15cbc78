#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call of etcd's gateway.
struct HTTPRequest: Sendable {
  /// Behind the endpoint, with a slash at its beginning.
  var path: String
  var body: Data
  var token: String?

  /// The request as HTTP/1.1 writes it.
  func bytes(for endpoint: Endpoint) -> [UInt8] {
    var head = "POST \(endpoint.path)\(path) HTTP/1.1\r\nHost: \(endpoint.authority)\r\n"
    head += "Content-Type: application/json\r\n"
    if let token { head += "Authorization: \(token)\r\n" }
    head += "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }
}

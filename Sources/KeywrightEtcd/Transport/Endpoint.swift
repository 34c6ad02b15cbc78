/// The address of a member for clients, as `https://10.0.0.1:2379`.
struct Endpoint: Sendable, Hashable {
  let isSecure: Bool
  /// A name or a number; an IPv6 address has no brackets here.
  let host: String
  let port: UInt16
  /// The prefix of the paths of etcd; empty, or with a slash at its beginning alone.
  let path: String

  /// The fault of an endpoint's text.
  struct Mistake: Error, Equatable {
    var found: String
    var advice: String
  }

  init(_ text: String) throws(Mistake) {
    let (isSecure, rest) = try Endpoint.scheme(of: text)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let authority = Array(rest[..<end])
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw Mistake(
        found: "a user in the endpoint", advice: "Give the user and the password as `credentials`.")
    }
    var path = Array(rest[end...])
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    // A control would end the first line of the request, and the next line be whatever follows it.
    guard
      path.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    else {
      throw Mistake(
        found: "a path with a query, a fragment, or characters that no path has",
        advice: "Leave the path out, or write it percent-encoded.")
    }
    self.isSecure = isSecure
    (host, port) = try Endpoint.hostAndPort(authority, isSecure: isSecure)
    self.path = String(decoding: path, as: UTF8.self)
  }

  private static func scheme(of text: String) throws(Mistake) -> (Bool, ArraySlice<UInt8>) {
    for (scheme, isSecure) in [("https://", true), ("http://", false)]
    where text.prefix(scheme.count).lowercased() == scheme {
      return (isSecure, Array(text.utf8.dropFirst(scheme.utf8.count))[...])
    }
    guard text.contains("://") else {
      throw Mistake(
        found: "an endpoint without a scheme",
        advice: "Write http:// or https:// in front of the host, as etcd's own flags do.")
    }
    throw Mistake(found: "another scheme", advice: "Use http:// or https://.")
  }

  private static func hostAndPort(
    _ authority: [UInt8], isSecure: Bool
  ) throws(Mistake) -> (String, UInt16) {
    var host = authority[...]
    var port: ArraySlice<UInt8>?
    let bracket =
      authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: UInt8(ascii: "]")) : nil
    if let bracket {
      host = authority[1..<bracket]
      let rest = authority[(bracket + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw noHost }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if let colon = authority.lastIndex(of: UInt8(ascii: ":")) {
      (host, port) = (authority[..<colon], authority[(colon + 1)...])
      guard !host.contains(UInt8(ascii: ":")) else { throw noHost }
    }
    let isNamed = host.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: ":"), UInt8(ascii: "%"): bracket != nil
      default: false
      }
    }
    guard !host.isEmpty, isNamed else { throw noHost }
    let name = String(decoding: host, as: UTF8.self)
    guard let port else { return (name, isSecure ? 443 : 80) }
    guard let number = UInt16(String(decoding: port, as: UTF8.self)), number > 0 else {
      throw Mistake(
        found: "a port that is no number from 1 to 65535",
        advice: "Write it behind the host, as :2379.")
    }
    return (name, number)
  }

  private static var noHost: Mistake {
    Mistake(
      found: "no host that a server could have",
      advice:
        "Write a name of letters, digits and hyphens, an IPv4 address, or an IPv6 one in brackets.")
  }

  /// The host and the port, as a request names them.
  var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// The endpoint for messages.
  var text: String { (isSecure ? "https://" : "http://") + authority + path }

  /// Whether what is sent stays on this machine: by an address of 127.0.0.0/8, and not by a name that begins
  /// so.
  var isLocal: Bool {
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isLoopback =
      parts.count == 4 && parts.allSatisfy { UInt8(String(Substring($0))) != nil }
      && host.hasPrefix("127.")
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || isLoopback
  }
}

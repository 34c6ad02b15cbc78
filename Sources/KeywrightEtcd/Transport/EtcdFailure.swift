import Keywright

/// The reason why a request got no answer, or the refusal that it got.
enum EtcdFailure: Error, Sendable {
  /// Nothing was sent that etcd could act on.
  case unreachable(Obstacle)
  /// It was sent, or may have been, and no answer came.
  case unanswered(Silence)
  /// An answer that makes no sense.
  case malformed(String)
  /// An answer, or all of them together, of more than this number of bytes.
  case tooLarge(Int)
  /// The message of etcd, with the code of gRPC.
  case refused(code: Int, message: String)

  /// A reason why no connection is there over which a request could be sent.
  enum Obstacle: Sendable, Equatable {
    case noListener(String)
    case dark(String)
    case unknownHost(String)
    case silentNameServer(String)
    case noSocket(Int32)
    /// The server's certificate comes from an authority that is not trusted, or its time is not now.
    case untrustedCertificate(String, String)
    /// The server's certificate is for other names.
    case otherHost(String)
    case clientCertificateWanted(String)
    case clientCertificateRefused(String)
    /// The port does not speak TLS.
    case plainPort(String)
    case handshake(String, String)
    case security(Mistake)
    /// No member has confirmed the password yet.
    case unauthenticated
    case closed
    case invalidRequest
  }

  /// A problem of this machine's files or libraries.
  struct Mistake: Error, Sendable, Equatable {
    var expected: String
    var found: String
    var advice: String
  }

  /// A reason why no answer came.
  enum Silence: Sendable, Equatable {
    case late(String)
    case lost(String)
    /// The port speaks TLS alone.
    case securePort(String)
    case status(String, Int)
    /// The stream of changes ended.
    case ended(String)
    /// etcd ended the watch, and said why.
    case closedWatch(String)
  }

  /// Whether the request may have had its effect, as far as this failure shows.
  var isOpen: Bool {
    switch self {
    case .unreachable: false
    case .unanswered, .malformed, .tooLarge: true
    // Unknown, deadline exceeded, aborted, internal, unavailable: the leader may have changed
    // meanwhile.
    case .refused(let code, _): [1, 2, 4, 10, 13, 14].contains(code)
    }
  }

  /// Whether another member, or the same one later, may answer.
  var isPassing: Bool {
    switch self {
    case .unreachable, .unanswered, .malformed, .tooLarge: true
    case .refused: isOpen
    }
  }

  var isTooLarge: Bool {
    if case .tooLarge = self { return true }
    return false
  }

  var isLostLease: Bool {
    if case .refused(5, let message) = self { return message.contains("lease not found") }
    return false
  }

  /// The same without secrets that the server may have quoted. It comes before anything that shortens the
  /// text, which would leave a part of one.
  func hiding(_ secrets: [String]) -> EtcdFailure {
    func hidden(_ text: String) -> String {
      secrets.reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "…") }
    }
    return switch self {
    case .refused(let code, let message): .refused(code: code, message: hidden(message))
    case .unanswered(.closedWatch(let reason)): .unanswered(.closedWatch(hidden(reason)))
    default: self
    }
  }

  /// A text of the server of bounded size, for the rules that look at it.
  static func bounded(_ text: String) -> String { String(text.prefix(10_000)) }

  /// A text of the server for a message: shortened, and without what has no shape, since it may come from
  /// anybody.
  static func text(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(1_000).filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint
        && ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
    }
    return String(String.UnicodeScalarView(visible.prefix(200)))
  }
}

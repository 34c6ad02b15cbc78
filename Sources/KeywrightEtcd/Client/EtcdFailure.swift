import Keywright

/// Why a request got no answer, or which refusal.
enum EtcdFailure: Error, Sendable {
  /// Nothing was sent: nobody listens there, the name is unknown, the certificate is not trusted.
  case unreachable(String)
  /// It was sent, or may have been, and no answer came.
  case unanswered(String)
  /// An answer that makes no sense.
  case malformed(String)
  /// An answer, or all of them, of more than so many bytes.
  case tooLarge(Int)
  /// The message of etcd, with the code of gRPC.
  case refused(code: Int, message: String)

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

  /// Whether the token is no longer valid.
  var isStaleToken: Bool {
    guard case .refused(let code, let message) = self else { return false }
    return code == 16 || message.hasSuffix("revision in header is old")
  }

  var isTooLarge: Bool {
    if case .tooLarge = self { return true }
    return false
  }

  var isLostLease: Bool {
    if case .refused(5, let message) = self { return message.contains("lease not found") }
    return false
  }

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

  var words: String {
    switch self {
    case .unreachable(let reason), .unanswered(let reason), .malformed(let reason): reason
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .refused(_, let message): "'\(message)'"
    }
  }
}

extension StoreError {
  /// A failure of etcd as an error of the store; nothing was changed.
  init(_ failure: EtcdFailure, operation: String, path: String?) {
    self.init(.unavailable, operation: operation, path: path, found: failure.words)
    switch failure {
    case .unreachable, .unanswered:
      expected = "an answer of etcd"
      advice = "Check the endpoints, and that a majority of the cluster's members runs."
    case .malformed:
      expected = "an answer of etcd 3.4 or later"
      advice = "Check that the endpoint is etcd's, with its gateway switched on."
    case .tooLarge:
      expected = "an answer within `maximumAnswer`, and all values within `maximumTotal`"
      advice = "Keep large values elsewhere, or raise the limit in the options."
    case .refused(8, _):
      code = .full
      advice = "Compact and defragment etcd, clear its alarm, or raise its quota."
    case .refused(7, _):
      code = operation == "commit" ? .readOnly : .unavailable
      advice = "Grant the user's role the range of the store and that of its records beside it."
    case .refused(16, _), .refused(9, _), .refused(3, _):
      advice = "Check the user, the password, and that authentication is enabled."
    case .refused: break
    }
  }
}

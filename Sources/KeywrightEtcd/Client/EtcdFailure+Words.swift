import Keywright

extension EtcdFailure {
  /// The finding, for a message.
  var words: String {
    switch self {
    case .unreachable(let obstacle): obstacle.words
    case .unanswered(let silence): silence.words
    case .malformed(let reason): reason
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .refused(_, let message): "'\(EtcdFailure.text(message))'"
    }
  }
}

extension EtcdFailure.Obstacle {
  fileprivate var words: String {
    switch self {
    case .noListener(let host): "nobody listens at \(host)"
    case .dark(let host): "\(host) does not take a connection"
    case .unknownHost(let host): "no address of the host \(host)"
    case .silentNameServer(let host): "no name server says where \(host) is"
    case .noSocket(let error): "this machine has no more sockets or threads (error \(error))"
    case .untrustedCertificate(let host, let reason):
      "the certificate of \(host) is not trusted (\(reason))"
    case .otherHost(let host): "the certificate of \(host) is for other names"
    case .clientCertificateWanted(let host): "\(host) wants a certificate of this program"
    case .clientCertificateRefused(let host): "\(host) does not trust this program's certificate"
    case .plainPort(let host): "\(host) does not speak TLS"
    case .handshake(let host, let reason): "TLS with \(host) failed (\(reason))"
    case .security(let mistake): mistake.found
    case .unauthenticated: "no token yet"
    case .closed: "the store was closed"
    case .invalidRequest: "a request that cannot be written"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .noListener: "Start the member, or correct the port of the endpoint."
    case .dark: "Check the route to the host, and its firewall."
    case .unknownHost: "Correct the host of the endpoint, or give it a name in DNS."
    case .silentNameServer:
      "Check this machine's name servers, or give the endpoint by its address."
    case .noSocket: "Raise the limits of open files and threads (`ulimit -n`, `ulimit -u`)."
    case .untrustedCertificate:
      "Name the certificate authority of the cluster in `authorityFile`, or renew the certificate."
    case .otherHost: "Use the name that the certificate has (`openssl x509 -ext subjectAltName`)."
    case .clientCertificateWanted: "Set `certificateFile` and `privateKeyFile`."
    case .clientCertificateRefused:
      "Have the certificate signed by the authority of the members' `--trusted-ca-file`."
    case .plainPort: "Write http:// in the endpoint, or start the member with a certificate."
    case .handshake: "Check which versions of TLS both ends allow."
    case .security(let mistake): mistake.advice
    case .unauthenticated: "Wait: a member takes some 50 ms for each password."
    case .closed: "Open the store again."
    case .invalidRequest: "Report this as a fault of Keywright."
    }
  }
}

extension EtcdFailure.Silence {
  fileprivate var words: String {
    switch self {
    case .late(let host): "\(host) took the request and has not answered in time"
    case .lost(let host): "the connection to \(host) ended before an answer"
    case .securePort(let host): "\(host) speaks TLS alone"
    case .status(let host, let status): "HTTP status \(status) of \(host)"
    case .ended(let host): "the stream of \(host) ended"
    case .closedWatch(let reason): "the watch was ended: \(EtcdFailure.text(reason))"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .late: "Check that a majority of the members runs, and their load."
    case .lost: "Check the members' logs, and what is between them and this machine."
    case .securePort: "Write https:// in the endpoint."
    case .status(_, 404), .status(_, 405):
      "Check that the endpoint is etcd's own, with its gateway switched on."
    case .status: "Check what answers at the endpoint."
    case .ended, .closedWatch: "The store watches again by itself."
    }
  }
}

extension StoreError {
  /// A failure of etcd as an error of the store; nothing was changed.
  init(_ failure: EtcdFailure, operation: String, path: String?) {
    self.init(.unavailable, operation: operation, path: path, found: failure.words)
    switch failure {
    case .unreachable(let obstacle):
      expected = "an answer of etcd"
      if case .security(let mistake) = obstacle { expected = mistake.expected }
      advice = obstacle.advice
    case .unanswered(let silence):
      expected = "an answer of etcd"
      advice = silence.advice
    case .malformed:
      expected = "an answer of etcd 3.4 or later"
      advice = "Check that the endpoint is etcd's, with its gateway switched on."
    case .tooLarge:
      expected = "an answer within `maximumAnswer`, and all values within `maximumTotal`"
      advice = "Keep large values elsewhere, or raise the limit in the options."
    case .refused(let code, _): explain(failure, code, operation)
    }
  }

  private mutating func explain(_ failure: EtcdFailure, _ number: Int, _ operation: String) {
    if failure.isOversized {
      code = .full
      expected = "a commit within etcd's own limit (`--max-request-bytes`)"
      advice = "Keep large values elsewhere, and their place here."
    } else if number == 8 {
      code = .full
      advice = "Compact and defragment etcd, clear its alarm, or raise its quota."
    } else if number == 7 {
      code = operation == "commit" ? .readOnly : .unavailable
      advice = "Grant the user's role the range of the store and that of its records beside it."
    } else if failure.wantsUser {
      expected = "a request with a user and a password"
      advice = "Authentication is enabled in the cluster: open the store with `credentials`."
    } else if failure.isWrongPassword {
      advice = "Check the user and the password."
    } else if number == 14 {
      advice = "Check that a majority of the cluster's members runs."
    }
  }
}

extension EtcdFailure {
  private func refusal(of codes: Set<Int>, saying texts: [String]) -> Bool {
    guard case .refused(let code, let message) = self, codes.contains(code) else { return false }
    return texts.contains { message.contains($0) }
  }

  /// Whether the request was larger than etcd takes.
  var isOversized: Bool {
    refusal(of: [3, 8], saying: ["request is too large", "larger than max", "message larger"])
  }

  /// Whether the cluster wants to know a user.
  var wantsUser: Bool { refusal(of: [3], saying: ["user name is empty"]) }

  /// Whether the user or the password is wrong.
  var isWrongPassword: Bool {
    refusal(of: [3, 9, 16], saying: ["invalid user ID or password", "authentication failed"])
  }

  /// Whether the cluster has no users, so that no token is needed.
  var hasNoUsers: Bool { refusal(of: [9], saying: ["authentication is not enabled"]) }

  /// Whether a new token helps: the present one is unknown, older than a change of the users, or missing.
  var isStaleToken: Bool {
    if isWrongPassword { return false }
    if case .refused(16, _) = self { return true }
    return wantsUser || refusal(of: [3], saying: ["revision in header is old"])
  }

  /// Whether the values at a revision are no longer there.
  var isCompacted: Bool { refusal(of: [11], saying: ["has been compacted"]) }

  /// Whether a revision was asked for that the cluster has not reached.
  var isFutureRevision: Bool { refusal(of: [11], saying: ["future revision"]) }

  /// The reason for which etcd ended a watch: a refusal in the words of gRPC, or another text.
  init(cancelReason reason: String) {
    let names: [(String, Int)] = [
      ("PermissionDenied", 7), ("permission denied", 7), ("invalid auth token", 16),
      ("Unauthenticated", 16), ("revision in header is old", 3), ("user name is empty", 3),
      ("auth: token", 16), ("authentication", 16),
    ]
    let text = EtcdFailure.bounded(reason)
    guard let code = names.first(where: { text.contains($0.0) })?.1 else {
      self = .unanswered(.closedWatch(text))
      return
    }
    self = .refused(code: code, message: text)
  }
}

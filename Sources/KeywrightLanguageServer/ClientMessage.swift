import KeywrightSchema

/// A message of an editor, by JSON-RPC 2.0.
enum ClientMessage {
  /// A question, which is answered once, with its identity, which the answer repeats: a string or a number.
  case request(JSONDocument, method: String, JSONNode?)
  /// News, which are not answered.
  case notification(method: String, JSONNode?)
  /// The answer to a question of the server, which asks none.
  case response

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(ServerFault) {
    // Any text of a document is inside, so nothing is refused that a program may have written.
    let (root, diagnostics) = JSONFile.read(SourceFile(path: "", bytes: bytes), isStored: true)
    guard let root else {
      throw ServerFault(
        .parseError, "no JSON: \(diagnostics.first?.message.text ?? "it cannot be read")")
    }
    guard root.members != nil else { throw ServerFault(.invalidRequest, "no object") }
    let id = root["id"]
    guard let method = root["method"]?.string?.text else {
      guard id != nil, root["result"] != nil || root["error"] != nil else {
        throw ServerFault(.invalidRequest, "no `method`")
      }
      self = .response
      return
    }
    guard let id else {
      self = .notification(method: method, root["params"])
      return
    }
    switch id.value {
    case .string, .number: self = .request(JSONDocument(id), method: method, root["params"])
    default: throw ServerFault(.invalidRequest, "`id` is neither a string nor a number")
    }
  }
}

/// A request that gets no result, and the reason.
struct ServerFault: Error, Equatable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    /// The request is well formed, and cannot be fulfilled.
    case requestFailed = -32803
  }

  let code: Code
  let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

extension JSONNode {
  /// The value of a member, if this is an object that has it.
  subscript(_ name: String) -> JSONNode? {
    members?.first { $0.name.text == name }?.value
  }

  /// The number, if it is a whole one.
  var integer: Int? {
    if case .number(let spelling) = value { Int(spelling) } else { nil }
  }

  /// Whether the value is true.
  var isTrue: Bool {
    if case .bool(true) = value { true } else { false }
  }
}

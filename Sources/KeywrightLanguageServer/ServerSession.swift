import Foundation
import KeywrightSchema
import KeywrightVerbs

/// The state of the connection between one editor and the server, from `initialize` to `exit`.
package struct ServerSession {
  private enum Phase {
    case new, running, shutDown
  }

  private var phase = Phase.new
  private var outgoing: [JSONDocument] = []
  /// Today's day, for keys that expire.
  let today: String
  let facts: KeyFacts.Source
  var documents: [String: OpenDocument] = [:]
  /// The path of the folder that each document is in.
  var folderPaths: [String: String] = [:]
  /// Those folders, by their paths.
  var folders: [String: ServedFolder] = [:]
  /// The paths of the folders in which a text has changed since they were checked, the oldest first.
  var unchecked: [String] = []
  /// The diagnostics of a file that were last published, by its name; empty if nothing is wrong with it.
  var published: [String: JSONDocument] = [:]
  /// Whether the editor shows the other places that a problem has to do with.
  private(set) var showsRelatedPlaces = false
  /// The process of the editor, if it says which.
  private(set) var editor: pid_t?

  package init(today: String, facts: @escaping KeyFacts.Source) {
    self.today = today
    self.facts = facts
  }

  /// Whether the editor has said `exit`.
  private(set) var hasEnded = false
  var code: ExitCode { phase == .shutDown ? .success : .problems }

  // MARK: Messages

  /// The messages for the editor since the last call.
  mutating func takeOutgoing() -> [JSONDocument] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Answers a request.
  mutating func answer(_ id: JSONDocument, _ method: String, _ params: JSONNode?) {
    do throws(ServerFault) {
      let result = try result(of: method, params)
      outgoing.append(["jsonrpc": "2.0", "id": id, "result": result])
    } catch {
      refuse(id, error)
    }
  }

  /// Says why a request gets no answer; of one without an identity, which is null, that is all that can be said.
  mutating func refuse(_ id: JSONDocument, _ fault: ServerFault) {
    outgoing.append([
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .integer(fault.code.rawValue), "message": .string(fault.reason)],
    ])
  }

  /// Tells the editor something.
  mutating func tell(_ method: String, _ params: JSONDocument) {
    outgoing.append(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  private mutating func result(
    of method: String, _ params: JSONNode?
  ) throws(ServerFault) -> JSONDocument {
    switch (phase, method) {
    case (.new, "initialize"):
      phase = .running
      editor = params?["processId"]?.integer.flatMap { $0 > 0 ? pid_t(exactly: $0) : nil }
      let capabilities = params?["capabilities"]?["textDocument"]
      showsRelatedPlaces =
        capabilities?["publishDiagnostics"]?["relatedInformation"]?.isTrue ?? false
      return Self.capabilities
    case (.new, _): throw ServerFault(.serverNotInitialized, "`initialize` comes first")
    case (_, "initialize"): throw ServerFault(.invalidRequest, "`initialize` comes once")
    case (.running, "shutdown"):
      phase = .shutDown
      return nil
    case (.shutDown, _): throw ServerFault(.invalidRequest, "`shutdown` was the last request")
    case (_, "textDocument/codeAction"): return try codeActions(params)
    case (_, "textDocument/completion"): return try completion(params)
    case (_, "textDocument/hover"): return try hover(params)
    case (_, "textDocument/documentSymbol"): return try symbols(params)
    case (_, "textDocument/formatting"): return try formatting(params)
    case (_, "textDocument/definition"): return try definition(params)
    default: throw ServerFault(.methodNotFound, "no method `\(method.prefix(60))`")
    }
  }

  /// Handles a notification of the editor; ignores one that it does not know.
  mutating func note(_ method: String, _ params: JSONNode?) {
    if method == "exit" { hasEnded = true }
    guard phase == .running else { return }
    do throws(ServerFault) {
      switch method {
      case "textDocument/didOpen": try open(params)
      case "textDocument/didChange": try change(params)
      case "textDocument/didClose": try close(params)
      case "textDocument/didSave", "workspace/didChangeWatchedFiles":
        unchecked = folders.keys.sorted()
      default: break
      }
    } catch {
      tell(
        "window/logMessage",
        ["type": 1, "message": .string("\(method.prefix(60)): \(error.reason)")])
    }
  }

  /// The capabilities of the server.
  private static let capabilities: JSONDocument = [
    "capabilities": [
      "positionEncoding": "utf-16",
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor.rewrite"]],
      "completionProvider": ["triggerCharacters": ["\""]],
      "hoverProvider": true, "documentSymbolProvider": true, "documentFormattingProvider": true,
      "definitionProvider": true,
    ],
    "serverInfo": ["name": "keywright", "version": .string(KeywrightVersion.current)],
  ]
}

import KeywrightEvolution
import KeywrightSchema

extension ServerSession {
  mutating func open(_ params: JSONNode?) throws(ServerFault) {
    let item = params?["textDocument"]
    guard let uri = item?["uri"]?.string?.text, let text = item?["text"]?.string?.text else {
      throw ServerFault(.invalidParams, "a document needs `uri` and `text`")
    }
    // An editor may ask for all files of JSON; a text without a file belongs to no target.
    guard let path = DocumentURI.path(of: uri), Self.isServed(path) else { return }
    let document = OpenDocument(
      uri: uri, path: path, version: item?["version"]?.integer, text: text)
    documents[uri] = document
    let folder = ServedFolder(of: document)
    if folders[folder.path]?.isPlain != folder.isPlain { folders[folder.path] = folder }
    folderPaths[uri] = folder.path
    didChange(folder.path)
  }

  mutating func change(_ params: JSONNode?) throws(ServerFault) {
    let item = params?["textDocument"]
    guard let uri = item?["uri"]?.string?.text, var document = documents[uri] else { return }
    defer {
      documents[uri] = document
      if let folder = folderPaths[uri] { didChange(folder) }
    }
    document.version = item?["version"]?.integer ?? document.version
    for change in params?["contentChanges"]?.elements ?? [] { try document.apply(change) }
  }

  mutating func close(_ params: JSONNode?) throws(ServerFault) {
    guard let uri = params?["textDocument"]?["uri"]?.string?.text,
      documents.removeValue(forKey: uri) != nil,
      let folder = folderPaths.removeValue(forKey: uri)
    else { return }
    if folderPaths.values.contains(folder) { return didChange(folder) }
    // No open document is in the folder any more.
    unchecked.removeAll { $0 == folder }
    guard let served = folders.removeValue(forKey: folder) else { return }
    for uri in served.reported.union([uri]).sorted() { publish([], of: uri) }
  }

  /// Whether a file is a schema or a lock.
  private static func isServed(_ path: String) -> Bool {
    path.hasSuffix(".keys.json") || path.hasSuffix("/" + KeyLock.fileName)
  }

  private mutating func didChange(_ folder: String) {
    if !unchecked.contains(folder) { unchecked.append(folder) }
  }

  /// The texts of all open documents.
  var texts: OpenTexts {
    var texts = OpenTexts()
    for document in documents.values { texts[document.realPath] = document.source.bytes }
    return texts
  }
}

import KeywrightEvolution
import KeywrightSchema

/// A text that an editor has open.
struct OpenDocument {
  let uri: String
  /// The path by which the editor opened it, which may lead over a link.
  let path: String
  let realPath: String
  var version: Int?
  var source: SourceFile

  init(uri: String, path: String, version: Int?, text: String) {
    self.uri = uri
    self.path = path
    realPath = OpenTexts.realPath(of: path)
    self.version = version
    source = SourceFile(path: path, text: text)
  }

  /// Makes a change of an editor: of a range, or of the whole text.
  mutating func apply(_ change: JSONNode) throws(ServerFault) {
    guard let text = change["text"]?.string?.text else {
      throw ServerFault(.invalidParams, "a change has no `text`")
    }
    guard let range = change["range"] else {
      source = SourceFile(path: path, text: text)
      return
    }
    guard let offsets = source.offsets(of: range) else {
      throw ServerFault(.invalidParams, "a change has no `range` of the text")
    }
    var bytes = source.bytes
    bytes.replaceSubrange(offsets, with: text.utf8)
    source = SourceFile(path: path, bytes: bytes)
  }
}

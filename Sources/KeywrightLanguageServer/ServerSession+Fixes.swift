import KeywrightSchema

extension ServerSession {
  /// The changes that mend what is wrong in a range.
  mutating func codeActions(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let document = try document(params)
    guard let range = document.source.offsets(of: params?["range"]) else {
      throw ServerFault(.invalidParams, "no `range` of the text")
    }
    let kinds = params?["context"]?["only"]?.elements?.compactMap(\.string?.text)
    func isAsked(_ kind: String) -> Bool { kinds?.contains { kind.hasPrefix($0) } ?? true }
    guard let folder = checkedFolder(of: document) else { return .array([]) }
    let fixes = isAsked("quickfix") ? self.fixes(in: range, of: document, folder) : []
    return .array(try fixes + (isAsked("refactor.rewrite") ? movingActions(params) : []))
  }

  private func fixes(
    in range: Range<Int>, of document: OpenDocument, _ folder: ServedFolder
  ) -> [JSONDocument] {
    var names = FileNames(documents)
    var actions: [JSONDocument] = []
    for diagnostic in folder.diagnostics where names[diagnostic.location.path] == document.uri {
      let (start, end) = (
        document.source.offset(of: diagnostic.location), document.source.offset(of: diagnostic.end)
      )
      guard start <= range.upperBound, range.lowerBound <= end else { continue }
      for fix in diagnostic.fixes {
        guard let source = folder.source(of: fix.path), let edits = fix.edits(in: source) else {
          continue
        }
        actions.append([
          "title": .string(fix.title), "kind": "quickfix",
          "diagnostics": [self.document(of: diagnostic, &names)],
          "edit": ["changes": .object([(names[fix.path], source.document(of: edits))])],
        ])
      }
    }
    // A schema of several targets has the same problems in each.
    var seen: Set<String> = []
    return actions.filter { seen.insert($0.line).inserted }
  }

  /// The open document that a request is about.
  func document(_ params: JSONNode?) throws(ServerFault) -> OpenDocument {
    guard let uri = params?["textDocument"]?["uri"]?.string?.text else {
      throw ServerFault(.invalidParams, "no `textDocument`")
    }
    guard let document = documents[uri] else {
      throw ServerFault(.requestFailed, "no open schema has this name")
    }
    return document
  }
}

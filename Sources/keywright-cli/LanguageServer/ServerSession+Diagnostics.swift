import KeywrightSchema

extension ServerSession {
  var hasUncheckedTexts: Bool { !unchecked.isEmpty }

  /// Checks one folder in which a text has changed, and tells the editor what is new.
  mutating func checkTexts() {
    guard !unchecked.isEmpty else { return }
    let path = unchecked.removeFirst()
    guard var folder = folders[path] else { return }
    let names = fileNames
    var byFile: [String: [JSONDocument]] = [:]
    for (uri, place) in folderPaths where place == path { byFile[uri] = [] }
    var known: [String: String] = [:]
    func name(_ path: String) -> String {
      if let name = known[path] { return name }
      let real = OpenTexts.realPath(of: path)
      let name = names[real] ?? DocumentURI.uri(of: real)
      known[path] = name
      return name
    }
    for diagnostic in folder.diagnostics(with: texts, today: today) {
      byFile[name(diagnostic.location.path), default: []].append(
        document(of: diagnostic, name: name))
    }
    let gone = folder.reported.subtracting(byFile.keys)
    folder.reported = Set(byFile.keys)
    folders[path] = folder
    for (uri, diagnostics) in byFile.sorted(by: { $0.key < $1.key }) {
      publish(diagnostics, of: uri)
    }
    for uri in gone.sorted() { publish([], of: uri) }
  }

  /// The names of the open documents, by the real paths.
  private var fileNames: [String: String] {
    Dictionary(
      documents.values.map { ($0.realPath, $0.uri) }, uniquingKeysWith: { min($0, $1) })
  }

  /// Tells the editor what is wrong with a file, unless it knows that.
  mutating func publish(_ diagnostics: [JSONDocument], of uri: String) {
    // A schema of several targets has the same problems in each.
    var seen: Set<String> = []
    let distinct = diagnostics.filter { seen.insert($0.line).inserted }
    let list = JSONDocument.array(distinct)
    if published[uri]?.line == list.line { return }
    published[uri] = distinct.isEmpty && documents[uri] == nil ? nil : list
    var members: [(String, JSONDocument)] = [("uri", .string(uri))]
    if let version = documents[uri]?.version { members.append(("version", .integer(version))) }
    tell("textDocument/publishDiagnostics", .object(members + [("diagnostics", list)]))
  }

  /// A problem as the protocol has it; the notes are added to the words for an editor that has no place
  /// for them.
  private func document(
    of diagnostic: Diagnostic, name: (String) -> String
  ) -> JSONDocument {
    var text = diagnostic.message.text
    let severity =
      switch diagnostic.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    var members: [(String, JSONDocument)] = [
      ("range", ["start": diagnostic.location.position, "end": diagnostic.end.position]),
      ("severity", .integer(severity)), ("code", .string(diagnostic.message.name)),
      ("source", "keywright"),
    ]
    if showsRelatedPlaces {
      let places = diagnostic.notes.map { note -> JSONDocument in
        let position = note.location.position
        return [
          "location": [
            "uri": .string(name(note.location.path)),
            "range": ["start": position, "end": position],
          ], "message": .string(note.remark.message),
        ]
      }
      if !places.isEmpty { members.append(("relatedInformation", .array(places))) }
    } else {
      for note in diagnostic.notes {
        text += "\nline \(note.location.line): \(note.remark.message)"
      }
    }
    return .object(members + [("message", .string(text))])
  }
}

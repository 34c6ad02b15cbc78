import KeywrightEvolution
import KeywrightSchema

extension ServerSession {
  var hasUncheckedTexts: Bool { !unchecked.isEmpty }

  /// Checks the folder in which a text changed first, and tells the editor what is new.
  mutating func checkTexts() {
    if let path = unchecked.first { check(path) }
  }

  /// Checks a folder, and tells the editor what is new.
  private mutating func check(_ path: String) {
    unchecked.removeAll { $0 == path }
    guard var folder = folders[path] else { return }
    folder.check(with: texts, today: today)
    var names = FileNames(documents)
    var byFile: [String: [JSONDocument]] = [:]
    for (uri, place) in folderPaths where place == path { byFile[uri] = [] }
    for diagnostic in folder.diagnostics {
      byFile[names[diagnostic.location.path], default: []].append(document(of: diagnostic, &names))
      // A clash is reported where the later file in the order of their names has it, and may be made in the other.
      let notes = diagnostic.severity == .error ? diagnostic.notes : []
      for note in notes where note.location.path != diagnostic.location.path {
        let uri = names[note.location.path]
        guard documents[uri] != nil else { continue }
        let here = Diagnostic(
          diagnostic.message, at: note.location,
          notes: [.init("\(words: note.message)", at: diagnostic.location)])
        byFile[uri, default: []].append(document(of: here, &names))
      }
    }
    let gone = folder.reported.subtracting(byFile.keys)
    folder.reported = Set(byFile.keys)
    folders[path] = folder
    for (uri, diagnostics) in byFile.sorted(by: { $0.key < $1.key }) {
      publish(diagnostics, of: uri)
    }
    for uri in gone.sorted() { publish([], of: uri) }
  }

  /// The folder of a document, checked with the texts of now.
  mutating func checkedFolder(of document: OpenDocument) -> ServedFolder? {
    guard let path = folderPaths[document.uri] else { return nil }
    if unchecked.contains(path) { check(path) }
    return folders[path]
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
  func document(of diagnostic: Diagnostic, _ names: inout FileNames) -> JSONDocument {
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
            "uri": .string(names[note.location.path]),
            "range": ["start": position, "end": position],
          ], "message": .string(note.message),
        ]
      }
      if !places.isEmpty { members.append(("relatedInformation", .array(places))) }
    } else {
      for note in diagnostic.notes {
        text += "\nline \(note.location.line): \(note.message)"
      }
    }
    return .object(members + [("message", .string(text))])
  }
}

/// The names of files as the editor has them: of an open one that by which it was opened.
struct FileNames {
  private let open: [String: String]
  /// The names by the paths of schemas, of which few are asked for often.
  private var known: [String: String] = [:]

  init(_ documents: [String: OpenDocument]) {
    open = Dictionary(
      documents.values.map { ($0.realPath, $0.uri) }, uniquingKeysWith: { min($0, $1) })
  }

  subscript(path: String) -> String {
    mutating get {
      if let name = known[path] { return name }
      let real = OpenTexts.realPath(of: path)
      let name = open[real] ?? DocumentURI.uri(of: real)
      known[path] = name
      return name
    }
  }
}

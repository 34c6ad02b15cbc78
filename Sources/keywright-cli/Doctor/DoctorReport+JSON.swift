import KeywrightSchema
import KeywrightStorage

extension DoctorReport {
  /// The report for programs.
  var json: JSONDocument {
    var members: [(String, JSONDocument)] = [
      ("path", .string(path)), ("state", .string(state.rawValue)),
      ("isBeingWritten", .bool(inspection.isBeingWritten)),
    ]
    switch inspection.opening {
    case .success(let contents):
      members += [
        ("values", .integer(contents.valueCount)), ("isReadOnly", .bool(contents.isReadOnly)),
        ("issues", .array(contents.issues.map(document))),
      ]
    case .failure(let error): members.append(("error", document(error)))
    }
    if !lostLists.isEmpty {
      members.append(("lostLists", .array(lostLists.map(JSONDocument.string))))
    }
    members.append(("files", .array(inspection.files.map(document))))
    if let newlyQuarantined {
      members.append(("mended", .bool(true)))
      members.append(("quarantined", .array(newlyQuarantined.map { .string($0) })))
    }
    return .object(members)
  }

  private func document(_ error: StorageError) -> JSONDocument {
    let parts: [(String, String?)] = [
      ("code", error.code.rawValue), ("operation", error.operation), ("found", error.found),
      ("expected", error.expected), ("advice", error.advice),
    ]
    return .object(parts.compactMap { name, text in text.map { (name, .string($0)) } })
  }

  private func document(_ file: Inspection.StoreFile) -> JSONDocument {
    var members: [(String, JSONDocument)] = [
      ("name", .string(file.name)), ("role", .string(file.role.rawValue)),
      ("bytes", .integer(file.size)), ("finding", .string(file.finding)),
    ]
    if file.role == .journal {
      members.append(("commits", .array(file.commits.map(document))))
    }
    return .object(members)
  }

  private func document(_ commit: JournalCommit) -> JSONDocument {
    [
      "number": .integer(Int(clamping: commit.number)),
      "sets": .array(commit.namesOfSet.map(JSONDocument.string)),
      "removes": .array(commit.namesOfRemoved.map(JSONDocument.string)),
    ]
  }
}

import KeywrightSchema
import KeywrightStorage

extension DoctorReport {
  /// The report for people. Names and paths in it are escaped, so that none forges a line of it.
  var text: String {
    var sections = [verdict]
    if !inspection.files.isEmpty { sections.append(table) }
    if let opening { sections.append(opening) }
    sections += inspection.files.filter { !$0.commits.isEmpty }.map(commits)
    if let next { sections.append(next) }
    if !lostLists.isEmpty {
      let names = lostLists.map { printable($0) }.joined(separator: ", ")
      sections.append("Nothing can be restored from \(names): remove what cannot be read.")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var verdict: String {
    let path = printable(path)
    let mended = newlyQuarantined == nil ? "" : "mended, now "
    return switch state {
    case .healthy where !lostLists.isEmpty:
      "\(path): \(mended)healthy, but for earlier lists that cannot be read"
    case .healthy: "\(path): \(mended)healthy"
    case .mendable where inspection.isBeingWritten:
      "\(path): looks damaged, but another process is writing; ask again"
    case .mendable: "\(path): \(mended)in need of mending"
    case .unreadable: "\(path): cannot be read"
    case .missing: "\(path): there is no store here; opening one makes an empty one"
    }
  }

  private var table: String {
    let names = inspection.files.map { printable($0.name) }
    let width = names.map(\.count).max() ?? 0
    return zip(names, inspection.files).map { name, file in
      let space = String(repeating: " ", count: width - name.count + 2)
      return "  \(name)\(space)\(file.size) bytes, \(printable(file.finding))"
    }.joined(separator: "\n")
  }

  private var opening: String? {
    switch inspection.opening {
    case .failure(let error): return "Opening it fails: \(error.sentence)"
    case .success(let contents):
      if inspection.isMissing { return nil }
      var text = "Opening it gives \(counted(contents.valueCount, "value"))"
      if contents.isReadOnly { text += ", for reading only" }
      if contents.issues.isEmpty { return text + "." }
      return text + ", and reports:\n"
        + contents.issues.map { "  \($0.sentence)" }.joined(separator: "\n")
    }
  }

  private func commits(of file: Inspection.StoreFile) -> String {
    let lines = file.commits.map { commit in
      "  \(commit.number)  " + printable(commit.words)
    }
    return "Commits in \(printable(file.name)):\n" + lines.joined(separator: "\n")
  }

  private var next: String? {
    if let newlyQuarantined {
      if newlyQuarantined.isEmpty { return nil }
      let names = newlyQuarantined.map { printable($0) }
      return "Quarantined, not deleted: " + names.joined(separator: ", ")
    }
    return canBeMended && state == .mendable
      ? "`keywright doctor --mend` writes all that can be read to a new file and quarantines the rest."
      : nil
  }
}

extension JournalCommit {
  var namesOfSet: [String] { changes.filter { $0.value != nil }.map(\.name) }
  var namesOfRemoved: [String] { changes.filter { $0.value == nil }.map(\.name) }

  /// The changes of the commit, in words.
  fileprivate var words: String {
    let parts = [("sets ", namesOfSet), ("removes ", namesOfRemoved)].filter { !$0.1.isEmpty }
    if parts.isEmpty { return "nothing" }
    return parts.map { $0.0 + $0.1.joined(separator: ", ") }.joined(separator: "; ")
  }
}

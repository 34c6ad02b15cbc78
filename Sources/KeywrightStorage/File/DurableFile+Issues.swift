extension DurableFile {
  /// What a store says, for its program.
  func issue(of report: StoreReport, _ state: State) -> StorageError {
    let hasSecrets = state.history().isSecret != nil
    func adviceAboutKept(_ name: String?) -> String {
      let exception = hasSecrets ? ", but for secrets that are gone," : ""
      return name.map {
        " The values before\(exception) are kept as \($0): `keywright restore` brings them back."
      } ?? ""
    }
    switch report {
    case .edit(let reports, let kept):
      return issue(ofEdit: reports, adviceAboutKept(kept))
    case .reset(let kept):
      return StorageError(
        .overridden, operation: "opening", path: path,
        found: "no property list, which was removed while no program had it open",
        expected: "the property list that the store wrote",
        advice: "The store begins anew, without a value." + adviceAboutKept(kept))
    case .damaged(let kept, let list):
      let error = list.map { StorageError($0, path: path) }
      return StorageError(
        .corrupt, operation: "reading", path: path,
        found: error?.found ?? "a journal with bytes that no store wrote",
        expected: error?.expected ?? "what was written",
        advice: "All commits that can be read are in use; the bytes are kept as \(kept).")
    case .unreadable(let list):
      var error = StorageError(list, path: path)
      error.advice = """
        All commits are in use, from the journal. The file is kept aside once it was still for a second, and \
        written again.
        """
      return error
    case .rewritten(let part):
      var error = StorageError(
        .corrupt, operation: "looking for the journal", path: path,
        found: "no journal, another one, or one with other bytes, though this program has it open",
        expected: "the journal as this program wrote and read it",
        advice: """
          It was written again with all that it held. To empty the store, remove its members, or remove both files \
          while no program has them open.
          """)
      if part == .list {
        error.operation = "looking for the property list"
        error.found = "no property list, though this program has it open"
        error.expected = "the property list that the store wrote"
      }
      return error
    }
  }

  private func issue(
    ofEdit reports: [EditMerge.Report], _ adviceAboutKept: String
  ) -> StorageError {
    var error = StorageError(.overridden, operation: "merging", path: path)
    error.expected = "an edit of the present list"
    let names = reports.flatMap { report -> [String] in
      switch report {
      case .lost(let name, _): [name]
      case .putBack(let names): names
      case .nearest, .cameBack: []
      }
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    if reports.contains(where: { if case .putBack = $0 { true } else { false } }) {
      error.found = "a list of another time, or of another store, which changes \(list)"
      error.advice =
        "The list counts as a whole, as a backup does: compare the values, and set those again that went back."
        + adviceAboutKept
    } else if reports.contains(.cameBack) {
      error.found = "the list that was gone when the store began anew, or an edit of it"
      error.expected = "no list"
      error.advice = "It undoes that: nothing is lost of what the store had before."
    } else if names.isEmpty {
      error.found = "an edit without the member \"\(ListNumber.member)\""
      error.expected = "an edit that keeps the member"
      error.advice = "It was compared with the list that is nearest to it: verify the values."
    } else {
      if names.count == 1 { error.member = names[0] }
      error.found = "an edit of \(list) beside commits that changed the same"
      error.advice =
        "The edit counts: set the values again that are wanted." + adviceAboutKept
    }
    return error
  }

  /// Reports, once, that no call brings the names in the folder to the disk.
  func noteMissingFolderCall(_ state: inout State) {
    guard state.said.insert(.missingFolderCall).inserted else { return }
    note([.withoutFolderSynchronization(path: path)], &state)
  }

  /// Reports, once, that the list has other names: each of them is a store with a journal of its own.
  func noteLinks(_ store: StoreFile, _ state: inout State) {
    guard let links = store.list.status?.links, links > 1, !state.said.contains(.links),
      store.isLinkedElsewhere
    else { return }
    state.said.insert(.links)
    note(
      [
        StorageError(
          .unsupported, operation: "reading", path: path,
          found: "a file of \(links) names (hard links)", expected: "a file of one name",
          advice: """
            Commits go to a journal beside the name by which the file is opened, and the next new \
            file takes that name alone: a program that opens another name does not see them. Use one \
            name, or a symbolic link to the folder.
            """)
      ], &state)
  }

  /// The damaged files that earlier openings moved aside.
  func damagedNames(_ state: inout State) throws(StorageError) -> [String] {
    guard let folder = state.folder else { return [] }
    return try withPath(path, folder.names).filter {
      Quarantine.Place($0, of: name)?.reason == .damaged
    }
  }

  /// What an opening says of the files as they lie there.
  func issuesAtOpening(
    of damages: [String], in folder: Folder, _ state: inout State
  ) -> [StorageError] {
    let list = state.store?.list.status
    let log = try? state.journal?.file.status()
    return [
      issue(of: damages, in: folder), newExposure(of: list, log: log, in: folder, &state),
    ].compactMap { $0 }
  }
}

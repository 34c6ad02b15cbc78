extension DurableFile {
  /// Refuses another program's file in the list's place, to which the store was led by mistake.
  ///
  /// It is one that does not look like a list, beside which lies no file of a store, not even the lock.
  func refuseForeignFile(in folder: Folder) throws(StorageError) {
    let names = try withPath(path, folder.names)
    guard names.allSatisfy({ [nil, .list].contains(Inspection.Role(of: $0, in: name)) }),
      case .damaged(let error, _, looksLikeList: false) = try ListFile.read(
        name, in: folder, path: path)
    else { return }
    throw StorageError(
      .unavailable, operation: "reading", path: path, found: error.found, expected: error.expected,
      advice: """
        The file is of another kind, and stays as it is. Choose another path for the store, or move the \
        file away.
        """)
  }

  /// Reports the damaged files that earlier openings moved aside: their contents are not in use, and only the
  /// program that met them was told.
  func issue(of names: [String], in folder: Folder) -> StorageError? {
    if names.isEmpty { return nil }
    let list = names.sorted { $0.precedesInBytes($1) }.joined(separator: ", ")
    return StorageError(
      .unacknowledged, operation: "opening", path: path,
      found: "\(list) beside the file, moved aside when it was damaged",
      expected: "no damaged file, or an acknowledged one",
      advice: """
        Set again what is missing, or restore it from a backup. Then remove the damaged file, or run \
        `keywright doctor --acknowledge`, and no opening reports it any more.
        """ + adviceAboutHistory(in: folder))
  }

  /// Renames the damaged files that are kept beside the file, so that no opening reports them any more.
  ///
  /// No byte of them is changed or removed. To be called on an object that was not opened.
  /// - Returns: Their new names.
  /// - Throws: `unavailable` or `readOnly` when the folder cannot be read or changed.
  package func acknowledgeDamage() throws(StorageError) -> [String] {
    try withPath(path) { () throws(SystemError) in
      guard let folder = try Folder(existingAt: folderPath, fileSystem) else { return [] }
      var names: [String] = []
      for fileName in try folder.names() {
        guard let place = Quarantine.Place(fileName, of: name), place.reason == .damaged else {
          continue
        }
        let newName = try folder.freeName(for: place.original, .acknowledged)
        try folder.rename(fileName, to: newName)
        names.append(newName)
      }
      try folder.synchronize()
      return names.sorted { $0.precedesInBytes($1) }
    }
  }
}

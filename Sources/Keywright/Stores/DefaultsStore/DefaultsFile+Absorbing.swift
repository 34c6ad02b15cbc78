import KeywrightStorage

// MARK: Taking over what the file holds

extension DefaultsFile {
  /// Makes the table hold what the file holds. The writer's lock is held.
  ///
  /// - Parameter origin: The origin of the change; nil when it is read for the first time, into an
  ///   empty table, which changes nothing for any reader.
  func absorb(_ contents: DurableFile.Contents, origin: CommitOrigin?) {
    core.didReload()
    // Last: a reader that sees the new status must find the values.
    let status = contents.isReadOnly ? DefaultsStore.Status.readOnly : .ready
    for issue in contents.issues { core.report(StoreError(issue), once: nil) }
    if origin == nil {
      table.load(contents.members)
      return condition.become(status)
    }
    var changes: [StagedWrite] = []
    defer { if let origin { announce(changes, contents, origin) } }
    var present = Set<StorageString>()
    changes = contents.members.compactMap { member in
      let name = StorageString(member.key)
      present.insert(name)
      return table.absorb(StoredValue(member.value), at: name)
    }
    changes += table.storageStrings().compactMap { name in
      present.contains(name) ? nil : table.absorb(nil, at: name)
    }
    condition.become(status)
  }

  /// Tells of what the file holds now; of another program's edit and of commits apart.
  private func announce(
    _ changes: [StagedWrite], _ contents: DurableFile.Contents, _ origin: CommitOrigin
  ) {
    guard let commits = contents.besidesEdit else {
      if !changes.isEmpty { core.announce(changes, origin: origin) }
      return
    }
    var committed: [StorageString: StoredValue?] = [:]
    for change in commits {
      committed[StorageString(change.name)] = .some(change.value.map(StoredValue.init))
    }
    let isEdit = { (change: StagedWrite) in committed[change.name] != .some(change.stored) }
    for (part, origin) in [
      (changes.filter(isEdit), CommitOrigin.externalEdit),
      (changes.filter { !isEdit($0) }, origin),
    ] where !part.isEmpty { core.announce(part, origin: origin) }
  }

  /// Takes over what others did since the file was last read or written. The writer's lock is held.
  func absorb(_ update: DurableFile.Update) {
    switch update {
    case .contents(let contents): absorb(contents, origin: .otherProcess)
    case .changes(let committed):
      core.didReload()
      // One change for each key, from what this process knew to what is stored now.
      var last: [StorageString: StoredValue?] = [:]
      var names: [StorageString] = []
      for change in committed {
        let name = StorageString(change.name)
        if last.updateValue(change.value.map(StoredValue.init), forKey: name) == nil {
          names.append(name)
        }
      }
      let changes = names.compactMap { table.absorb(last[$0] ?? nil, at: $0) }
      if !changes.isEmpty { core.announce(changes, origin: .otherProcess) }
    }
  }
}

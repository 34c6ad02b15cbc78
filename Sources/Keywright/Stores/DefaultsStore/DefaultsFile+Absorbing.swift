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
    var present = Set<StorageString>()
    var changes = contents.members.compactMap { member in
      let name = StorageString(member.key)
      present.insert(name)
      return table.absorb(StoredValue(member.value), at: name)
    }
    changes += table.storageStrings().compactMap { name in
      present.contains(name) ? nil : table.absorb(nil, at: name)
    }
    condition.become(status)
    if let origin, !changes.isEmpty { core.announce(changes, origin: origin) }
  }

  /// Takes over what others did since the file was last read or written. The writer's lock is held.
  func absorb(_ update: DurableFile.Update) {
    switch update {
    case .contents(let contents):
      absorb(contents, origin: contents.isEdit ? .externalEdit : .otherProcess)
    case .commits(let commits):
      core.didReload()
      var rest = commits[...]
      while let origin = rest.first?.origin {
        let run = rest.prefix { ($0.origin == .program) == (origin == .program) }
        rest = rest.dropFirst(run.count)
        absorb(
          run.lazy.flatMap(\.changes), origin: origin == .program ? .otherProcess : .externalEdit)
      }
    }
  }

  /// Takes over changes as one for each key, from what this process knew to what is stored now.
  private func absorb(_ committed: some Sequence<MemberChange>, origin: CommitOrigin) {
    var last: [StorageString: StoredValue?] = [:]
    var names: [StorageString] = []
    for change in committed {
      let name = StorageString(change.name)
      if last.updateValue(change.value.map(StoredValue.init), forKey: name) == nil {
        names.append(name)
      }
    }
    let changes = names.compactMap { table.absorb(last[$0] ?? nil, at: $0) }
    if !changes.isEmpty { core.announce(changes, origin: origin) }
  }
}

package import KeywrightStorage

/// The members of a file as a runtime keeps them, changed as commits succeed.
package struct Mirror {
  package var values = PropertyListDictionary()

  package init() {}

  package mutating func adopt(_ update: DurableFile.Update?) {
    switch update {
    case nil: break
    case .commits(let commits): values = values.applying(commits.flatMap(\.changes))
    case .contents(let contents): adopt(contents)
    }
  }

  package mutating func adopt(_ contents: DurableFile.Contents?) {
    guard let contents else { return }
    values = PropertyListDictionary()
    for member in contents.members { values[member.key] = member.value }
  }

  /// Makes one commit, as a runtime does: adopt, write, publish.
  package mutating func commit(
    _ changes: [(String, PropertyList?)], to file: DurableFile,
    durability: Durability = .process
  ) throws(StorageError) {
    adopt(try file.beginUpdating(timeout: .seconds(600)))
    let changes = changes.map { MemberChange(name: $0.0, value: $0.1) }
    let next = values.applying(changes)
    do throws(StorageError) {
      try file.write(
        recording: { record throws(PropertyListError) in try record.append(changes) },
        everything: { next.members })
    } catch {
      file.endWriting()
      throw error
    }
    values = next
    if let commit = file.endWriting(), durability == .durable { try file.waitUntilDurable(commit) }
  }
}

/// The failures that a commit survives once its call has returned.
package enum Durability: Sendable {
  /// The end of the process.
  case process
  /// A power cut.
  case durable
}

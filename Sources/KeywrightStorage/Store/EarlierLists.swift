/// Whether a list that is replaced is kept.
package struct HistoryPolicy: Sendable {
  package enum Rule: Sendable {
    /// If others keep some, and those alone that a report names where nobody does: for a program that does not know
    /// what the values are.
    case asFound
    case kept
    /// No more; those that are there stay, without any secret.
    case ended
    /// Those that are there go as well.
    case off
  }

  package let rule: Rule
  /// The names whose values leave the kept lists, and the journal, when they leave the store; nil for none.
  let isSecret: (@Sendable (String) -> Bool)?
  /// Whether the store has the record of a program that keeps lists: asked only where some are kept.
  let hasRecords: @Sendable () -> Bool

  package init(
    _ rule: Rule, secrets isSecret: (@Sendable (String) -> Bool)? = nil,
    hasRecords: @escaping @Sendable () -> Bool = { true }
  ) {
    (self.rule, self.isSecret, self.hasRecords) = (rule, isSecret, hasRecords)
  }
}

/// The lists of a store that are kept. The writer's lock is held where one is added, changed or removed.
struct EarlierLists {
  let place: StorePlace

  private var folder: Folder { place.folder }

  /// All of them, the oldest first.
  func all() throws(SystemError) -> [EarlierList] {
    var lists: [EarlierList] = []
    for fileName in try folder.names() {
      guard let found = EarlierList.Place(fileName, in: place.name),
        let status = try folder.status(of: fileName), status.kind == .regular
      else { continue }
      lists.append(
        EarlierList(
          name: fileName, number: found.number, kind: found.kind, date: status.modified,
          size: status.size))
    }
    return lists.sorted { $0.number < $1.number }
  }

  /// A name for the next one; nil if none is kept.
  ///
  /// A failure to read the folder only means that it is not kept.
  /// - Parameter alsoFirst: Whether it is kept also where nobody keeps lists yet.
  func nextName(
    _ kind: EarlierList.Kind = .replaced, alsoFirst: Bool = false
  ) -> String? {
    let policy = place.history()
    if policy.rule == .off || policy.rule == .ended { return nil }
    guard let names = try? folder.names() else { return nil }
    let last = names.compactMap { EarlierList.Place($0, in: place.name)?.number }.max()
    if !alsoFirst, policy.rule == .asFound, last == nil || !policy.hasRecords() { return nil }
    return EarlierList.Place(number: (last ?? 0) + 1, kind).fileName(for: place.name)
  }

  /// Keeps members in a list of their own.
  /// - Parameter date: The time of the last commit among them; nil if it is unknown.
  /// - Returns: Its name; nil if it is not kept.
  @discardableResult
  func keep(
    _ members: PropertyListDictionary, dated date: Int64? = nil,
    as kind: EarlierList.Kind = .replaced, alsoFirst: Bool = false
  ) -> String? {
    guard !members.members.isEmpty, let name = nextName(kind, alsoFirst: alsoFirst),
      let bytes = try? place.encode(members),
      (try? folder.create(name, with: bytes, like: place.model, modified: date)) != nil
    else { return nil }
    return name
  }

  /// Whether the last one has the members of a list already, as before a commit that brought earlier values back: what
  /// the store held then is kept once, or it would push out others.
  func hasMembers(of list: String) -> Bool {
    guard let last = (try? all())?.last, let status = try? folder.status(of: list),
      status.modified == last.date, let members = members(of: list)
    else { return false }
    return members == self.members(of: last.name)
  }

  private func members(of name: String) -> PropertyListDictionary? {
    guard case .valid(_, let members)? = try? ListFile.read(name, in: folder, path: place.path)
    else { return nil }
    return members
  }

  /// Removes those that need not be kept any longer, and secrets from the others.
  /// - Parameter present: Reads the members of the store.
  func thin(beside present: () -> PropertyListDictionary?) {
    guard let lists = try? all(), !lists.isEmpty else { return }
    let policy = place.history()
    let superfluous = policy.rule == .off ? lists : EarlierList.superfluous(lists)
    for list in superfluous { place.discard(list.name) }
    let kept = lists.filter { !superfluous.contains($0) }
    for list in kept { narrow(list) }
    guard let isSecret = policy.isSecret, !kept.isEmpty else { return }
    let members = policy.rule == .ended ? PropertyListDictionary() : present()
    for list in kept { remove(secrets: isSecret, otherThan: members ?? .init(), from: list) }
  }

  /// Takes permissions from a kept list that the present one does not give.
  private func narrow(_ list: EarlierList) {
    guard let present = place.model?.status,
      let status = try? folder.status(of: list.name),
      status.permissions & ~present.permissions & 0o777 != 0,
      let file = try? folder.open(list.name)
    else { return }
    try? folder.fileSystem.setPermissions(
      file.descriptor, status.permissions & present.permissions)
  }

  /// Takes secrets that were replaced or removed out of a kept list; the list goes if that fails, since nobody knows
  /// what stands in it.
  private func remove(
    secrets isSecret: (String) -> Bool, otherThan present: PropertyListDictionary,
    from list: EarlierList
  ) {
    guard
      case .valid(let file, var members)? = try? ListFile.read(
        list.name, in: folder, path: place.path)
    else { return place.discard(list.name) }
    let old = members.members.filter { isSecret($0.key) && present[$0.key] != $0.value }
    if old.isEmpty { return }
    for member in old { members[member.key] = nil }
    do {
      let bytes = try place.encode(members)
      let temporary = Folder.temporaryName(for: place.name)
      let copy = try folder.create(
        temporary, with: bytes, like: FileAttributes(name: list.name, status: file.status),
        modified: list.date)
      try folder.install(copy, temporary, as: list.name)
    } catch {
      place.discard(list.name)
    }
  }

  /// Removes the oldest one, which makes room on the disk.
  /// - Returns: False if there is none.
  func removeOldest() -> Bool {
    guard let oldest = try? all().first else { return false }
    return (try? folder.fileSystem.remove(oldest.name, in: folder.descriptor)) != nil
  }

  /// Removes all of them.
  func removeAll() throws(SystemError) {
    for list in try all() { try folder.fileSystem.remove(list.name, in: folder.descriptor) }
    try folder.synchronize()
  }
}

extension StorePlace {
  var earlier: EarlierLists { EarlierLists(place: self) }
}

extension JournalHistory {
  /// Whether a secret stands in it that the store does not have any more.
  func hasOldSecrets(_ isSecret: (String) -> Bool) -> Bool {
    let present = members
    return start.members.contains { isSecret($0.key) && present[$0.key] != $0.value }
      || commits.contains { commit in
        commit.changes.contains {
          $0.value != nil && isSecret($0.name) && present[$0.name] != $0.value
        }
      }
  }
}

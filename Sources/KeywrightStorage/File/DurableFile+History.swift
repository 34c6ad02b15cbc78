extension DurableFile {
  /// Whether a list that is replaced is kept.
  package struct HistoryPolicy: Sendable {
    package enum Rule: Sendable {
      /// If others keep some: for a program that does not know what the values are.
      case asFound
      case kept
      /// No more; those that are there stay, without any secret.
      case ended
      /// Those that are there go as well.
      case off
    }

    package let rule: Rule
    /// The names whose values leave the kept lists when they leave the list; nil for none.
    let isSecret: (@Sendable (String) -> Bool)?

    package init(_ rule: Rule, secrets isSecret: (@Sendable (String) -> Bool)? = nil) {
      (self.rule, self.isSecret) = (rule, isSecret)
    }
  }

  /// Decides whether lists are kept from now on.
  /// - Parameter policy: Asked each time when a list is replaced, with the state locked.
  package func keepHistory(_ policy: @escaping @Sendable () -> HistoryPolicy) {
    state.withLock { $0.history = policy }
  }

  /// The lists that were kept, the oldest first.
  /// - Throws: `unavailable` when the folder cannot be read.
  package func earlierLists() throws(StorageError) -> [EarlierList] {
    try requireOpen(isClosed: false)
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else { return [] }
    return try withPath(path) { () throws(SystemError) in
      try earlierLists(in: folder).filter { $0.kind != .edit }
    }
  }

  /// The members of a list that was kept.
  /// - Throws: `unavailable` if it is gone or cannot be read, `corrupt` if it is damaged.
  package func members(of list: EarlierList) throws(StorageError)
    -> [PropertyListDictionary.Member]
  {
    let path = Folder.path(of: list.name, beside: path)
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else { throw missing(path) }
    switch try Checkpoint.read(list.name, in: folder, path: path) {
    case .missing: throw missing(path)
    case .damaged(let error, _, _): throw StorageError(error, path: path)
    case .valid(_, let dictionary): return dictionary.members
    }
  }

  /// Members as of a time.
  package struct EarlierMembers: Sendable {
    /// The time of the last commit among them, in nanoseconds since 1970; nil if it is not known.
    package let date: Int64?
    /// The name of the file; nil for what the store holds now.
    package let fileName: String?
    package let members: [PropertyListDictionary.Member]
  }

  /// Reads what the store held at a time, as far as lists of it are there: those that were kept, the list
  /// in place, and all together that it holds now. Changes nothing; to be called on an object that was
  /// not opened.
  /// - Parameter date: In nanoseconds since 1970.
  /// - Returns: The last members whose last commit is not later; nil if all are later.
  /// - Throws: `unavailable` if the store cannot be read, `corrupt` if the list that was found is damaged.
  package func members(asOf date: Int64) throws(StorageError) -> EarlierMembers? {
    let inspection = try inspect()
    let contents = try inspection.opening.get()
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else { return nil }
    let list = try withPath(path) { () throws(SystemError) in try folder.status(of: name) }
    if let last = inspection.lastCommit ?? list?.modified, last <= date {
      return EarlierMembers(date: last, fileName: nil, members: contents.members)
    }
    if let list, list.modified <= date,
      case .valid(_, let members) = try Checkpoint.read(name, in: folder, path: path)
    {
      return EarlierMembers(date: list.modified, fileName: name, members: members.members)
    }
    guard let earlier = try earlierLists().last(where: { $0.date <= date }) else { return nil }
    return EarlierMembers(
      date: earlier.date, fileName: earlier.name, members: try members(of: earlier))
  }

  /// Reads what the store holds now, and changes nothing.
  package func presentMembers() throws(StorageError) -> EarlierMembers {
    let inspection = try inspect()
    return EarlierMembers(
      date: inspection.lastCommit, fileName: nil, members: try inspection.opening.get().members)
  }

  /// Reads the kept list of a number; nil if there is none.
  package func members(ofNumber number: UInt64) throws(StorageError) -> EarlierMembers? {
    guard let list = try earlierLists().first(where: { $0.number == number }) else { return nil }
    return EarlierMembers(date: list.date, fileName: list.name, members: try members(of: list))
  }

  /// Says after other advice that earlier lists are there, if they are.
  func adviceAboutHistory(in folder: Folder) -> String {
    guard (try? earlierLists(in: folder))?.contains(where: { $0.kind != .edit }) == true else {
      return ""
    }
    return
      " Earlier values were kept: `keywright history` lists them, `keywright restore` brings them back."
  }

  private func missing(_ path: String) -> StorageError {
    StorageError(
      .unavailable, operation: "reading", path: path, found: "no such file",
      expected: "an earlier list that was kept", advice: "Choose another one: this one is gone.")
  }

  /// Keeps all members before a commit that is to be undone as a whole: the first one of another version of a
  /// program, or one that brings earlier values back. To be called by a writer.
  ///
  /// A failure only means that they are not kept.
  package func keep(_ members: [PropertyListDictionary.Member], as kind: EarlierList.Kind) {
    try? whileOpen { state throws(StorageError) in
      guard state.isWriting, let folder = state.folder,
        let members = try? PropertyListDictionary(members), !members.members.isEmpty,
        let model = try withPath(path, { () throws(SystemError) in try attributes(state) })
      else { return }
      keepCopy(of: members, like: model, as: kind, in: folder, state)
    }
  }

  /// Removes all lists that were kept.
  package func removeEarlierLists(timeout: Duration) throws(StorageError) {
    try lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      guard let folder = state.folder else { return }
      try withPath(path) { () throws(SystemError) in
        for list in try earlierLists(in: folder) {
          try fileSystem.remove(list.name, in: folder.descriptor)
        }
        try folder.synchronize()
      }
    }
  }
}

// MARK: - Under the writer's lock

extension DurableFile {
  /// The name that the present list gets when another replaces it; nil if it is not kept.
  func nameForReplacedList(in folder: Folder, _ state: State) -> String? {
    if !state.isEdited { return nameForEarlierList(in: folder, state) }
    // Without a number, no later edit shows that it was made of this one.
    return state.checkpoint?.number == nil ? nil : nameForEarlierList(.edit, in: folder, state)
  }

  /// A name for a kept list; nil if none is kept.
  ///
  /// A failure to read the folder only means that it is not kept.
  func nameForEarlierList(
    _ kind: EarlierList.Kind = .replaced, in folder: Folder, _ state: State
  ) -> String? {
    let rule = state.history().rule
    if rule == .off || rule == .ended { return nil }
    guard let names = try? fileSystem.names(in: folder.descriptor) else {
      return nil
    }
    let last = names.compactMap { EarlierList.Place($0, in: name)?.number }.max()
    if rule == .asFound, last == nil { return nil }
    return EarlierList.Place(number: (last ?? 0) + 1, kind).fileName(for: name)
  }

  /// Keeps members.
  /// - Parameters:
  ///   - number: The number of the list that had just these; nil if none had.
  ///   - date: The time of the last commit among them; nil for the last one that the journals hold.
  func keepCopy(
    of members: PropertyListDictionary, numbered number: Int64? = nil, dated date: Int64? = nil,
    like model: FileAttributes, as kind: EarlierList.Kind = .replaced, in folder: Folder,
    _ state: State
  ) {
    guard let keptName = nameForEarlierList(kind, in: folder, state),
      let bytes = try? encode(members, number: number ?? CheckpointName.newNumber()),
      let copy = try? folder.create(keptName, with: bytes, like: model)
    else { return }
    let date = date ?? state.lastCommitTime ?? state.checkpoint?.status.modified
    if let date { try? fileSystem.setModified(copy.descriptor, date) }
  }

  /// Removes the kept lists that need not be kept any longer, and secrets from the others.
  func thinEarlierLists(in folder: Folder, _ state: inout State) {
    guard let lists = try? earlierLists(in: folder), !lists.isEmpty else { return }
    let policy = state.history()
    let superfluous = policy.rule == .off ? lists : EarlierList.superfluous(lists)
    for list in superfluous { folder.discard(list.name) }
    for list in lists where !superfluous.contains(list) { narrow(list, in: folder) }
    guard let isSecret = policy.isSecret else { return }
    state.thinned = state.checkpoint?.identity
    let present = policy.rule == .ended ? nil : state.checkpoint?.originalMembers()
    for list in lists where !superfluous.contains(list) {
      remove(secrets: isSecret, otherThan: present ?? .init(), from: list, in: folder)
    }
  }

  /// Whether the kept lists may have secrets that are not in the list any more: another program wrote that,
  /// which may not have known of them, or been killed.
  func mayHaveOldSecrets(in folder: Folder, _ state: State) -> Bool {
    guard state.thinned != state.checkpoint?.identity,
      let lists = try? earlierLists(in: folder), !lists.isEmpty
    else { return false }
    return state.history().isSecret != nil
  }

  /// Takes permissions from a kept list that the present one does not give.
  private func narrow(_ list: EarlierList, in folder: Folder) {
    guard let present = try? folder.status(of: name), present.kind == .regular,
      let status = try? folder.status(of: list.name),
      status.permissions & ~present.permissions & 0o777 != 0,
      let file = try? folder.open(list.name)
    else { return }
    try? fileSystem.setPermissions(file.descriptor, status.permissions & present.permissions)
  }

  /// Takes secrets that were replaced or removed out of a kept list; the list goes if that fails.
  private func remove(
    secrets isSecret: (String) -> Bool, otherThan present: PropertyListDictionary,
    from list: EarlierList, in folder: Folder
  ) {
    guard
      case .valid(let file, var members)? = try? Checkpoint.read(list.name, in: folder, path: path)
    else { return folder.discard(list.name) }
    let old = members.members.filter { isSecret($0.key) && present[$0.key] != $0.value }
    if old.isEmpty { return }
    // Without them it is no longer what an editor has.
    if list.kind == .edit { return folder.discard(list.name) }
    for member in old { members[member.key] = nil }
    do {
      let bytes = try encode(members, number: CheckpointName.newNumber())
      let temporary = Folder.temporaryName(for: name)
      let copy = try folder.create(
        temporary, with: bytes, like: FileAttributes(name: list.name, status: file.status))
      try? fileSystem.setModified(copy.descriptor, list.date)
      try folder.install(copy, temporary, as: list.name)
    } catch {
      folder.discard(list.name)
    }
  }

  /// Does something that needs room on the disk; where there is none, the oldest kept lists make some.
  func makingRoom<Result>(
    _ state: inout State, _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    while true {
      do throws(StorageError) {
        return try body(&state)
      } catch {
        guard error.isOfFullDisk, removeOldestEarlierList(state) else { throw error }
      }
    }
  }

  /// - Returns: False if there is none.
  func removeOldestEarlierList(timeout: Duration) throws(StorageError) -> Bool {
    try lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      return removeOldestEarlierList(state)
    }
  }

  private func removeOldestEarlierList(_ state: State) -> Bool {
    guard let folder = state.folder, let oldest = try? earlierLists(in: folder).first else {
      return false
    }
    return (try? fileSystem.remove(oldest.name, in: folder.descriptor)) != nil
  }

  func earlierLists(in folder: Folder) throws(SystemError) -> [EarlierList] {
    var lists: [EarlierList] = []
    for fileName in try fileSystem.names(in: folder.descriptor) {
      guard let place = EarlierList.Place(fileName, in: name),
        let status = try folder.status(of: fileName), status.kind == .regular
      else { continue }
      lists.append(
        EarlierList(
          name: fileName, number: place.number, kind: place.kind,
          date: status.modified, size: status.size))
    }
    return lists.sorted { $0.number < $1.number }
  }
}

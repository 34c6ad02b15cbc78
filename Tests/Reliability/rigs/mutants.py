"""Faults of a careless author, to be put into a copy of the sources.

Each patch names a file below `Sources`, a text that must be there exactly once, and what takes its
place, in which `MUTANT("what is wrong")` is true only while that mutant is awake.
"""

SYSTEM = "KeywrightStorage/System/"
FILE = "KeywrightStorage/File/"
JOURNAL = "KeywrightStorage/Journal/"
LISTS = "KeywrightStorage/PropertyList/"
PROTOCOL = "KeywrightStorage/Store/"
STORE = "Keywright/Stores/DefaultsStore/"

PATCHES = [
    # The write step
    (SYSTEM + "Folder+Replacing.swift", """\
    let file = try create(temporary, with: bytes, like: old)
""", """\
    let file = try create(
      temporary, with: bytes,
      like: MUTANT("a file that is replaced does not give its mode") ? nil : old,
      isSynchronized: !MUTANT("a file is not synchronized before its rename"))
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      try beforeRename()
""", """\
      if !MUTANT("no last look before the rename") { try beforeRename() }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if isDone { return }
      discard(temporary)
""", """\
      if isDone || MUTANT("a rename that failed counts as done") { return }
      if !MUTANT("a temporary file stays after a failed rename") { discard(temporary) }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if let model { try copyAttributes(""", """\
      if let model, !MUTANT("a new journal forgets the list's mode") { try copyAttributes("""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if isSynchronized { try fileSystem.synchronize(file.descriptor) }
    } catch {
      discard(name)
""", """\
      if isSynchronized, !MUTANT("a new journal is not synchronized") {
        try fileSystem.synchronize(file.descriptor)
      }
    } catch {
      if !MUTANT("a journal that failed stays") { discard(name) }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if try status(of: candidate) == nil { return candidate }
""", """\
      if try status(of: candidate) == nil || MUTANT("a file kept aside is replaced") {
        return candidate
      }
"""),
    (PROTOCOL + "EarlierList.swift", """\
      guard isWanted else { return true }
""", """\
      guard isWanted || MUTANT("no earlier list goes") else { return true }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
          permissions &= ~0o070
""", """\
          if !MUTANT("another group gets the old one's permissions") { permissions &= ~0o070 }
"""),
    (SYSTEM + "OpenFile.swift", """\
      written += count
""", """\
      written += MUTANT("short writes are ignored") ? bytes.count : count
"""),
    # Compaction
    (SYSTEM + "Folder+Replacing.swift", """\
      let isExpected = found.map { $0.hasSameContent(as: old) } ?? true
""", """\
      let isExpected =
        found.map { $0.hasSameContent(as: old) } ?? true
        || MUTANT("a file that came after the last look is lost")
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
        discard(temporary)
        throw error.isNoSuchFile ? .replaced : error
""", """\
        if !MUTANT("a temporary file stays after a failed swap of names") { discard(temporary) }
        throw error.isNoSuchFile && !MUTANT("a file that is moved away before the swap is a failure")
          ? .replaced : error
"""),
    # Flushing
    # At exit
    (STORE + "ExitCompaction.swift", """\
    if CommitContext.isActive { return }
""", """\
    if CommitContext.isActive || MUTANT("no list is brought up to date at exit") { return }
"""),
    (STORE + "ExitCompaction.swift", """\
    begun.store(true, """, """\
    begun.store(!MUTANT("a commit during exit does not wait for the disk"), """),
    (STORE + "ExitCompaction.swift", """\
compactAtExit(within: patience""", """\
compactAtExit(
        within: (MUTANT("a program that ends waits for others' locks") ? .seconds(3_600) : patience)"""),
    (FILE + "DurableFile+Flushing.swift", """\
    guard compactsByItself, !isInherited else { return }
    let isDue""", """\
    guard compactsByItself || MUTANT("an app group's list is brought up to date at exit"),
      !isInherited
    else { return }
    let isDue"""),
    # Refusing
    (FILE + "DurableFile+Refusing.swift", """\
    result.isReadOnly = result.isReadOnly || state.refusal != nil
""", """\
    result.isReadOnly =
      result.isReadOnly || state.refusal != nil && !MUTANT("a file that refuses looks writable")
"""),
    (STORE + "DefaultsFile.swift", """\
    if case .ready = status, file?.isRefusing == true { return""", """\
    if case .ready = status, file?.isRefusing == true,
      !MUTANT("a store that refuses says that it is ready")
    { return"""),
    (STORE + "DefaultsFile.swift", """\
    case .ready, .readOnly: isAsked &&""", """\
    case .ready, .readOnly: !MUTANT("refresh does not try to write again") && isAsked &&"""),
    # Writing
    (FILE + "DurableFile+Writing.swift", """\
        if let refusal = state.refusal { throw refusal }
""", """\
        if let refusal = state.refusal, !MUTANT("a refusal is ignored") { throw refusal }
"""),
    # Reading
    (SYSTEM + "WriterLock.swift", """\
    if isMissing, model != nil {
""", """\
    if isMissing, model == name && !MUTANT("a lock file is made again beside the old one's users")
      || model != nil && model != name && !MUTANT("the lock of a new store is made again beside the old one's users")
    {
"""),
    (SYSTEM + "WriterLock.swift", """\
      folder.shareLock(file, of: name, with: model)
""", """\
      folder.shareLock(
        file, of: name, with: MUTANT("the lock of a new store is one's own") ? name : model)
"""),
    (PROTOCOL + "ListFile.swift", """    guard status.size <= limit else {
""",
     """    guard status.size <= limit || MUTANT("a file of any size is read") else {
"""),
    (SYSTEM + "WriterLock.swift", """\
      if try file.status().links == 0 {
""", """\
      if try file.status().links == 0, !MUTANT("a lock file that was removed is still locked") {
"""),
    (JOURNAL + "GroupCommit.swift", """\
      let target = written.load(ordering: .acquiring)
""", """\
      let target =
        MUTANT("records written meanwhile count as synchronized")
        ? Int.max : written.load(ordering: .acquiring)
"""),
    (JOURNAL + "GroupCommit.swift", """\
      case .failure(let error): failure = error
""", """\
      case .failure(let error):
        if MUTANT("a failed fdatasync counts as done") { synced = max(synced, target) }
        failure = error
"""),
    # After fork
    (FILE + "DurableFile.swift", """\
  package var isInherited: Bool { forks != Forks.count }
""", """\
  package var isInherited: Bool {
    forks != Forks.count && !MUTANT("a forked child uses its parent's store")
  }
"""),
    (FILE + "DurableFile+Writing.swift", """\
    if isInherited { return nil }
""", """\
    if isInherited, !MUTANT("a forked child lets its parent's lock go") { return nil }
"""),
    (SYSTEM + "ProcessLocal.swift", """\
    return holder.forks == Forks.count ?""", """\
    return holder.forks == Forks.count || MUTANT("a forked child waits for its parent's threads") ?"""),
    # System calls
    (SYSTEM + "SystemFileSystem.swift", """\
    let always = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
""", """\
    let always =
      (MUTANT("links are followed") ? 0 : O_NOFOLLOW) | O_CLOEXEC
      | (MUTANT("pipes are waited for") ? 0 : O_NONBLOCK)
"""),
    (SYSTEM + "SystemFileSystem.swift", """\
      return try descriptor(name, in: folder, O_RDWR | O_CREAT | O_EXCL |""", """\
      return try descriptor(
        name, in: folder,
        O_RDWR | O_CREAT | (MUTANT("a file in the way is written to") ? 0 : O_EXCL) |"""),
    (SYSTEM + "StandardStreams.swift", """\
        state.fillers += Fillers.missing()
""", """\
        if !MUTANT("a closed stream is left to the next file") {
          state.fillers += Fillers.missing()
        }
"""),
    (SYSTEM + "OpenFile.swift", """\
    if isOurs { fileSystem""", """\
    if isOurs || MUTANT("a descriptor of another's file is closed") { fileSystem"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      list = try fileSystem.accessList(of: model.name, in: descriptor)
""", """\
      list = try fileSystem.accessList(of: model.name, in: descriptor)
      if MUTANT("a new file gets no access control list") { list = nil }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      // An editor that moves the file away before it saves its own may do so at any time.
      throw error.isNoSuchFile ? .replaced : error
""", """\
      throw error.isNoSuchFile && !MUTANT("a list that is moved away now fails what takes its mode") ? .replaced : error
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
        permissions = permissions & ~0o070 | list.groupPermissions
""", """\
        if !MUTANT("the mask of a list becomes the group's permissions") {
          permissions = permissions & ~0o070 | list.groupPermissions
        }
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      try fileSystem.setAccessList(nil, of: file.descriptor)
""", """\
      if !MUTANT("a new file keeps its folder's default list") {
        try fileSystem.setAccessList(nil, of: file.descriptor)
      }
"""),
    (SYSTEM + "SystemFileSystem.swift", """\
      if errno == EWOULDBLOCK { return false }
""", """\
      if errno == EWOULDBLOCK { return MUTANT("a lock that is held counts as taken") }
"""),
    (SYSTEM + "SystemFileSystem.swift", """\
    if fsync(file) != 0 { throw""", """\
    if !MUTANT("fsync is skipped"), fsync(file) != 0 { throw"""),
    (SYSTEM + "SystemFileSystem.swift", """\
      if fdatasync(file) != 0 { throw""", """\
      if !MUTANT("fdatasync is skipped"), fdatasync(file) != 0 { throw"""),
    (LISTS + "BinaryPropertyList.swift", """\
      guard stored == computed else {
""", """\
      guard stored == computed || MUTANT("a checkpoint's checksum is ignored") else {
"""),
    (LISTS + "BinaryPropertyList.swift", """\
      guard file[start] == marker else {
""", """\
      guard file[start] == marker || MUTANT("a damaged mark counts as none") else {
"""),
    # The store
    (STORE + "DefaultsFile.swift", """\
      try file?.beginUpdating(timeout: timeout)
    }
    if let update { absorb(update) }
""", """\
      try file?.beginUpdating(timeout: timeout)
    }
    if let update, !MUTANT("a commit does not take over what others did") { absorb(update) }
"""),
    (STORE + "DefaultsFile.swift", """\
    let update = try condition.reading { () throws(StorageError) in try file.refreshUpdate() }
    if let update { absorb(update) }
""", """\
    let update = try condition.reading { () throws(StorageError) in try file.refreshUpdate() }
    if let update, !MUTANT("refresh does nothing") { absorb(update) }
"""),
    (STORE + "DefaultsFile+Condition.swift", """\
      if error.code == .unavailable { change""", """\
      if error.code == .unavailable, !MUTANT("a store that is out of reach says that it is ready") {
        change"""),
    (STORE + "DefaultsFile.swift", """\
    if !condition.isReady { try requireWritable() }
""", """\
    if !condition.isReady, !MUTANT("a list of mode 444 is written") {
      try requireWritable()
    }
"""),
    (FILE + "DurableFile+Folder.swift", """\
    if let owner {
""", """\
    if let owner, !MUTANT("a journal is opened as a store") {
"""),
    # Compaction beside commits
    (STORE + "DefaultsFile.swift", """\
    guard try isReopeningDue(file, isAsked: false) else { return }
""", """\
    guard try isReopeningDue(file, isAsked: false), !MUTANT("an unavailable file is written unread")
    else { return }
"""),
    (STORE + "DefaultsFile.swift", """\
    if core.pendingMigrations.isEmpty { return }
""", """\
    if core.pendingMigrations.isEmpty || MUTANT("a commit goes before the migrations that waited") {
      return
    }
"""),
    (STORE + "DefaultsFile.swift", """\
    guard let commit = file?.endWriting(), durability == .durable ||""", """\
    guard let commit = file?.endWriting(),
      durability == .durable && !MUTANT("the store's durable commit does not wait") ||"""),
    (STORE + "DefaultsFile+Absorbing.swift", """\
      present.contains(name) ? nil : table.absorb(nil, at: name)
""", """\
      present.contains(name) || MUTANT("what others removed stays in memory") ? nil : table.absorb(nil, at: name)
"""),
    (STORE + "DefaultsFile+Absorbing.swift", """\
    for issue in contents.issues { core""", """\
    for issue in contents.issues where !MUTANT("damage is not reported") { core"""),
    (STORE + "DefaultsFile.swift", """\
    guard case .unavailable(var error) = condition.known else {""", """\
    guard case .unavailable(var error) = condition.known, !MUTANT("an unknown value counts as absent") else {"""),
    (STORE + "DefaultsFile+Sharing.swift", """\
      if let file = current.file, !file.isClosed { return""", """\
      if let file = current.file, !file.isClosed, !MUTANT("two handles share nothing") { return"""),
    (STORE + "DefaultsLocation.swift", """\
 && suite != ".."
""", """\
 && (suite != ".." || MUTANT("a suite may be the folder above"))
"""),
    # A new store, which has a journal and no list
    # Another program's file in the list's place

    # The journal that is the store, and its published list
    (JOURNAL + "JournalFormat.swift", """    withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }
""",
     """    if !MUTANT("a dropped commit comes back behind a later one") {
      withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }
    }
"""),
    (JOURNAL + "JournalReader.swift", """    if written < JournalFormat.recordHeaderLength || hasZeroSector(before: written) { return true }
""",
     """    if written < JournalFormat.recordHeaderLength { return true }
    if hasZeroSector(before: written), !MUTANT("a missing sector is damage") { return true }
"""),
    (JOURNAL + "JournalReader.swift", """    return written < JournalFormat.recordHeaderLength + Int(header.length)
""",
     """    return written < JournalFormat.recordHeaderLength + Int(header.length)
      && !MUTANT("a record that ends early is damage")
"""),
    (JOURNAL + "JournalReader.swift", """      for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 })
      where goOn(at: next, chain) { return true }
""",
     """      for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 })
      where goOn(at: next, chain) && !MUTANT("nothing behind a damaged record counts") {
        return true
      }
"""),
    (PROTOCOL + "StoreFile.swift", """\
      if commits != nil, journal.tail != .moved { return journal }
""", """\
      if commits != nil, journal.tail != .moved || MUTANT("a replaced journal is not left") {
        return journal
      }
"""),
    (PROTOCOL + "StoreFile+Looking.swift", """\
      if note.isOfMove { continue }
      guard try place.isUnfinished(note) else { return nil }
""", """\
      if note.isOfMove, !MUTANT("a list that comes back is an edit") { continue }
      if try place.isUnfinished(note) {
        if MUTANT("the list beside an unfinished publication is an edit") { return nil }
      } else if !MUTANT("a copy that is put back is no edit") {
        return nil
      }
"""),
    (PROTOCOL + "StoreFile+Looking.swift", """\
      if isFirstLook { try resetIfRemoved(journal) } else { try noteRemoval(of: note, journal) }
""", """\
      if isFirstLook {
        try resetIfRemoved(journal)
      } else if !MUTANT("a commit after a removal is reset with it") {
        try noteRemoval(
          of: MUTANT("the list before an unfinished publication is forgotten") ? nil : note, journal)
      }
"""),
    (PROTOCOL + "EditMerge.swift", """\
    if list.isMarked { return true }
""", """\
    if list.isMarked, !MUTANT("a copy is merged as an edit") { return true }
"""),
    (PROTOCOL + "EditMerge.swift", """\
      history.members(of: note).map { Base(""", """\
      (MUTANT("a second save is an edit of the publication") && note.origin == .edit
        ? nil : history.members(of: note)).map { Base("""),
    (PROTOCOL + "EditMerge.swift", """\
    if history.notes.contains(where: { $0.origin == .edit && $0.identity == list.identity }) {
""", """\
    if history.notes.contains(where: { $0.origin == .edit && $0.identity == list.identity }),
      !MUTANT("a template that is deployed again is merged")
    {
"""),
    (PROTOCOL + "EditMerge.swift", """\
    return list.number == nil && base.members == list.members && base.commit != last?.commit
""", """\
    return list.number == nil && base.members == list.members && base.commit != last?.commit
      && !MUTANT("a plain copy that is put back is merged")
"""),
    (PROTOCOL + "EditMerge.swift", """\
      return isDoubtful || isChanged
""", """\
      return isDoubtful || isChanged && !MUTANT("a commit that an edit overrides is not reported")
"""),
    (PROTOCOL + "Publication.swift", """\
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate, store.list""", """\
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate || MUTANT("a list goes back"), store.list"""),
    (PROTOCOL + "Publication.swift", """\
    guard isDraft, journal.lastNote == note, old""", """\
    guard isDraft, journal.lastNote == note || MUTANT("a list that is not named is put in place"), old"""),
    (PROTOCOL + "Publication.swift", """\
    try store.takeInDisplaced(temporary, out, by: note, naming: note, in: journal)
""", """\
    if !MUTANT("an edit that an exchange displaced is left") {
      try store.takeInDisplaced(temporary, out, by: note, naming: note, in: journal)
    }
"""),
    (PROTOCOL + "Publication.swift", """\
    _ = try place.call { folder throws(SystemError) in try folder.synchronize() }
""", """\
    if MUTANT("a displaced list goes before the exchange is on the disk") { return }
    _ = try place.call { folder throws(SystemError) in try folder.synchronize() }
"""),
    (PROTOCOL + "Publication.swift", """\
    if journal.lastNote == note {
""", """\
    if journal.lastNote == note,
      !MUTANT("a draft goes before the journal names what is in place")
    {
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    let before = journal.notes[..<first].last { !$0.isOfMove }
""", """\
    let before = journal.notes[..<first].last {
      !$0.isOfMove || MUTANT("a displaced list that had come back is an edit")
    }
    if MUTANT("every displaced list was in place") { return }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    if let displaced, displaced.temporary == temporary, displaced.status.isUnchanged(status) {
""", """\
    if let displaced, displaced.temporary == temporary,
      displaced.status.isUnchanged(status) || MUTANT("what is written into a displaced list is lost")
    {
"""),
    (PROTOCOL + "Shortening.swift", """\
    taken = view
""", """\
    if !MUTANT("what was copied beside a shortening is copied twice") { taken = view }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    let wasTakenIn = journal.notes[first...].contains {
""", """\
    let wasTakenIn = journal.notes[(MUTANT("a displaced copy was taken in long ago") ? 0 : first)...].contains {
"""),
    (PROTOCOL + "Publication.swift", """\
      guard isInPlace else {
""", """\
      guard isInPlace, !MUTANT("an exchange whose answer was lost is given up") else {
"""),
    (PROTOCOL + "StorePlace.swift", """\
      return try folder.fileSystem.lock(file.descriptor)
""", """\
      return try folder.fileSystem.lock(file.descriptor) || MUTANT("another program's draft is removed")
"""),
    (PROTOCOL + "Shortening.swift", """\
    return isNeeded ? nil : journal.notes[index]
""", """\
    return isNeeded && !MUTANT("the note that tells what was displaced is left out")
      ? nil : journal.notes[index]
"""),
    (PROTOCOL + "Journal+Reading.swift", """      mended.number >= history.number
""",
     """      mended.number >= history.number || MUTANT("a list behind damage undoes what a snapshot has")
"""),
    (PROTOCOL + "StoreFile+Making.swift", """\
      + history.notes.map { .list($0) }
""", """\
      + history.notes.filter {
        $0.commit >= history.startNumber || !MUTANT("a mended journal forgets the list in place")
      }.map { .list($0) }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
      try append([.list(.none(after: journal.number))], to: journal)
      try synchronize(journal)
""", """\
      if !MUTANT("a list that is kept aside resets the store") {
        try append([.list(.none(after: journal.number))], to: journal)
        try synchronize(journal)
      }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    if let note = list.note { return note }
""", """\
    if let note = list.note, !MUTANT("a list that came back is not named again") { return note }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    let before = list.standing == .missing ?""", """\
    let before = list.standing == .missing && !MUTANT("a list that is missing is named in place") ?"""),
    (PROTOCOL + "Publication.swift", """\
        guard isMissing ? error.isExisting : error.isNoSuchFile else {
""", """\
        guard isMissing
          ? error.isExisting && !MUTANT("a list that comes back ends a publication")
          : error.isNoSuchFile
        else {
"""),
    (JOURNAL + "JournalFormat.swift", "    guard file.count >= JournalFormat.headerLength,",
     '    guard file.count >= JournalFormat.headerLength || MUTANT("a short header is read"),'),
    (PROTOCOL + "EditMerge.swift", """\
    if removed != nil {
""", """\
    if removed != nil, !MUTANT("a list that comes back does not undo the reset") {
"""),
    (PROTOCOL + "JournalHistory.swift", """    return isIt(notes[index]) && !since.contains(where: isIt) ? notes[index] : nil
""",
     """    let isUndone = since.contains(where: isIt) && !MUTANT("a reset is undone by each save")
    return isIt(notes[index]) && !isUndone ? notes[index] : nil
"""),
    (PROTOCOL + "StoreFile+Removals.swift", """\
    if let note, note != last, try self.note(naming: note.identity, in: journal) != nil {
""", """\
    if let note, note != last,
      try self.note(naming: note.identity, in: journal) != nil
        || MUTANT("a list from before a reset is named again")
    {
"""),
    ("KeywrightStorage/PropertyList/BinaryPropertyList.swift", """\
      guard file.count >= trailerLength, isBinary(file) else {
""", """\
      guard file.count >= trailerLength,
        isBinary(file) || MUTANT("an edit in five bytes of an XML list is not seen")
      else {
"""),
    # The format of the journal.
    (JOURNAL + "JournalFormat.swift", """\
      input.number(UInt32.self)
        == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32]))
""", """\
      let crc = input.number(UInt32.self),
      crc == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32]))
        || MUTANT("a header's checksum is ignored")
"""),
    (JOURNAL + "JournalFormat.swift", """\
    guard version == JournalFormat.version else { return .newer(version) }
""", """\
    guard version == JournalFormat.version || MUTANT("a newer version is read")
    else { return .newer(version) }
"""),
    (JOURNAL + "JournalFormat.swift", """\
    var place = (journal.littleEndian, UInt64(offset).littleEndian, length.littleEndian)
""", """\
    var place = (
      (MUTANT("records fit any journal") ? 0 : journal).littleEndian,
      (MUTANT("records fit any place") ? 0 : UInt64(offset)).littleEndian, length.littleEndian)
"""),
    (JOURNAL + "JournalRecord.swift", """\
      guard let commit = input.commit(), input.isAtEnd else { return nil }
""", """\
      guard let commit = input.commit(),
        input.isAtEnd || MUTANT("bytes after a commit's changes are ignored")
      else { return nil }
"""),
    (JOURNAL + "JournalRecord.swift", """\
    number(UInt64.self).flatMap { $0 < JournalFormat.endOfNumbers ? $0 : nil }
""", """\
    number(UInt64.self).flatMap {
      $0 < JournalFormat.endOfNumbers || MUTANT("a number after which there is none is read")
        ? $0 : nil
    }
"""),
    # Reading, appending.
    (PROTOCOL + "Journal.swift", """\
    guard tail != .clean || (count == JournalMark.length + 4 && found.next != 0) else { return [] }
""", """\
    guard tail != .clean || (count == JournalMark.length + 4 && found.next != 0),
      !MUTANT("others' records are not read")
    else { return [] }
"""),
    (PROTOCOL + "Journal.swift", """\
      tail = isWhole ? reader.tail : .damaged
""", """\
      tail = MUTANT("others' torn record is not noticed") ? .clean : isWhole ? reader.tail : .damaged
"""),
    (PROTOCOL + "Journal.swift", """\
    if end.position + length + (commit.isRemoval ? 0 : Self.reserve) > end.capacity {
""", """\
    let reserve =
      MUTANT("settings use the reserve")
        || commit.isRemoval && !MUTANT("removals do not use the reserve") ? 0 : Self.reserve
    if end.position + length + reserve > end.capacity {
"""),
    (PROTOCOL + "Journal.swift", """\
      try file.write(bytes, at: place)
    } catch {
      try? cut()
""", """\
      try file.write(bytes, at: place)
    } catch {
      if !MUTANT("a failed record is not cut off") { try? cut() }
"""),
    (PROTOCOL + "Journal.swift", """\
      // It is unknown how much of it is there.
      tail = .damaged
""", """\
      // It is unknown how much of it is there.
      tail = MUTANT("a record that could not be cut off is forgotten") ? .clean : .damaged
"""),
    (PROTOCOL + "Journal.swift", """\
    guard count >= JournalMark.length, found.mark == known.mark else {
      try file.requireOurs()
      isOverwritten = true
""", """\
    guard count >= JournalMark.length, found.mark == known.mark else {
      if !MUTANT("a commit goes wherever the journal's descriptor leads") { try file.requireOurs() }
      isOverwritten = !MUTANT("a journal that was overwritten is appended to")
"""),
    (JOURNAL + "GroupCommit.swift", """\
        return try folder?.synchronizePath() ?? true
""", """\
        if MUTANT("the first durable commit of a store leaves its names to the kernel") {
          return true
        }
        if MUTANT("the first durable commit of a store forgets the folders above") {
          return try folder?.synchronize() ?? true
        }
        return try folder?.synchronizePath() ?? true
"""),
    (JOURNAL + "GroupCommit.swift", """\
    didWrite(upTo: end)
    mutex.lock()
""", """\
    if !MUTANT("a wait for what others wrote has no end") { didWrite(upTo: end) }
    mutex.lock()
"""),
    # Journal and list.
    (PROTOCOL + "StoreFile+Removals.swift", """\
    return try !place.isUnfinished(last)
  }

  /// Notes""", """\
    return try !place.isUnfinished(last) || MUTANT("a publication that was cut off resets the store")
  }

  /// Notes"""),
    (PROTOCOL + "StoreFile+Looking.swift", """\
      if try note(naming: file.identity, in: journal) != nil { return (history.members, nil) }
""", """\
      let note = try note(naming: file.identity, in: journal)
      if note != nil, !MUTANT("a list that others have just put in place is seen as an edit") {
        return (history.members, nil)
      }
"""),
    (PROTOCOL + "StoreFile.swift", """\
      try list.requireOurs()
""", """\
      if !MUTANT("the list's descriptor is not looked at") { try list.requireOurs() }
"""),
    (PROTOCOL + "StoreFile+Making.swift", """\
    let first = journal.notes.firstIndex { left.contains($0.number) } ?? journal.notes.endIndex
""", """\
    let first = journal.notes.firstIndex { left.contains($0.number) } ?? journal.notes.endIndex
    if MUTANT("a rebuilt journal forgets the list before") { return [] }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    if !isDraft || list.note == note, !isSettled(journal) {
""", """\
    if !isDraft || list.note == note, !isSettled(journal),
      !MUTANT("files are removed behind a failed synchronization")
    {
"""),
    (PROTOCOL + "StoreFile.swift", """\
    guard let journal, journal.tail == .clean, journal.file.isOurs else { return }
    try? journal.end""", """\
    guard let journal, journal.tail == .clean, journal.file.isOurs,
      !MUTANT("a journal is gone on with behind a failed synchronization")
    else { return }
    try? journal.end"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    try synchronize(journal)
    try place.call""", """\
    if !MUTANT("a displaced edit goes before the journal has it on the disk") {
      try synchronize(journal)
    }
    try place.call"""),
    (PROTOCOL + "StorePlace.swift", """\
        !status.isChanging(at: date) || !folder.fileSystem.mayHaveWriter(file.descriptor)
""", """\
        !status.isChanging(at: date) || MUTANT("what an editor is writing is removed")
          || !folder.fileSystem.mayHaveWriter(file.descriptor)
"""),
    (PROTOCOL + "Publication.swift", """\
        // Before the journal names it: by this name it is known for a draft after a power cut.
        try folder.synchronize()
""", """\
        // Before the journal names it: by this name it is known for a draft after a power cut.
        if !MUTANT("a draft's name is not on the disk") { try folder.synchronize() }
"""),
    (PROTOCOL + "Publication.swift", """\
        number: number, commit: history.number, holdsAll: true)
""", """\
        number: number,
        commit: history.number + (MUTANT("a list holds what was committed beside it") ? 1 : 0),
        holdsAll: true)
"""),
    (PROTOCOL + "Publication.swift", """\
    let notes = [try noteInPlace(journal, store.list), note].compactMap { $0 }
""", """\
    let notes = [try noteInPlace(journal, store.list), note].compactMap { $0 }
      .suffix(MUTANT("two unfinished publications hide the list in place") ? 1 : 2)
"""),
    (PROTOCOL + "Shortening.swift", """\
        let index = journal.notes.lastIndex(where: {
          $0.holdsAll && $0.identity != last.identity
        }),
""", """\
        let index = journal.notes.lastIndex(where: {
          $0.holdsAll
            && ($0.identity != last.identity || MUTANT("the list that an editor read is left out"))
        }),
"""),
    (PROTOCOL + "Shortening.swift", """\
    try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    try old.end(path: place.path)
""", """\
    if !MUTANT("the tail of a shorter journal is not on the disk") {
      try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    }
    if !MUTANT("a replaced journal does not end") { try old.end(path: place.path) }
"""),
    (PROTOCOL + "Shortening.swift", """\
    try new.journal.append(later, path: place.path)
""", """\
    if !MUTANT("what was committed beside a shortening is lost") {
      try new.journal.append(later, path: place.path)
    }
"""),
    # What is kept.
    (PROTOCOL + "EarlierLists.swift", """\
    for list in kept { remove(secrets: isSecret, otherThan: members ?? .init(), from: list) }
""", """\
    if MUTANT("secrets that others left stay in kept lists") { return }
    for list in kept { remove(secrets: isSecret, otherThan: members ?? .init(), from: list) }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    case .displaced(let isState): if isState { keptName = place.earlier.nextName() }
""", """\
    case .displaced(let isState):
      if isState, !MUTANT("a list that is replaced is not kept") {
        keptName = place.earlier.nextName()
      }
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
      try takeInDisplaced(temporary, file.identity, by: note, naming: inPlace, in: journal)
      return""", """\
      if isSettled(journal) || !MUTANT("an edit that was displaced waits for another list") {
        try takeInDisplaced(temporary, file.identity, by: note, naming: inPlace, in: journal)
      }
      return"""),
    (PROTOCOL + "StoreFile+Looking.swift", """\
      journal = try renew(journal)
""", """\
      journal =
        MUTANT("a journal that ended is followed by its members alone")
        ? try rebuild(try history(journal).members, holding: journal.number, in: journal)
        : try renew(journal)
"""),
    (PROTOCOL + "StoreFile+Looking.swift", """\
      notes = notes.prefix { $0.origin != .publication || $0.number != note.number }
""", """\
      if !MUTANT("a list that came back is looked for behind a publication that failed") {
        notes = notes.prefix { $0.origin != .publication || $0.number != note.number }
      }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    if let isSecret, try removeOldSecrets(isSecret, by: turns) { return }
""", """\
    if let isSecret, !MUTANT("a secret that was replaced stays in the journal"),
      try removeOldSecrets(isSecret, by: turns)
    { return }
"""),
    # A program's view.
    (FILE + "DurableFile+Flushing.swift", """\
      try commit.sync.wait(upTo: commit.end)
""", """\
      if MUTANT("a durable commit does not wait") { return }
      try commit.sync.wait(upTo: commit.end)
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    if let commit { try waitUntilDurable(commit) }
""", """\
    if let commit, !MUTANT("flush does nothing") { try waitUntilDurable(commit) }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    try? journal?.sync.wait(upTo: journal?.end ?? 0)
""", """\
    if !MUTANT("exit leaves commits to the kernel") {
      try? journal?.sync.wait(upTo: journal?.end ?? 0)
    }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
      isJournalLong(state) || state.journal?.longestList ?? 0 <= DurableFile.longestAtExit
""", """\
      isJournalLong(state) || state.journal?.longestList ?? 0 <= DurableFile.longestAtExit
        || MUTANT("a list of any length holds up the end of a program")
"""),
    (FILE + "DurableFile+Flushing.swift", """\
      guard error == .foreignDescriptor else { return try recover(commit.sync) }
""", """\
      if MUTANT("a failed fsync is forgotten") { return }
      guard error == .foreignDescriptor else { return try recover(commit.sync) }
"""),
    (FILE + "DurableFile+Refusing.swift", """\
      try? writeAgain(&state)
""", """\
      if MUTANT("trying again writes nothing") {
        state.refusal = nil
      } else {
        try? writeAgain(&state)
      }
"""),
    (FILE + "DurableFile+Writing.swift", """\
      if state.isNearLimits(in: journal) {
""", """\
      if state.isNearLimits(in: journal), !MUTANT("a commit may make a file that is too large") {
"""),
    (FILE + "DurableFile+Writing.swift", """\
      if journal.tail != .clean { failure.code = .uncertain }
""", """\
      if journal.tail != .clean, !MUTANT("a record that may be there counts as none") {
        failure.code = .uncertain
      }
"""),
    (FILE + "DurableFile+State.swift", """\
    isLookDone = trusting && seen.map { time - $0 < .nanoseconds(WriterLock.trust) } ?? false
""", """\
    isLookDone =
      trusting
      && seen.map {
        time - $0 < .nanoseconds(WriterLock.trust) || MUTANT("names are trusted for ever")
      } ?? false
"""),
    (FILE + "DurableFile+Opening.swift", """\
    while try state.store?.lacksPublication() ?? false, backoff.wait(fileSystem) {}
""", """\
    while try state.store?.lacksPublication() ?? false,
      !MUTANT("an opening does not wait for an editor that moves the list"), backoff.wait(fileSystem)
    {}
"""),
    (FILE + "Folder+Spelling.swift", """\
    for ending in [WriterLock.name(for: ""), JournalFormat.suffix, ""] {
""", """\
    for ending in MUTANT("a list's own spelling counts before its lock's")
      ? ["", WriterLock.name(for: "")] : [WriterLock.name(for: ""), JournalFormat.suffix, ""]
    {
"""),
    (FILE + "DurableFile+Damage.swift", """\
      case .damaged(let error, _, looksLikeList: false) = try ListFile.read(
        name, in: folder, path: path)
    else { return }
""", """\
      case .damaged(let error, _, let looksLikeList) = try ListFile.read(
        name, in: folder, path: path),
      !looksLikeList || MUTANT("a damaged list is taken for another program's file"),
      !MUTANT("another program's file is moved aside")
    else { return }
"""),
    (PROTOCOL + "StoreFile+Removals.swift", """\
    case .valid(let found, let history) where found.header != journal.header:
      adopt(found, history)
    case .missing:
""", """\
    case .valid(let found, let history)
    where found.header != journal.header
      || MUTANT("a copy of the journal that is behind the program is gone on with"):
      adopt(found, history)
    case .missing:
"""),
    (PROTOCOL + "StoreFile+Removals.swift", """\
    case .valid, .blank, .damaged: break
    }
    return self.journal
""", """\
    case .valid, .blank, .damaged:
      if MUTANT("a journal that was overwritten in its first second empties the store") {
        self.journal = nil
      }
    }
    return self.journal
"""),
    (SYSTEM + "OpenFile.swift", """\
      if read <= 0 { break }
      count += read
    }
    return count
""", """\
      if read <= 0 { break }
      count += read
      if MUTANT("a reading that the system cuts short is taken for the end") { break }
    }
    return count
"""),
]

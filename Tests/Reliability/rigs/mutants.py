"""Faults of a careless author, to be put into a copy of the sources.

Each patch names a file below `Sources`, a text that must be there exactly once, and what takes its
place, in which `MUTANT("what is wrong")` is true only while that mutant is awake.
"""

SYSTEM = "KeywrightStorage/System/"
RECOVERY = "KeywrightStorage/Recovery/"
FILE = "KeywrightStorage/File/"
JOURNAL = "KeywrightStorage/Journal/"
LISTS = "KeywrightStorage/PropertyList/"
PROTOCOL = "KeywrightStorage/Store/"
STORE = "Keywright/Stores/DefaultsStore/"

PATCHES = [
    # The write step
    (SYSTEM + "Folder+Replacing.swift", """\
      if let old { try copyAttributes(""", """\
      if let old, !MUTANT("a new checkpoint forgets the old one's mode") { try copyAttributes("""),
    (SYSTEM + "Folder+Replacing.swift", """\
      try fileSystem.synchronize(file.descriptor)
      try beforeRename()
""", """\
      if !MUTANT("a new checkpoint is not synchronized") {
        try fileSystem.synchronize(file.descriptor)
      }
      if !MUTANT("no next journal before the rename") { try beforeRename() }
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
      if let model, !MUTANT("a new journal forgets the checkpoint's mode") { try copyAttributes("""),
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
    (SYSTEM + "Folder+Replacing.swift", """\
        guard temporary.hasBytePrefix(name + Folder.swapInfix) else { return discard(temporary) }
""", """\
        if MUTANT("temporary files are not swept") { return }
        guard temporary.hasBytePrefix(name + Folder.swapInfix),
          !MUTANT("an edit that lost its name in a swap is swept")
        else { return discard(temporary) }
"""),
    (FILE + "DurableFile+Folder.swift", """\
      return isLater == true ? .draft : .replaced
""", """\
      return isLater == true && !MUTANT("a list that never was in place is kept") ? .draft : .replaced
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
          if let keptName = keptName() {
""", """\
          if let keptName = keptName(), !MUTANT("a list is lost by a kill before it was kept") {
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if isExpected, let keptName { keep(temporary, as: keptName) } else""", """\
      if isExpected, let keptName, !MUTANT("a list that is replaced is not kept") {
        keep(temporary, as: keptName)
      } else"""),
    (FILE + "DurableFile+History.swift", """\
let oldest = try? earlierLists(in: folder).first else {
""", """\
      let oldest = MUTANT("the newest list makes room")
        ? try? earlierLists(in: folder).last : try? earlierLists(in: folder).first
    else {
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    let date = isCommit || state.isEdited ?""", """\
    let date = isCommit || state.isEdited || MUTANT("a kept list has the time of its compaction") ?"""),
    (FILE + "EarlierList.swift", """\
      guard isWanted else { return true }
""", """\
      guard isWanted || MUTANT("no earlier list goes") else { return true }
"""),
    (SYSTEM + "Folder+Compacting.swift", """\
    guard let rest, (try? fileSystem.lock(rest.descriptor)) != false,
""", """\
    guard let rest,
      (try? fileSystem.lock(rest.descriptor)) != false
        || MUTANT("the file of a compaction under way is swept"),
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
    (SYSTEM + "OpenFile.swift", """\
            count += read
""", """\
            count += read
            if MUTANT("a short read counts as the end") { return }
"""),
    # Compaction
    (FILE + "DurableFile+Compaction.swift", """\
generation: state.highestGeneration + 1, checkpoint: identity, number: number)
""", """\
generation: state.highestGeneration + (MUTANT("a generation is used again") ? 0 : 1),
      checkpoint: identity,
      number: MUTANT("a journal does not name the number of its checkpoint") ? nil : number)
"""),
    (FILE + "DurableFile+Compaction.swift", """\
      let model = try quarantineCheckpoint(old, in: folder, &state)
""", """\
      let model =
        MUTANT("a damaged checkpoint is overwritten")
        ? old.map { FileAttributes(name: name, status: $0) }
        : try quarantineCheckpoint(old, in: folder, &state)
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    guard isCheckpointGone, let checkpoint""", """\
    guard isCheckpointGone, !MUTANT("a list that is written again forgets its mode"), let checkpoint"""),
    (FILE + "DurableFile+Compaction.swift", """\
        if try folder.status(of: name) != present {""", """\
        if try folder.status(of: name) != present,
          !MUTANT("a checkpoint is written over a file that came meanwhile")
        {"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      let isExpected = found.map { $0.hasSameContent(as: old) } ?? true
""", """\
      let isExpected =
        found.map { $0.hasSameContent(as: old) } ?? true
        || MUTANT("a file that came after the last look is lost")
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
      if error.isUnknownCall {
""", """\
      if error.isUnknownCall, !MUTANT("no checkpoint is written where names cannot be swapped") {
"""),
    (SYSTEM + "Folder+Replacing.swift", """\
        discard(temporary)
        throw error.isNoSuchFile ? .replaced : error
""", """\
        if !MUTANT("a temporary file stays after a failed swap of names") { discard(temporary) }
        throw error.isNoSuchFile && !MUTANT("a list that is moved away fails a compaction")
          ? .replaced : error
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    guard state.isKnown(old) else {""", """\
    guard state.isKnown(old) || MUTANT("a checkpoint is written over a file that nobody read") else {"""),
    (FILE + "DurableFile+Compaction.swift", """\
      (file, written) = try folder.replace""", """\
      if MUTANT("the old journal goes before the new checkpoint is there"), let old = state.journal {
        folder.discard(old.name)
      }
      (file, written) = try folder.replace"""),
    (FILE + "DurableFile+Compaction.swift", """\
    guard try discardUnusedJournals(above: state.highestGeneration, in: folder) else {
""", """\
    guard
      try MUTANT("an unused journal is in the way for ever")
        ? true : discardUnusedJournals(above: state.highestGeneration, in: folder)
    else {
"""),
    (FILE + "DurableFile+Compaction.swift", """\
      case .valid(let journal, _) where !journal.isUnused: return false
""", """\
      case .valid(let journal, _) where !journal.isUnused:
        if MUTANT("a checkpoint gets its place beside a later journal with commits") { continue }
        return false
"""),
    (FILE + "Compaction.swift", """\
        try file.discardUnusedJournals(above: journal.generation, in: folder)
""", """\
        try MUTANT("a compaction leaves the journal that a killed writer made for its checkpoint")
          ? true : file.discardUnusedJournals(above: journal.generation, in: folder)
"""),
    (FILE + "Compaction.swift", """\
        return isInPlace ? .finish""", """\
        return isInPlace && !MUTANT("a checkpoint that is in its place is built again") ? .finish"""),
    (FILE + "DurableFile+Compaction.swift", """\
        if hasOlderJournals { try folder.synchronize() }
""", """\
        if hasOlderJournals, !MUTANT("the next journal's name is not synchronized") {
          try folder.synchronize()
        }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
      if error.operation == .renameOutcome { throw uncertain(&state) }
""", """\
      if error.operation == .renameOutcome, !MUTANT("an unknown rename counts as none") {
        throw uncertain(&state)
      }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
        try state.isPathConfirmed ? folder.synchronize() : folder.synchronizePath()
""", """\
        try MUTANT("the new checkpoint's name is not synchronized")
        ? true
        : state.isPathConfirmed || MUTANT("the folders above a new list are not synchronized")
          ? folder.synchronize() : folder.synchronizePath()
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    if !isDurable { _ = uncertain(&state) }
""", """\
    if !isDurable, !MUTANT("writing goes on after a failed fsync") { _ = uncertain(&state) }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    guard isDurable else { return }
    oldSync""", """\
    guard isDurable || MUTANT("the old journal goes before the new checkpoint is safe") else { return }
    oldSync"""),
    (FILE + "DurableFile+Compaction.swift", """\
      } else if oldJournal.tail != .damaged, !wasListMissing {
""", """\
      } else if oldJournal.tail == .interrupted
        ? !MUTANT("an interrupted record counts as damage")
        : oldJournal.tail != .damaged || MUTANT("a damaged journal is deleted"),
        !wasListMissing || MUTANT("a journal whose list is gone is deleted")
      {
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    if state.cleanup.keepsEdit, let checkpoint = state.checkpoint {
""", """\
    if state.cleanup.keepsEdit, let checkpoint = state.checkpoint,
      !MUTANT("an edit that is overridden is not kept")
    {
"""),
    # Flushing
    (FILE + "DurableFile+Flushing.swift", """\
      try sync.wait(upTo: commit.end)
""", """\
      if !MUTANT("a durable commit does not wait") { try sync.wait(upTo: commit.end) }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    if let sync { try waitUntilDurable(""", """\
    if let sync, !MUTANT("flush does nothing") { try waitUntilDurable("""),
    (FILE + "DurableFile+Flushing.swift", """\
    try? sync?.wait(upTo: end)
""", """\
    if !MUTANT("exit leaves commits to the kernel") { try? sync?.wait(upTo: end) }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    guard let journal, isLoaded, refusal == nil, !isOfOlderVersion else { return false }
""", """\
    guard let journal, isLoaded, refusal == nil,
      !isOfOlderVersion || MUTANT("a program that only reads converts a store")
    else { return false }
"""),
    (FILE + "Compaction.swift", """\
      original == nil, !isCheckpointGone, !isListMissing, !isJournalGone, let journal
""", """\
      original == nil, !isCheckpointGone, !isJournalGone, let journal,
      !isListMissing || MUTANT("a compaction replaces a journal whose list is gone")
"""),
    (FILE + "Compaction.swift", """\
      file.sweep(&state)
""", """\
      if !MUTANT("kept lists are numbered as they are found") { file.sweep(&state) }
"""),
    (FILE + "Compaction.swift", """\
      file.fileSystem.unlock(temporary.descriptor)
""", """\
      if !MUTANT("a compaction keeps the list locked") {
        file.fileSystem.unlock(temporary.descriptor)
      }
"""),
    (FILE + "DurableFile+Writing.swift", """\
    guard let broken = state.brokenEdit, isUnfinished(broken), let""", """\
    guard let broken = state.brokenEdit, isUnfinished(broken),
      !MUTANT("a list is moved aside that another program is writing"), let"""),
    (FILE + "DurableFile+Writing.swift", """\
        try? appendAll(everything(), &state, at: time)
""", """\
        if !MUTANT("old values are on no disk while another program overwrites the list") {
          try? appendAll(everything(), &state, at: time)
        }
"""),
    (FILE + "DurableFile+Writing.swift", """\
        guard error.code == .edited else { return update }
""", """\
        guard error.code == .edited, !MUTANT("an edit that comes meanwhile fails the commit")
        else { return update }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    return isFar || age > 2_000_000_000
""", """\
    return (isFar || age > 2_000_000_000) && !MUTANT("old journals stay")
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    defer { if isBehind { state.isStale = true } }
""", """\
    defer { if isBehind, !MUTANT("compaction hides others' commits") { state.isStale = true } }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
        if sync.isPending { throw uncertain""", """\
        if sync.isPending, !MUTANT("a failed fsync is forgotten") { throw uncertain"""),
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
    (FILE + "DurableFile+Flushing.swift", """\
      state.compactionThreshold.isPassed(by: state.journal)
        || state.checkpoint""", """\
      MUTANT("a list of any length holds up the end of a program")
        || (state.compactionThreshold.isPassed(by: state.journal)
          && !MUTANT("a long journal beside a long list stays at exit"))
        || state.checkpoint"""),
    # Refusing
    (FILE + "DurableFile+Refusing.swift", """\
    if state.isWriting { state.journal?.seal() }
""", """\
    if state.isWriting, !MUTANT("others append to a journal of which a part may be lost") {
      state.journal?.seal()
    }
"""),
    (FILE + "DurableFile+Refusing.swift", """\
      if (try? writeCheckpoint(result.members, &state)) == true { state""", """\
      if MUTANT("trying again writes nothing")
        || (try? writeCheckpoint(result.members, &state)) == true
      { state"""),
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
    (FILE + "DurableFile+Writing.swift", """\
    if state.maintenance.isScheduled, leaveToMaintenance(&state) { return }
""", """\
    if state.maintenance.isScheduled,
      !MUTANT("a commit that makes the journal too long waits for the disk"),
      leaveToMaintenance(&state)
    { return }
"""),
    (FILE + "DurableFile+Writing.swift", """\
    guard compactsByItself, !state.isListMissing,
""", """\
    guard compactsByItself || MUTANT("a long journal is brought in though nobody asked"),
      !MUTANT("a journal grows for ever"), !state.isListMissing,
"""),
    (FILE + "DurableFile+Writing.swift", """\
    return length > PropertyListLimits.bytes
""", """\
    return !MUTANT("a commit may make a file that is too large")
      && length > PropertyListLimits.bytes
"""),
    # Reading
    (FILE + "DurableFile+Reading.swift", """\
    guard checkpoint.isCurrent(status) else { return false }
""", """\
    guard
      MUTANT("only inodes are compared")
        ? status.inode == checkpoint.status.inode : checkpoint.isCurrent(status)
    else { return false }
"""),
    (FILE + "DurableFile+Reading.swift", """\
    if isInPlace { setCheckpointGone(&state) }
    return isInPlace
""", """\
    if MUTANT("a list that is gone is an edit") { return false }
    if isInPlace, !MUTANT("a list that is gone is never written again") { setCheckpointGone(&state) }
    return isInPlace
"""),
    (FILE + "DurableFile+Reading.swift", """\
    state.isJournalGone = !isInPlace && state.journal?.isWritable == true
""", """\
    state.isJournalGone =
      !isInPlace && state.journal?.isWritable == true && !MUTANT("a journal that is gone is not noticed")
"""),
    (FILE + "DurableFile+Reading.swift", """\
    if state.isJournalGone, try restoreJournal(&state) {
""", """\
    if state.isJournalGone, !MUTANT("a refresh leaves a journal that is gone"),
      try restoreJournal(&state)
    {
"""),
    (FILE + "DurableFile+Flushing.swift", """\
        _ = try restoreJournal(&state)
""", """\
        if !MUTANT("a flush leaves a journal that is gone") { _ = try restoreJournal(&state) }
"""),
    (FILE + "DurableFile+Locking.swift", """\
    return lockedAt - seen < .nanoseconds(WriterLock.trust)
""", """\
    return lockedAt - seen < .nanoseconds(WriterLock.trust) || MUTANT("names are trusted for ever")
"""),
    (FILE + "DurableFile+Reading.swift", """\
    if state.isWriting, state.isLookDone { return true }
""", """\
    if state.isWriting, state.isLookDone || MUTANT("a writer never looks along its path") {
      return true
    }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    let isEnded = state.isListMissing ? false : state.journal?.seal() ?? true
""", """\
    let isEnded =
      state.isListMissing && !MUTANT("a journal that is kept aside is ended")
      ? false
      : MUTANT("a journal is replaced without an end") ? true : state.journal?.seal() ?? true
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    fileSystem.pause(.nanoseconds(WriterLock.trust))
""", """\
    if !MUTANT("a journal without an end is replaced at once") {
      fileSystem.pause(.nanoseconds(WriterLock.trust))
    }
"""),
    (FILE + "DurableFile+Folder.swift", """\
          state.isLookDone = trustsNames && state.trustsNames()
""", """\
          state.isLookDone = (trustsNames || MUTANT("a compaction trusts the names")) && state.trustsNames()
"""),
    (FILE + "DurableFile+Reading.swift", """\
    let changes = try catchUp(&state)
    return changes.isEmpty ? nil : .changes(changes)
""", """\
    let changes =
      MUTANT("a look beside an unfinished list reads no journal") ? [] : try catchUp(&state)
    return changes.isEmpty ? nil : .changes(changes)
"""),
    (FILE + "DurableFile+Reading.swift", """\
    state.unreported += try catchUp(&state)
    let isInPlace""", """\
    if !MUTANT("a list that is gone hides the journal that continues it") {
      state.unreported += try catchUp(&state)
    }
    let isInPlace"""),
    (FILE + "DurableFile+Loading.swift", """\
path: path, insteadOfMissing: state.checkpoint,
""", """\
path: path,
      insteadOfMissing: MUTANT("a list that is gone is forgotten by a full reading")
        ? nil : state.checkpoint,
"""),
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
    (FILE + "DurableFile+Reading.swift", """\
      guard status == nil else { return false }
      return state.journal == nil ?""", """\
      guard status == nil || MUTANT("a file that others made is not seen") else { return false }
      return state.journal == nil || MUTANT("nobody misses the only file of a new store") ?"""),
    (FILE + "DurableFile+State.swift", """\
      recovered.checkpoint == nil && !isListMissing && !beginsStore || isSuspect || isOfOlderVersion
""", """\
      recovered.checkpoint == nil && !isListMissing
        && (!beginsStore || MUTANT("whoever opens a new store writes its list with the first commit"))
      || isSuspect && !MUTANT("damage is not mended")
      || isOfOlderVersion && !MUTANT("commits are appended to a journal of version 1")
"""),
    (FILE + "DurableFile+State.swift", """\
    isListMissing = recovered.isCheckpointMissing
""", """\
    isListMissing =
      recovered.isCheckpointMissing && !MUTANT("a journal whose list is gone is replaced")
"""),
    (FILE + "DurableFile+Loading.swift", """\
    let known = isBaseLost ? state""", """\
    let known =
      isBaseLost && !MUTANT("lists that others wrote are read without their base") ? state"""),
    (FILE + "DurableFile+History.swift", """\
    return state.checkpoint?.number == nil ? nil : nameForEarlierList(.edit""", """\
    return state.checkpoint?.number == nil || MUTANT("an edited list is not kept")
      ? nil : nameForEarlierList(.edit"""),
    (FILE + "DurableFile+Compaction.swift", """\
      if let model, let checkpoint = state.checkpoint, let members""", """\
      if let model, !MUTANT("a list that was moved away is not kept"),
        let checkpoint = state.checkpoint, let members"""),
    (RECOVERY + "RecoveredState.swift", """\
    return status.isFresh(at: folder.fileSystem.date()) ? status : nil
""", """\
    return status.isFresh(at: folder.fileSystem.date())
      && !MUTANT("a list that is being saved is not waited for") ? status : nil
"""),
    (RECOVERY + "Stillness.swift", """\
    if seen != status {
      seen = status
      waited = .zero
""", """\
    if seen != status {
      seen = status
      if !MUTANT("pieces that come slowly are waited for no longer than one") { waited = .zero }
"""),
    (RECOVERY + "RecoveredState.swift", """\
      guard isMade || isLedTo || !journal.isEmpty""", """\
      guard isMade || MUTANT("an unfinished compaction's journal counts") || isLedTo
        || !journal.isEmpty"""),
    (RECOVERY + "RecoveredState.swift", """\
    guard isSame else { return nil }
""", """\
    guard isSame || MUTANT("a checkpoint replaced while reading is not noticed") else { return nil }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    contents.issues.removeAll { $0.code == .corrupt }
""", """\
    if !MUTANT("a record under way is reported") {
      contents.issues.removeAll { $0.code == .corrupt }
    }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    fileSystem.pause(.seconds(1))
    return try load""", """\
    if MUTANT("a reader without a lock reports a record under way") { return contents }
    fileSystem.pause(.seconds(1))
    return try load"""),
    (FILE + "DurableFile+Writing.swift", """\
        if let journal = state.journal, journal.tail != .clean { state""", """\
        if let journal = state.journal, journal.tail != .clean,
          !MUTANT("a torn journal is appended to")
        {
          state"""),
    (FILE + "DurableFile+Writing.swift", """\
.needsCheckpoint = true }
        return result
""", """\
.needsCheckpoint = true
        }
        return result
"""),
    (RECOVERY + "RecoveredState.swift", """\
      if checkpoint == nil { self.changes""", """\
      if checkpoint == nil, !MUTANT("without a checkpoint older journals are dropped") { self.changes"""),
    (RECOVERY + "RecoveredState.swift", """\
      if journal.tail == .damaged {
        damagedJournals""", """\
      if journal.tail == .damaged, !MUTANT("an older torn journal is deleted") {
        damagedJournals"""),
    (RECOVERY + "RecoveredState.swift", """\
    guard leads(earlier, to: journal) else { return }
""", """\
    guard leads(earlier, to: journal),
      !MUTANT("commits over an older copy of the checkpoint are dropped")
    else { return }
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
      guard isEdited(change, to: edit, original) else {
""", """\
      guard isEdited(change, to: edit, original), !MUTANT("an edit never wins") else {
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    if isLater, isBackup { return restore(over: net, present) }
""", """\
    if isLater, isBackup, !MUTANT("a restored backup is merged") {
      return restore(over: net, present)
    }
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    isCheckpointForeign && (checkpoint?.isMarked == true || staleNumber != nil)
""", """\
    isCheckpointForeign
      && (checkpoint?.isMarked == true
        || staleNumber != nil && !MUTANT("a list of an unknown number is merged"))
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    if let stale, stale.read != edited {
""", """\
    if let stale, stale.read != edited || MUTANT("a backup that was converted is an edit of itself"),
      !MUTANT("an edit of a list that was kept counts as a whole")
    {
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    outcome.conflicts.isOverLostList = !stale.isPresentKnown
""", """\
    outcome.conflicts.isOverLostList =
      !stale.isPresentKnown && !MUTANT("values that an edit destroyed are not reported")
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
        if !isLater {
""", """\
        if !isLater, !MUTANT("an edit of a list that was kept wins whatever its time") {
"""),
    (FILE + "DurableFile+Loading.swift", """\
    let known = state.isEdited ? nil : state.callersMembers()?.applying(unreported)
""", """\
    let known =
      state.isEdited || MUTANT("an edit in place takes values that the caller has")
      ? nil : state.callersMembers()?.applying(MUTANT("changes not yet reported go") ? [] : unreported)
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    var outcome = fromLater <= fromEarlier ? later : earlier
""", """\
    var outcome = fromLater <= fromEarlier ? later : earlier
    if MUTANT("a doubt is not reported") { return outcome }
"""),
    (RECOVERY + "RecoveredState.swift", """\
    guard let number = checkpoint.number else { return checkpoint.identity }
""", """\
    guard let number = checkpoint.number,
      !MUTANT("an edit counts as one of the oldest list, whatever its number")
    else { return checkpoint.identity }
"""),
    (FILE + "Compaction.swift", """\
      guard try isSound(&state) else { return .abandoned }
      if state.predecessor?""", """\
      guard
        try isSound(&state)
          || MUTANT("a compaction removes the journal that an edit of the old list needs")
      else { return .abandoned }
      if state.predecessor?"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
      if isLater, original != nil || change.replaced != .unknown {
""", """\
      if isLater && (original != nil || change.replaced != .unknown)
        && !MUTANT("an edit of the closed file never wins")
        || MUTANT("an edit wins whatever its time")
      {
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
    return changed > last && changed <""", """\
    if MUTANT("the future is later, too") { return changed > last }
    return changed > last && changed <"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
        outcome.conflicts.edits.append(change.name)
""", """\
        if !MUTANT("an overridden edit is not reported") {
          outcome.conflicts.edits.append(change.name)
        }
"""),
    (RECOVERY + "RecoveredState+Merging.swift", """\
        outcome.conflicts.commits.append(change.name)
""", """\
        if !MUTANT("an overridden commit is not reported") {
          outcome.conflicts.commits.append(change.name)
        }
"""),
    (FILE + "DurableFile+Compaction.swift", """\
    if state.cleanup.keepsJournal {
""", """\
    if state.cleanup.keepsJournal, !MUTANT("a journal that is overridden is not kept") {
"""),
    (RECOVERY + "RecoveredState.swift", """\
        journal.checkpoints.isEmpty || !leads(before.changes, to: journal)
""", """\
        journal.checkpoints.isEmpty || !leads(before.changes, to: journal),
        !MUTANT("a successor counts behind a predecessor without its end")
"""),
    (RECOVERY + "Checkpoint.swift", """\
      && status.modified == self.status.modified && status.changed""", """\
      && (MUTANT("times are not compared") || status.modified == self.status.modified)
      && (MUTANT("times are not compared") || status.changed"""),
    (RECOVERY + "Checkpoint.swift", """\
 == self.status.changed
""", """\
 == self.status.changed)
"""),
    (RECOVERY + "Checkpoint.swift", """\
    guard status.size <= limit else {
""", """\
    guard status.size <= limit || MUTANT("a file of any size is read") else {
"""),
    (SYSTEM + "WriterLock.swift", """\
      if try file.status().links == 0 {
""", """\
      if try file.status().links == 0, !MUTANT("a lock file that was removed is still locked") {
"""),
    (JOURNAL + "Journal.swift", """\
        guard header.generation == generation else { return .damaged }
""", """\
        guard header.generation == generation || MUTANT("a journal's name is not checked") else {
          return .damaged
        }
"""),
    (JOURNAL + "Journal.swift", """\
    guard tail != .clean || hasNext else { return [] }
""", """\
    guard tail != .clean || hasNext, !MUTANT("others' records are not read") else {
      return []
    }
"""),
    (JOURNAL + "Journal.swift", """\
    tail = replay.tail
""", """\
    tail = MUTANT("others' torn record is not noticed") ? .clean : replay.tail
"""),
    (JOURNAL + "Journal.swift", """\
    let reserve = isRemoval ? 0 : Journal.reserve
""", """\
    let reserve =
      MUTANT("settings use the reserve") || isRemoval && !MUTANT("removals do not use the reserve")
      ? 0 : Journal.reserve
"""),
    (JOURNAL + "Journal.swift", """\
      try record.reading { bytes throws(SystemError) in try file.write(bytes, at: place) }
    } catch {
      cut()
      throw error
""", """\
      try record.reading { bytes throws(SystemError) in try file.write(bytes, at: place) }
    } catch {
      if !MUTANT("a failed record is not cut off") { cut() }
      throw error
"""),
    (JOURNAL + "Journal.swift", """\
      tail = .damaged
    }
""", """\
      tail = MUTANT("a record that could not be cut off is forgotten") ? .clean : .damaged
    }
"""),
    (JOURNAL + "JournalRecord.swift", """\
    var place = (generation.littleEndian, UInt64(offset).littleEndian, length""", """\
    var place = (
      (MUTANT("records fit any journal") ? 0 : generation).littleEndian,
      (MUTANT("records fit any place") ? 0 : UInt64(offset)).littleEndian, length"""),
    (JOURNAL + "JournalTail.swift", """\
    if bytes.isZero {
""", """\
    if bytes.isZero || MUTANT("what follows the records is ignored") {
"""),
    (JOURNAL + "JournalTail.swift", """\
 written <= end else { return false }
""", """\
      written <= end || MUTANT("what follows an interrupted record is ignored")
    else { return false }
"""),
    (JOURNAL + "JournalTail.swift", """\
    guard JournalRecord.isStart(payload, of: length, version: version, after: values)
    else { return false }
""", """\
    guard
      JournalRecord.isStart(payload, of: length, version: version, after: values)
        || MUTANT("a wrong length makes later commits part of an interrupted one")
    else { return false }
"""),
    (JOURNAL + "JournalTail.swift", """\
    return hole != nil || !isWhole""", """\
    return hole != nil || MUTANT("a record that is there in full counts as interrupted")
      || !isWhole"""),
    (JOURNAL + "JournalReplay.swift", """\
      crc
        == JournalRecord""", """\
      MUTANT("a record's checksum is ignored") || crc
        == JournalRecord"""),
    (JOURNAL + "JournalRecord.swift", """\
appendingTo: &changes), input.isAtEnd else {
""", """\
appendingTo: &changes),
      input.isAtEnd || MUTANT("bytes after a commit's changes are ignored")
    else {
"""),
    (JOURNAL + "JournalHeader.swift", """\
      crc == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32])), zero == 0
""", """\
      MUTANT("a header's checksum is ignored")
        || crc == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32])), zero == 0
"""),
    (JOURNAL + "JournalHeader.swift", """\
    guard (1...JournalFormat.version).contains(version) else { return .newer(version) }
""", """\
    guard (1...JournalFormat.version).contains(version) || MUTANT("a newer version is read")
    else { return .newer(version) }
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
    (JOURNAL + "Journal.swift", """\
    if count < JournalMark.length || found.mark != mark || !mark.tells { try file.requireOurs() }
""", """\
    if count < JournalMark.length || found.mark != mark
      || (!mark.tells && !MUTANT("a file of zeros is taken for the journal"))
    {
      if !MUTANT("a commit goes wherever the journal's descriptor leads") { try file.requireOurs() }
    }
"""),
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
    (FILE + "DurableFile+Flushing.swift", """\
        if isOpen, !state.isWriting {""", """\
        if isOpen, !state.isWriting, !MUTANT("a compaction does not look what there is") {"""),
    (FILE + "DurableFile+Flushing.swift", """\
      guard isGone || isAside, look < 4""", """\
      guard isGone && !MUTANT("a list is written again before the editor is done") || isAside,
        look < 4"""),
    # Compaction beside commits
    (FILE + "Compaction.swift", """\
        predecessor: journal.generation, number: state.checkpoint?.number)
      file.discardUnused""", """\
        predecessor: MUTANT("a successor names no predecessor") ? 0 : journal.generation,
        number: state.checkpoint?.number)
      file.discardUnused"""),
    (FILE + "Compaction.swift", """\
      try file.fileSystem.synchronize(successor.file.descriptor)
      try folder.synchronize()
""", """\
      if !MUTANT("a successor is not synchronized") {
        try file.fileSystem.synchronize(successor.file.descriptor)
      }
      if !MUTANT("a successor's name is not synchronized") { try folder.synchronize() }
"""),
    (FILE + "Compaction.swift", """\
      guard isThere else { return .abandoned }
""", """\
      guard isThere || MUTANT("a successor that is gone gets commits") else { return .abandoned }
"""),
    (FILE + "Compaction.swift", """\
        try state.journal?.end(continuingIn: successor.generation)
""", """\
        if !MUTANT("a journal does not lead to its successor") {
          try state.journal?.end(continuingIn: successor.generation)
        }
"""),
    (FILE + "Compaction.swift", """\
      try file.fileSystem.synchronize(temporary.descriptor)
""", """\
      if !MUTANT("a checkpoint made beside commits is not synchronized") {
        try file.fileSystem.synchronize(temporary.descriptor)
      }
"""),
    (FILE + "Compaction.swift", """\
        try state.journal?.append(built.name)
""", """\
        if !MUTANT("a successor does not name the checkpoint") {
          try state.journal?.append(built.name)
        }
"""),
    (FILE + "Compaction.swift", """\
    try file.waitUntilDurable(commit)
    return .install""", """\
    if !MUTANT("a checkpoint gets its place before its name is on the disk") {
      try file.waitUntilDurable(commit)
    }
    return .install"""),
    (FILE + "Compaction.swift", """\
      isConfirmed = try folder.synchronize()
    } catch {
      try file.renew""", """\
      isConfirmed =
        try MUTANT("the old journal goes before the checkpoint's name is on the disk") || folder.synchronize()
    } catch {
      try file.renew"""),
    (FILE + "Compaction.swift", """\
    try isSound(&state) && state.predecessor""", """\
    try (isSound(&state) || MUTANT("a checkpoint gets its place without a look"))
      && state.predecessor"""),
    (FILE + "Compaction.swift", """\
      guard isOurs else { return .abandoned }
""", """\
      guard isOurs || MUTANT("another file is put in the checkpoint's place") else {
        return .abandoned
      }
"""),
    (FILE + "DurableFile+State.swift", """\
      if oldSync == nil || !journal.isSameFile(as: self.journal) {
""", """\
      if oldSync == nil
        || self.journal?.generation != journal.generation
        || !MUTANT("a removed journal is synchronized") && !journal.isSameFile(as: self.journal)
      {
"""),
    (RECOVERY + "RecoveredState.swift", """\
    return journal?.generation == generation || predecessor?.generation == generation
""", """\
    return journal?.generation == generation
      || predecessor?.generation == generation
        && !MUTANT("a list that is away is forgotten when a compaction has begun")
"""),
    (RECOVERY + "RecoveredState.swift", """\
    for before in older.reversed() where !first""", """\
    for before in older.reversed()
    where !MUTANT("only one journal before the last is read") && !first"""),
    (FILE + "DurableFile+Following.swift", """\
    state.unreported += changes
    guard""", """\
    if !MUTANT("commits read before a broken edit are lost") { state.unreported += changes }
    guard"""),
    (FILE + "DurableFile+Following.swift", """\
      state.checkpoint?.identity != checkpoint.identity, isNewest""", """\
      state.checkpoint?.identity != checkpoint.identity
        || MUTANT("a copy of the list is taken for a compaction's"), isNewest"""),
    (FILE + "DurableFile+Following.swift", """\
    if let journal { sync?.didWrite""", """\
    if let journal, !MUTANT("the end of a journal is not synchronized") { sync?.didWrite"""),
    (FILE + "DurableFile+Following.swift", """\
      checkpoint.number = name.number
    } else {
      return false
""", """\
      checkpoint.number = name.number
    } else if !MUTANT("any new list is a compaction's") {
      return false
"""),
    (FILE + "DurableFile+Reading.swift", """\
    case .changes(let changes): state.unreported += changes
""", """\
    case .changes(let changes):
      if !MUTANT("what a compaction read of others is lost") { state.unreported += changes }
"""),
    (SYSTEM + "Folder+Compacting.swift", """\
      guard try fileSystem.lock(rest.descriptor), try isPlace""", """\
      let isLocked = try fileSystem.lock(rest.descriptor)
      guard isLocked || MUTANT("two compactions at once"), try isPlace"""),
    (JOURNAL + "GroupCommit.swift", """\
    guard let predecessor else { return }
    try predecessor""", """\
    guard let predecessor, !MUTANT("a commit does not wait for those of the journal before") else {
      return
    }
    try predecessor"""),
    (STORE + "DefaultsFile.swift", """\
    guard try isReopeningDue(file, isAsked: false) else { return }
""", """\
    guard try isReopeningDue(file, isAsked: false), !MUTANT("an unavailable file is written unread")
    else { return }
"""),
    (STORE + "DefaultsFile.swift", """\
    if postponed.withLock({ $0.migrations.isEmpty }) { return }
""", """\
    if postponed.withLock({ $0.migrations.isEmpty }) || MUTANT("a commit goes before the migrations that waited") {
      return
    }
"""),
    (STORE + "DefaultsFile.swift", """\
    guard let commit = file?.endWriting(), durability == .durable ||""", """\
    guard let commit = file?.endWriting(),
      durability == .durable && !MUTANT("the store's durable commit does not wait") ||"""),
    (FILE + "DurableFile+Flushing.swift", """\
          if compaction.isContinuation { continue }
""", """\
          if compaction.isContinuation, !MUTANT("a flush brings no commit behind a killed compaction in") {
            continue
          }
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    return !state.cleanup.staleJournals.isEmpty || mayHaveOldSecrets""", """\
    return !state.cleanup.staleJournals.isEmpty
      || !MUTANT("secrets that others left stay in kept lists") && mayHaveOldSecrets"""),
    (FILE + "DurableFile+History.swift", """\
    let present = policy.rule == .ended ? nil""", """\
    let present =
      policy.rule == .ended && !MUTANT("a key that became secret stays in kept lists") ? nil"""),
    (RECOVERY + "Folder+Spelling.swift", """\
    for ending in [WriterLock.name(for: "")] + journals + [""] {""", """\
    for ending in MUTANT("a list's own spelling counts before its lock's")
      ? ["", WriterLock.name(for: "")] : [WriterLock.name(for: "")] + journals + [""]
    {"""),
    (RECOVERY + "Checkpoint.swift", """\
      file: file, status: status.hasSameContent(as: written) ? status : written,""", """\
      file: file,
      status: status.hasSameContent(as: written) || MUTANT("an edit right after the swap is not seen")
        ? status : written,"""),
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
    (FILE + "DurableFile+Writing.swift", """\
      if compactsByItself, state.isNothingThere { try""", """\
      if compactsByItself || MUTANT("a store that nobody compacts begins without a list"), state.isNothingThere,
        !MUTANT("the first commit of a store waits for the disk") { try"""),
    (FILE + "Maintenance.swift", """\
 || compactsByItself && state.beginsStore
""", """\
 || compactsByItself && state.beginsStore && !MUTANT("a busy new store gets no list")
"""),
    (FILE + "DurableFile+Flushing.swift", """\
    if state.beginsStore || state.compactionThreshold.isPassed(by: journal) { return true }
""", """\
    if state.beginsStore && !MUTANT("a new store that was killed gets no list from the next program")
      || state.compactionThreshold.isPassed(by: journal) { return true }
"""),
    (FILE + "DurableFile+Folder.swift", """\
    let name = state.checkpoint == nil ? state.journal?.name : name
""", """\
    let name =
      state.checkpoint == nil && !MUTANT("a new store keeps nothing before an update") ? state.journal?.name : name
"""),
    (FILE + "DurableFile+Folder.swift", """\
          if file == name, let journal { files.append(journal.name) }
""", """\
          if file == name, let journal, !MUTANT("the first journal may be written against its permissions") {
            files.append(journal.name)
          }
"""),
    (FILE + "Compaction.swift", """\
    case .done: discardTemporary()
""", """\
    case .done where !MUTANT("a compaction that was too late leaves its file"): discardTemporary()
"""),
    (FILE + "DurableFile+Loading.swift", """\
  func isListUnfinished(_ state: State) -> Bool { state.brokenEdit.map(isUnfinished) ?? false }
""", """\
  func isListUnfinished(_ state: State) -> Bool {
    if MUTANT("a compaction moves a list away that comes in pieces") { return false }
    return state.brokenEdit.map(isUnfinished) ?? false
  }
"""),
    (FILE + "DurableFile+Loading.swift", """\
    let log = try? recovered.journal?.file.status()
""", """\
    let log =
      MUTANT("a new store that others reach is not reported") ? nil : try? recovered.journal?.file.status()
"""),
    (FILE + "Compaction.swift", """\
      if !isConfirmed { file.noteFolder(&state) }
""", """\
      if !isConfirmed, !MUTANT("a folder that cannot be synchronized is not reported") { file.noteFolder(&state) }
"""),
    (RECOVERY + "RecoveredState.swift", """\
    hasJournals = journals.count > staleJournals.count
""", """\
    hasJournals =
      journals.count > staleJournals.count || MUTANT("a blank journal is one whose list is gone") && !journals.isEmpty
"""),    (JOURNAL + "GroupCommit.swift", """\
        try folder?.synchronizePath()
""", """\
        if !MUTANT("the first durable commit of a store leaves its names to the kernel") {
          if MUTANT("the first durable commit of a store forgets the folders above") {
            try folder?.synchronize()
          } else {
            try folder?.synchronizePath()
          }
        }
"""),
    (JOURNAL + "GroupCommit.swift", """\
    didWrite(upTo: end)
    try waitForPredecessor()
""", """\
    if !MUTANT("a wait for what others wrote has no end") { didWrite(upTo: end) }
    try waitForPredecessor()
"""),
    (JOURNAL + "GroupCommit.swift", """\
in: journal.beginsStore ? folder : nil,""", """\
in: journal.beginsStore && !MUTANT("only the first process of a store brings its names to the disk") ? folder : nil,"""),
    (FILE + "Compaction.swift", """\
    if let first { try""", """\
    if let first, !MUTANT("a successor is on the disk before the first journal of a store") { try"""),
    (FILE + "DurableFile+Flushing.swift", """\
return beginsStore ? PropertyListDictionary() : nil }
""", """\
return beginsStore && !MUTANT("a new store is not written again after a failed synchronization")
      ? PropertyListDictionary() : nil }
"""),
    (FILE + "DurableFile+Reading.swift", """\
        if case .valid(let header) = header, header.beginsStore { return true }
      }
    }
""", """\
        if case .valid(let header) = header,
          header.beginsStore || MUTANT("an unused journal looks like news"),
          !MUTANT("a journal in the making is not looked at again") { return true }
      }
    }
    if state.folder == nil, MUTANT("a new store in a new folder is not seen") { return false }
"""),
    (RECOVERY + "RecoveredState.swift", """\
      && (predecessor ?? journal)?.beginsStore != true
""", """\
      && ((predecessor ?? journal)?.beginsStore != true || MUTANT("a new store is taken for one whose list is gone"))
"""),
    # Another program's file in the list's place
    (FILE + "DurableFile+Damage.swift", """\
    guard let damaged = recovered.damagedCheckpoint, !damaged.looksLikeList,
""", """\
    guard let damaged = recovered.damagedCheckpoint,
      !damaged.looksLikeList || MUTANT("a damaged list is taken for another program's file"),
      !MUTANT("another program's file is moved aside"),
"""),
    (FILE + "DurableFile+Folder.swift", """\
    guard lock == nil, try checkpointStatus() != nil else { return }
""", """\
    guard lock == nil, try checkpointStatus() != nil,
      !MUTANT("a commit makes a lock beside another program's file")
    else { return }
"""),

    # The journal that is the store, and its published list
    (PROTOCOL + "StoreFormat.swift", """\
    withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }
""", """\
    if !MUTANT("a dropped commit comes back behind a later one") {
      withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }
    }
"""),
    (PROTOCOL + "StoreReader.swift", """\
    if written < StoreFormat.recordHeaderLength || hasZeroSector(before: written) { return true }
""", """\
    if written < StoreFormat.recordHeaderLength { return true }
    if hasZeroSector(before: written), !MUTANT("a missing sector is damage") { return true }
"""),
    (PROTOCOL + "StoreReader.swift", """\
    return written < StoreFormat.recordHeaderLength + Int(header.length)
""", """\
    return written < StoreFormat.recordHeaderLength + Int(header.length)
      && !MUTANT("a record that ends early is damage")
"""),
    (PROTOCOL + "StoreReader.swift", """\
      for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 })
      where goOn(at: next, chain) { return true }
""", """\
      for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 })
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
    (PROTOCOL + "StoreFile.swift", """\
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
    (PROTOCOL + "StoreFile.swift", """\
      try takeInDisplaced(naming: known, in: journal)
""", """\
      if !MUTANT("an edit is taken in before an earlier one") {
        try takeInDisplaced(naming: known, in: journal)
      }
"""),
    (PROTOCOL + "StoreFile.swift", """\
      if isFirstLook { try resetIfRemoved(journal) } else { try noteRemoval(of: note, journal) }
""", """\
      if isFirstLook {
        try resetIfRemoved(journal)
      } else if !MUTANT("a commit after a removal is reset with it") {
        try noteRemoval(
          of: MUTANT("the list before an unfinished publication is forgotten") ? nil : note, journal)
      }
"""),
    (PROTOCOL + "StoreFile.swift", """\
    guard let last = journal.lastNote, last.identity != .none, try !place.isUnfinished(last)
    else { return }
""", """\
    guard let last = journal.lastNote, last.identity != .none,
      try !place.isUnfinished(last) || MUTANT("a publication that was cut off resets the store")
    else { return }
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
      // Before the journal names it: by this name it is known for a draft after a power cut.
      try folder.synchronize()
""", """\
      // Before the journal names it: by this name it is known for a draft after a power cut.
      if !MUTANT("a draft's name is not on the disk") { try folder.synchronize() }
"""),
    (PROTOCOL + "Publication.swift", """\
      origin: .publication, identity: identity, number: number, commit: history.number,
""", """\
      origin: .publication, identity: identity, number: number,
      commit: history.number + (MUTANT("a list holds what was committed beside it") ? 1 : 0),
"""),
    (PROTOCOL + "Publication.swift", """\
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate, store.list""", """\
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate || MUTANT("a list goes back"), store.list"""),
    (PROTOCOL + "Publication.swift", """\
    let notes = [try noteInPlace(journal), note].compactMap { $0 }
""", """\
    let notes = [try noteInPlace(journal), note].compactMap { $0 }
      .suffix(MUTANT("two unfinished publications hide the list in place") ? 1 : 2)
"""),
    (PROTOCOL + "Publication.swift", """\
    guard isDraft, journal.lastNote == note, old""", """\
    guard isDraft, journal.lastNote == note || MUTANT("a list that is not named is put in place"), old"""),
    (PROTOCOL + "Publication.swift", """\
    try synchronize(journal)
    return try withLock""", """\
    if !MUTANT("a list is in place before its journal is on the disk") {
      try synchronize(journal)
    }
    return try withLock"""),
    (PROTOCOL + "Publication.swift", """\
    try store.takeInDisplaced(temporary, by: note, naming: note, in: journal)
""", """\
    if !MUTANT("an edit that an exchange displaced is left") {
      try store.takeInDisplaced(temporary, by: note, naming: note, in: journal)
    }
"""),
    (PROTOCOL + "Publication.swift", """\
        // Or else a power cut might take both names.
        try store.synchronize(journal, andNames: true)
""", """\
        // Or else a power cut might take both names.
        if !MUTANT("a first list loses both its names") {
          try store.synchronize(journal, andNames: true)
        }
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
    let wasInPlace = before""", """\
    let before = journal.notes[..<first].last {
      !$0.isOfMove || MUTANT("a displaced list that had come back is an edit")
    }
    let wasInPlace = MUTANT("every displaced list was in place") ? out.isMarked : before"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    let wasTakenIn = journal.notes[first...].contains {
""", """\
    let wasTakenIn = journal.notes[(MUTANT("a displaced copy was taken in long ago") ? 0 : first)...].contains {
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
    try synchronize(journal, andNames: true)
    place.discard(temporary)
""", """\
    if !MUTANT("a displaced edit goes before the journal has it on the disk") {
      try synchronize(
        journal, andNames: !MUTANT("a displaced list goes before the exchange is on the disk"))
    }
    place.discard(temporary)
"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
      if journal.lastNote == note, list.note != note {
""", """\
      if journal.lastNote == note,
        list.note != note || MUTANT("a first list that has both its names is given up")
      {
"""),
    (PROTOCOL + "Publication.swift", """\
      guard isInPlace else {
""", """\
      guard isInPlace, !MUTANT("an exchange whose answer was lost is given up") else {
"""),
    (PROTOCOL + "StorePlace.swift", """\
      guard let status = try folder.status(of: temporary), !status.isChanging(at: date),
""", """\
      guard let status = try folder.status(of: temporary),
        !status.isChanging(at: date) || MUTANT("what an editor is writing is removed"),
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
    (PROTOCOL + "Shortening.swift", """\
      let index = journal.notes.lastIndex(where: { $0.holdsAll && $0.identity != last.identity }),
""", """\
      let index = journal.notes.lastIndex(where: {
        $0.holdsAll
          && ($0.identity != last.identity || MUTANT("the list that an editor read is left out"))
      }),
"""),
    (PROTOCOL + "Shortening.swift", """\
      try folder.fileSystem.synchronizeData(new.journal.file.descriptor)
""", """\
      if MUTANT("the tail of a shorter journal is not on the disk") { return }
      try folder.fileSystem.synchronizeData(new.journal.file.descriptor)
"""),
    (PROTOCOL + "Shortening.swift", """\
    try old.end(path: store.place.path)
""", """\
    if !MUTANT("a replaced journal does not end") { try old.end(path: store.place.path) }
"""),
    (PROTOCOL + "Shortening.swift", """\
    try new.journal.append(Array(all[taken...]), path: store.place.path)
""", """\
    if !MUTANT("what was committed beside a shortening is lost") {
      try new.journal.append(Array(all[taken...]), path: store.place.path)
    }
"""),
    (PROTOCOL + "StoreJournal.swift", """\
    guard !isNameDurable else { return }
""", """\
    guard !isNameDurable, !MUTANT("the journal's name is not on the disk") else { return }
"""),
    (PROTOCOL + "StoreJournal.swift", """\
      mended.number >= history.number
""", """\
      mended.number >= history.number || MUTANT("a list behind damage undoes what a snapshot has")
"""),
    (PROTOCOL + "StoreFile+Making.swift", """\
      + history.notes.map { .list($0) }
""", """\
      + history.notes.filter {
        $0.commit >= history.startNumber || !MUTANT("a mended journal forgets the list in place")
      }.map { .list($0) }
"""),
    (PROTOCOL + "StoreFile+Making.swift", """\
      let notes = old.notes.suffix(2).filter { $0 != list.note } + (list""", """\
      let notes = old.notes.suffix(MUTANT("a rebuilt journal forgets the list before") ? 0 : 2)
        .filter { $0 != list.note } + (list"""),
    (PROTOCOL + "StoreFile+Tidying.swift", """\
      if isInDoubt { return }
""", """\
      if isInDoubt, !MUTANT("files are removed behind a failed synchronization") { return }
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
        try append([.list(list.note ?? journal.noteBeforeLast)], to: journal)
""", """\
        try append(
          [
            .list(
              MUTANT("a list that came back is not named again")
                ? journal.noteBeforeLast : list.note ?? journal.noteBeforeLast)
          ], to: journal)
"""),
    (PROTOCOL + "Publication.swift", """\
        guard isMissing ? error.isExisting : error.isNoSuchFile else {
""", """\
        guard isMissing
          ? error.isExisting && !MUTANT("a list that comes back ends a publication")
          : error.isNoSuchFile
        else {
"""),
    (PROTOCOL + "StoreFormat.swift", """\
    guard file.count >= StoreFormat.headerLength, input""", """\
    guard file.count >= StoreFormat.headerLength || MUTANT("a short header is read"), input"""),
    (PROTOCOL + "EditMerge.swift", """\
    if removed != nil {
""", """\
    if removed != nil, !MUTANT("a list that comes back does not undo the reset") {
"""),
    (PROTOCOL + "StoreHistory.swift", """\
    return isIt(notes[index]) && !since.contains(where: isIt) ? notes[index] : nil
""", """\
    let isUndone = since.contains(where: isIt) && !MUTANT("a reset is undone by each save")
    return isIt(notes[index]) && !isUndone ? notes[index] : nil
"""),
    (PROTOCOL + "StoreFile.swift", """\
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
]

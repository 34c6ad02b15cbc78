extension Folder {
  /// Replaces a file so that at every moment, a power cut included, the name has either the old
  /// content or the new.
  ///
  /// The new content goes to a temporary file that others cannot have placed there; it gets the
  /// old file's permissions and owner before it gets its name, and is on the disk before that.
  /// Until `rename` nothing that others see has changed; the name is durable after `synchronize`
  /// of the folder, which the caller does or has reason to put off.
  /// - Parameters:
  ///   - name: The name to replace.
  ///   - bytes: The whole new content.
  ///   - old: The attributes of the file to be replaced, nil if there was none.
  ///   - status: The status of the only file to be replaced, as last seen; nil for any or none.
  ///   - keptName: The name that the replaced file gets; nil removes it.
  ///   - modified: The time of modification of the new file; nil for the present.
  ///   - beforeRename: Makes durable all that must be so before the new content can be seen.
  /// - Returns: The new file, open, and its status before it got the name.
  /// - Throws: The failure; the name then has its old content, or what another program put there.
  func replace(
    _ name: String, with bytes: [UInt8], like old: FileAttributes?,
    insteadOf status: FileStatus? = nil, keeping keptName: String? = nil,
    modified: Int64? = nil, beforeRename: () throws(SystemError) -> Void = {}
  ) throws(SystemError) -> (file: OpenFile, written: FileStatus) {
    let temporary = Folder.temporaryName(for: name)
    let descriptor = try fileSystem.open(
      temporary, in: descriptor, .create(permissions: 0o600))
    let file = OpenFile(descriptor, fileSystem)
    let written: FileStatus
    do throws(SystemError) {
      try write(bytes, to: file)
      if let modified { try? fileSystem.setModified(file.descriptor, modified) }
      if let old { try copyAttributes(of: old, for: file) } else { try protect(file) }
      try fileSystem.synchronize(file.descriptor)
      try beforeRename()
      written = try file.status()
    } catch {
      discard(temporary)
      throw error
    }
    try install(file, temporary, as: name, insteadOf: status, keeping: keptName)
    return (file, written)
  }

  /// Gives a temporary file, which is on the disk, its name.
  /// - Throws: What failed; the name then has its old content, and the temporary file is gone.
  func install(_ file: OpenFile, _ temporary: String, as name: String) throws(SystemError) {
    do throws(SystemError) {
      try fileSystem.rename(temporary, to: name, in: descriptor)
    } catch {
      // The answer may have been lost, not the call.
      let isDone = try isPlace(name, of: file)
      if isDone { return }
      discard(temporary)
      throw error
    }
  }

  /// Gives a temporary file, which is on the disk, the name of another one, if that still has it.
  ///
  /// The names are swapped, which shows the file that is replaced: one that another program has put
  /// there gets its name back. Where the system cannot swap names, such a file is lost if it comes
  /// between the last look at the name and the renaming. No other process sweeps the temporary file in between,
  /// because the writer's lock is held.
  /// - Parameters:
  ///   - old: The status of the file to be replaced, as last seen; nil for any or none.
  ///   - keptName: The name that the replaced file gets; nil removes it.
  /// - Throws: What failed, or `SystemError.replaced`; the temporary file is gone then.
  func install(
    _ file: OpenFile, _ temporary: String, as name: String, insteadOf old: FileStatus?,
    keeping keptName: String? = nil
  ) throws(SystemError) {
    guard let old else { return try install(file, temporary, as: name) }
    // The file that is replaced gets this name. If a crash comes before a look at it, it may be one that
    // another program has just put there, which no sweep may take for the rest of a write.
    let swap = Folder.swapName(for: name)
    do throws(SystemError) {
      try fileSystem.rename(temporary, to: swap, in: descriptor)
    } catch {
      discard(temporary)
      throw error
    }
    try exchange(file, swap, with: name, insteadOf: old, keeping: keptName)
  }

  private func exchange(
    _ file: OpenFile, _ temporary: String, with name: String, insteadOf old: FileStatus,
    keeping keptName: String?
  ) throws(SystemError) {
    do throws(SystemError) {
      try fileSystem.exchange(temporary, with: name, in: descriptor)
    } catch {
      if error.isUnknownCall {
        if let keptName { copy(name, to: keptName, old) }
        return try install(file, temporary, as: name)
      }
      // The answer may have been lost, not the call.
      guard try isPlace(name, of: file) else {
        discard(temporary)
        throw error.isNoSuchFile ? .replaced : error
      }
    }
    do throws(SystemError) {
      let found = try status(of: temporary)
      let isExpected = found.map { $0.hasSameContent(as: old) } ?? true
      if !isExpected { try putBack(temporary, as: name, over: file.status()) }
      if isExpected, let keptName { keep(temporary, as: keptName) } else { discard(temporary) }
      if isExpected { return }
    } catch {
      throw SystemError(.renameOutcome, code: error.code)
    }
    throw .replaced
  }

  /// Gives a file that was replaced the name under which it is kept; one that cannot get it goes.
  func keep(_ name: String, as keptName: String) {
    do throws(SystemError) {
      try rename(name, to: keptName)
    } catch {
      discard(name)
    }
  }

  /// Copies a file that is about to be replaced, where names cannot be swapped.
  ///
  /// A failure only means that it is not kept.
  private func copy(_ name: String, to keptName: String, _ status: FileStatus) {
    guard let file = try? open(name),
      let bytes = try? file.read(limit: status.size, expected: status.size),
      let copy = try? create(
        keptName, with: bytes, like: FileAttributes(name: name, status: status))
    else { return }
    try? fileSystem.setModified(copy.descriptor, status.modified)
  }

  /// Gives back the name that a file lost to another one.
  ///
  /// Each swap shows whether a third file had come in between, whose name is given back then.
  private func putBack(_ temporary: String, as name: String, over file: FileStatus)
    throws(SystemError)
  {
    var wrong = file
    for _ in 0..<10 {
      guard let right = try status(of: temporary) else { return }
      try fileSystem.exchange(temporary, with: name, in: descriptor)
      guard let found = try status(of: temporary), !found.isSameFile(as: wrong) else { return }
      wrong = right
    }
  }

  /// Whether a name leads to an open file.
  /// - Throws: `SystemError` of `renameOutcome`, if the outcome cannot be found out.
  func isPlace(_ name: String, of file: OpenFile) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard let there = try status(of: name) else { return false }
      return try there.isSameFile(as: file.status())
    } catch {
      throw SystemError(.renameOutcome, code: error.code)
    }
  }

  /// Makes a new file with content.
  /// - Parameter isSynchronized: Whether it is on the disk then, but for its name.
  func create(
    _ name: String, with bytes: [UInt8], like model: FileAttributes?, isSynchronized: Bool = true
  ) throws(SystemError) -> OpenFile {
    let descriptor = try fileSystem.open(name, in: descriptor, .create(permissions: 0o600))
    let file = OpenFile(descriptor, fileSystem)
    do throws(SystemError) {
      try write(bytes, to: file)
      if let model { try copyAttributes(of: model, for: file) } else { try protect(file) }
      if isSynchronized { try fileSystem.synchronize(file.descriptor) }
    } catch {
      discard(name)
      throw error
    }
    return file
  }

  func write(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
    try file.requireOurs()
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try file.write(bytes, at: 0) }
    }
    try result.get()
  }

  /// Gives a new file the owner, group, permissions, access control list and protection class of another,
  /// such as the one that it replaces.
  ///
  /// A user who may not give files away keeps as much as possible; permissions that would then
  /// reach another group are withdrawn rather than widened. A file without an access control list gets
  /// none, also where the folder has a default for new files.
  func copyAttributes(of model: FileAttributes, for file: OpenFile) throws(SystemError) {
    let old = model.status
    var list: AccessList?
    do throws(SystemError) {
      try fileSystem.copyProtection(of: model.name, in: descriptor, to: file.descriptor)
      list = try fileSystem.accessList(of: model.name, in: descriptor)
    } catch {
      // An editor that moves the file away before it saves its own may do so at any time.
      throw error.isNoSuchFile ? .replaced : error
    }
    let new = try file.status()
    var permissions = old.permissions & 0o777
    if new.owner != old.owner || new.group != old.group {
      do throws(SystemError) {
        try fileSystem.setOwner(file.descriptor, owner: old.owner, group: old.group)
      } catch {
        guard error.isNotPermitted else { throw error }
        do throws(SystemError) {
          if new.group != old.group {
            try fileSystem.setOwner(file.descriptor, owner: nil, group: old.group)
          }
        } catch {
          guard error.isNotPermitted else { throw error }
          permissions &= ~0o070
          list = list?.withoutGroup
        }
      }
    }
    if let list {
      do throws(SystemError) {
        return try fileSystem.setAccessList(list, of: file.descriptor)
      } catch {
        // The group's bits are the mask of the list, of which the group may have less.
        permissions = permissions & ~0o070 | list.groupPermissions
        losses.note()
      }
    } else {
      try fileSystem.setAccessList(nil, of: file.descriptor)
    }
    if permissions != new.permissions {
      try fileSystem.setPermissions(file.descriptor, permissions)
    }
  }

  static let temporaryInfix = ".temporary-"

  static func temporaryName(for name: String) -> String {
    name + temporaryInfix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// The name that a file gets for the moment in which it swaps its name with the checkpoint.
  static func swapName(for name: String) -> String {
    name + swapInfix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  static let swapInfix = temporaryInfix + "swap-"

  /// The origin of a file that a crash left beside the one with which it should have swapped names.
  enum Swapped {
    /// The store's own, which had the name.
    case replaced
    /// The store's own, which never had it.
    case draft
    /// Another program's.
    case edit
  }

  /// Removes temporary files that a crash left behind; to be called under the writer's lock.
  /// - Parameters:
  ///   - recognize: Tells what a file is that was to swap its name with another; an edit is kept.
  ///   - keptName: The name under which a file is kept that was replaced; nil removes it.
  /// - Returns: The new names of the edits.
  func sweepTemporaries(
    of name: String, recognizing recognize: (String) -> Swapped, keeping keptName: () -> String?
  ) throws(SystemError) -> [String] {
    var edits: [String] = []
    for temporary in try fileSystem.names(in: descriptor)
    where temporary.hasBytePrefix(name + Folder.temporaryInfix) {
      try withAbandoned(temporary) { () throws(SystemError) in
        guard temporary.hasBytePrefix(name + Folder.swapInfix) else { return discard(temporary) }
        switch recognize(temporary) {
        case .draft: discard(temporary)
        case .replaced:
          if let keptName = keptName() {
            keep(temporary, as: keptName)
          } else {
            discard(temporary)
          }
        case .edit:
          let newName = try freeName(for: name, .edited)
          try rename(temporary, to: newName)
          edits.append(newName)
        }
      }
    }
    return edits
  }

  /// Renames a file to the first free name `<name>.<reason>-<n>`, so that its bytes are neither
  /// lost nor in the way.
  /// - Returns: The new name.
  func quarantine(_ name: String, as reason: Quarantine) throws(SystemError) -> String {
    let newName = try freeName(for: name, reason)
    try rename(name, to: newName)
    try synchronize()
    return newName
  }

  /// Gives a file a second name, which no file may have; where the system cannot, the first name goes.
  func link(_ name: String, as newName: String) throws(SystemError) {
    do throws(SystemError) {
      try fileSystem.link(name, to: newName, in: descriptor)
    } catch {
      guard error.isUnknownCall || error.isNotPermitted else { throw error }
      try rename(name, to: newName)
    }
  }

  func rename(_ name: String, to newName: String) throws(SystemError) {
    try fileSystem.rename(name, to: newName, in: descriptor)
  }

  /// The first name `<name>.<reason>-<n>` that no file has.
  func freeName(for name: String, _ reason: Quarantine) throws(SystemError) -> String {
    var number = 1
    while true {
      let candidate = "\(name).\(reason.rawValue)-\(number)"
      if try status(of: candidate) == nil { return candidate }
      number += 1
    }
  }
}

/// The owner, permissions and protection class of a file, for a new one to take over.
struct FileAttributes {
  let name: String
  let status: FileStatus
}

extension String {
  /// Returns whether the UTF-8 bytes start with those of another string.
  func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

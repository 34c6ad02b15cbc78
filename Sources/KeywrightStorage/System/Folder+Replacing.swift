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
  ///   - beforeRename: Makes durable all that must be so before the new content can be seen.
  /// - Throws: The failure; the name then has its old content, or what another program put there.
  func replace(
    _ name: String, with bytes: [UInt8], like old: FileAttributes?,
    insteadOf status: FileStatus? = nil, beforeRename: () throws(SystemError) -> Void = {}
  ) throws(SystemError) {
    let temporary = Folder.temporaryName(for: name)
    let file = try create(temporary, with: bytes, like: old)
    do throws(SystemError) {
      try beforeRename()
      try file.requireOurs()
    } catch {
      discard(temporary)
      throw error
    }
    try install(file, temporary, as: name, insteadOf: status)
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
  /// - Throws: What failed, or `SystemError.replaced`; the temporary file is gone then.
  func install(
    _ file: OpenFile, _ temporary: String, as name: String, insteadOf old: FileStatus?
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
    try exchange(file, swap, with: name, insteadOf: old)
  }

  private func exchange(
    _ file: OpenFile, _ temporary: String, with name: String, insteadOf old: FileStatus
  ) throws(SystemError) {
    do throws(SystemError) {
      try fileSystem.exchange(temporary, with: name, in: descriptor)
    } catch {
      if error.isUnknownCall { return try install(file, temporary, as: name) }
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
      discard(temporary)
      if isExpected { return }
    } catch {
      throw SystemError(.renameOutcome, code: error.code)
    }
    throw .replaced
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
  /// - Parameters:
  ///   - modified: Its time of modification; nil for the present.
  ///   - isSynchronized: Whether it is on the disk then, but for its name.
  func create(
    _ name: String, with bytes: [UInt8], like model: FileAttributes?, modified: Int64? = nil,
    isSynchronized: Bool = true
  ) throws(SystemError) -> OpenFile {
    let descriptor = try fileSystem.open(name, in: descriptor, .create(permissions: 0o600))
    let file = OpenFile(descriptor, fileSystem)
    do throws(SystemError) {
      try file.requireOurs()
      try bytes.reading { bytes throws(SystemError) in try file.write(bytes, at: 0) }
      if let model { try copyAttributes(of: model, for: file) } else { try protect(file) }
      if let modified { try? fileSystem.setModified(file.descriptor, modified) }
      if isSynchronized { try fileSystem.synchronize(file.descriptor) }
    } catch {
      discard(name)
      throw error
    }
    return file
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

  /// The name that a file gets for the moment in which it swaps its name with the one that it replaces.
  static func swapName(for name: String) -> String {
    name + swapInfix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  static let swapInfix = temporaryInfix + "swap-"

  /// Renames a file to the first free name `<name>.<reason>-<n>`, so that its bytes are neither
  /// lost nor in the way.
  /// - Parameter original: The name that the new one begins with.
  /// - Returns: The new name.
  func quarantine(
    _ name: String, of original: String, as reason: Quarantine
  ) throws(SystemError) -> String {
    let newName = try freeName(for: original, reason)
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
  var status: FileStatus

  /// Those of a journal beside a list with these. Its owner can always open it: where the list may not be written,
  /// nothing is.
  var ofJournal: FileAttributes {
    var attributes = self
    attributes.status.permissions |= 0o600
    return attributes
  }
}

extension FileStatus {
  func hasOtherMode(than other: FileStatus) -> Bool {
    permissions != other.permissions || owner != other.owner || group != other.group
  }
}

extension String {
  /// Returns whether the UTF-8 bytes start with those of another string.
  func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

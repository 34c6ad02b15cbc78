extension Folder {
  /// The file in which a compaction writes a checkpoint; its lock keeps others from beginning one.
  static func compactionName(for name: String) -> String { name + temporaryInfix + "compaction" }

  /// Makes the file of a compaction, and locks it.
  ///
  /// Who has the lock of a file that was there finds out whether it still has its name: only then
  /// did a crash leave it.
  /// - Returns: Nil while another compaction is under way.
  func beginCompaction(of name: String) throws(SystemError) -> OpenFile? {
    let temporary = Folder.compactionName(for: name)
    if let rest = try open(temporary) {
      guard try fileSystem.lock(rest.descriptor), try isPlace(temporary, of: rest) else {
        return nil
      }
      discard(temporary)
    }
    do throws(SystemError) {
      let descriptor = try fileSystem.open(
        temporary, in: descriptor, .create(permissions: 0o600))
      let file = OpenFile(descriptor, fileSystem)
      guard try fileSystem.lock(file.descriptor), try isPlace(temporary, of: file) else {
        return nil
      }
      return file
    } catch {
      if error.isExisting { return nil }
      throw error
    }
  }

  /// Whether a temporary file is that of a compaction under way, which has its lock.
  func isInUse(_ temporary: String) -> Bool {
    guard let file = try? open(temporary) else { return false }
    return (try? fileSystem.lock(file.descriptor)) == false
  }
}

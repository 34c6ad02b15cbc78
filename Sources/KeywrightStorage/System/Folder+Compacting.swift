extension Folder {
  /// The file in which a compaction writes a checkpoint; its lock keeps others from beginning one.
  static func compactionName(for name: String) -> String { name + temporaryInfix + "compaction" }

  /// Makes the file of a compaction, and locks it.
  ///
  /// The holder of an earlier file's lock verifies that the file still has its name: only then did a
  /// crash leave it.
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

  /// Does something with a temporary file that a crash left, unless it is that of a compaction under
  /// way, which has its lock.
  ///
  /// The lock is held during the body, so that no compaction makes a file of that name.
  func withAbandoned(
    _ temporary: String, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    let rest: OpenFile?
    do throws(SystemError) {
      rest = try open(temporary)
    } catch {
      // A compaction's can be opened.
      return try body()
    }
    guard let rest, (try? fileSystem.lock(rest.descriptor)) != false,
      (try? isPlace(temporary, of: rest)) == true
    else { return }
    try body()
  }
}

/// One file, one name: file systems that ignore case, or in which composed and decomposed letters are the
/// same, find a file by many names. Its companions are recognized by its name, so that each of these names
/// would be a store with a journal of its own.
extension Folder {
  /// Gives a path the name that the file system has for the lock of a store there, or else for its journal or
  /// the file itself: a user renames the file, but not its companions.
  package static func spelled(_ path: String, _ fileSystem: any FileSystem) -> String {
    let (folderPath, name) = split(path)
    guard !name.isEmpty, !path.utf8.contains(0),
      let folder = try? Folder(existingAt: folderPath, fileSystem),
      let spelling = folder.spelling(of: name), !spelling.hasSameBytes(as: name)
    else { return path }
    return Folder.path(of: spelling, beside: path)
  }

  /// The name of the store to which a file belongs, as the folder has it; nil for none.
  ///
  /// Two questions where case counts. Elsewhere the names are read; a file of several names may be one
  /// that ignores no case, and then its own name is among them.
  func spelling(of name: String) -> String? {
    guard mayHaveOtherSpellings(name) else { return nil }
    guard let names = try? self.names() else { return nil }
    for ending in [WriterLock.name(for: ""), JournalFormat.suffix, ""] {
      let wanted = name + ending
      if names.contains(where: { $0.hasSameBytes(as: wanted) }) { return name }
      guard let status = try? status(of: wanted) else { continue }
      let candidates = names.filter { other in
        other.utf8.count > ending.utf8.count && other.lowercased().hasSuffix(ending)
      }
      // The file has a number for each spelling where a program serves the file system, as for exFAT. Swift
      // compares composed and decomposed letters as equal.
      let found =
        candidates.first { (try? self.status(of: $0))?.isSameFile(as: status) == true }
        ?? candidates.first { $0.lowercased() == wanted.lowercased() }
      if let found {
        return String(decoding: found.utf8.dropLast(ending.utf8.count), as: UTF8.self)
      }
    }
    return nil
  }

  /// The name that the folder has for a file which is found by another spelling of it; nil if its own is there.
  func otherSpelling(of name: String, among names: [String]) -> String? {
    if names.contains(where: { $0.hasSameBytes(as: name) }) { return nil }
    guard (try? status(of: name)) != nil else { return nil }
    return names.first { $0.lowercased() == name.lowercased() }
  }

  /// Whether a file, or its lock, has the name and is found by another one too, or may be.
  private func mayHaveOtherSpellings(_ name: String) -> Bool {
    if name.utf8.contains(where: { $0 >= 0x80 }) { return true }
    guard let flipped = name.withOtherCase else { return false }
    return [flipped, WriterLock.name(for: flipped)].contains { other in
      (try? status(of: other)) != nil
    }
  }
}

extension String {
  /// The name with its letters of ASCII in the other case; nil if it has none.
  fileprivate var withOtherCase: String? {
    let flipped = utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        byte ^ 0x20
      default: byte
      }
    }
    return flipped.elementsEqual(utf8) ? nil : String(decoding: flipped, as: UTF8.self)
  }
}

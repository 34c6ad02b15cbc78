/// One file, one name: file systems that ignore case, or in which composed and decomposed letters are the
/// same, find a file by many names. Its companions are recognized by its name, so that each of these names
/// would be a store with a journal of its own.
extension Folder {
  /// Gives a path the name that the file system has for the file, or else for the lock of a store there.
  package static func spelled(_ path: String, _ fileSystem: any FileSystem) -> String {
    let (folderPath, name) = split(path)
    guard !name.isEmpty, !path.utf8.contains(0),
      let folder = try? Folder(existingAt: folderPath, fileSystem),
      let spelling = folder.spelling(of: name), !spelling.hasSameBytes(as: name)
    else { return path }
    return Folder.path(of: spelling, beside: path)
  }

  /// The name that the folder has for a file, or for the lock of a store of that name; nil for neither.
  ///
  /// Two questions where case counts. Elsewhere the names are read; a file of several names may be one
  /// that ignores no case, and then its own name is among them.
  func spelling(of name: String) -> String? {
    guard mayHaveOtherSpellings(name) else { return nil }
    let lock = WriterLock.name(for: name)
    guard let names = try? fileSystem.names(in: descriptor) else { return nil }
    for (wanted, ending) in [(name, ""), (lock, WriterLock.name(for: ""))] {
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

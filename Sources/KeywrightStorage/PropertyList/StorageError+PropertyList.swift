extension StorageError {
  /// Says that bytes of a file are not a property list.
  init(_ error: PropertyListError, path: String) {
    let place = error.offset.map { " at byte \($0)" } ?? ""
    self.init(
      .corrupt, operation: "reading", path: path, found: error.found + place,
      expected: error.expected,
      advice: "Restore the file from a backup, or mend it.")
  }

  /// Says that a tree cannot be written.
  init(unencodable error: PropertyListError, path: String) {
    self.init(
      .unencodable, operation: "writing", path: path, found: error.found,
      expected: error.expected, advice: "Store another value; the old one is kept.")
  }
}

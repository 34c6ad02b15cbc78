extension Quarantine {
  /// The parts of a name `<file>.<reason>-<number>`.
  struct Place {
    /// The name that the file had.
    let original: String
    let reason: Quarantine

    /// Reads a file's name; nil if it is not that of a file in quarantine of the store of a name.
    init?(_ fileName: String, of name: String) {
      guard let dash = fileName.utf8.lastIndex(of: UInt8(ascii: "-")),
        let dot = fileName[..<dash].utf8.lastIndex(of: UInt8(ascii: ".")),
        let reason = Quarantine(rawValue: String(fileName[dot..<dash].dropFirst()))
      else { return nil }
      let digits = fileName[dash...].utf8.dropFirst()
      let original = String(fileName[..<dot])
      guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
        original.hasSameBytes(as: name)
          || original.hasSameBytes(as: JournalFormat.journalName(for: name))
      else { return nil }
      (self.original, self.reason) = (original, reason)
    }
  }
}

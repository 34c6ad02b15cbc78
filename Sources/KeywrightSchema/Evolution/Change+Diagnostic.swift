extension Change {
  /// The change as a build reports it; nil for one that hurts nobody or was accepted.
  ///
  /// - Parameters:
  ///   - sources: The schemas; places name files among them.
  ///   - lock: The path of the lock, where no schema has a place for the change.
  func diagnostic(in sources: [SourceFile], lock: String) -> Diagnostic? {
    guard let severity = Diagnostic.Severity(rawValue: level.name), reason == nil else {
      return nil
    }
    let problem = DiagnosticMessage(fate, message, severity)
    let location = Self.location(of: place, in: sources, lock: lock)
    return Diagnostic(
      problem, at: location, to: Self.end(of: place, in: sources),
      notes: mends.map { mend in
        Diagnostic.Note(
          .mend(mend.shownText, effect: mend.effect),
          at: Self.location(of: mend.place ?? place, in: sources, lock: lock))
      }, fixes: mends.compactMap { fix($0, in: sources) })
  }

  /// The change that makes a mend, in the words of its note.
  private func fix(_ mend: Mend, in sources: [SourceFile]) -> Fix? {
    guard let remedy = mend.remedy, mend.sensitivity != .secret, let place = mend.place ?? place,
      sources.indices.contains(place.origin.file)
    else { return nil }
    let source = sources[place.origin.file]
    let start = place.origin.offset
    return Fix(
      title: DiagnosticMessage.cut(MessageText.mend(mend.shownText, effect: mend.effect).string),
      path: source.path,
      place: start..<source.end(ofNameAt: start), remedy: remedy)
  }

  private static func location(
    of place: KeyInventory.Place?, in sources: [SourceFile], lock: String
  ) -> SourceLocation {
    guard let place, sources.indices.contains(place.origin.file) else {
      return SourceLocation(path: lock, line: 1, column: 1)
    }
    return place.location(in: sources)
  }

  /// The end of the name at a place.
  private static func end(
    of place: KeyInventory.Place?, in sources: [SourceFile]
  ) -> SourceLocation? {
    guard let place, sources.indices.contains(place.origin.file) else { return nil }
    let source = sources[place.origin.file]
    return source.location(at: source.end(ofNameAt: place.origin.offset))
  }
}

extension DiagnosticMessage {
  /// A change of what releases have stored.
  fileprivate init(_ fate: Fate, _ message: String, _ severity: Diagnostic.Severity) {
    self.init(.lock, MessageText(words: message), name: fate.rawValue, severity: severity)
  }
}

extension KeyInventory.Place {
  /// The location in the sources that the inventory was made of.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func location(in sources: [SourceFile]) -> SourceLocation {
    sources[origin.file].location(at: origin.offset)
  }
}

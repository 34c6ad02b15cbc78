/// Collects the problems of one run over all its files, from every stage that is given the bag.
///
/// One thread at a time uses it.
package final class DiagnosticBag {
  /// The number of problems that are kept of one file: a damaged file may hold millions.
  package static let limitPerFile = 200

  /// The files of the run, in order.
  package let sources: [SourceFile]
  private var entries: [Entry] = []
  /// The number of problems that were reported of each file that has any.
  private var counts: [Int: Int] = [:]
  /// The damaged strings, which have been reported.
  private var damaged: [Span] = []
  /// The values of secret keys in each file: what is reported in them quotes nothing.
  private var secrets: [Int: [Span]] = [:]
  /// Whether the files are schemas, so that messages about their JSON advise on those.
  let holdsSchemas: Bool
  /// The keywords `suppress` that silenced something.
  private(set) var usedSuppressions: Set<Span> = []

  private struct Entry {
    var message: DiagnosticMessage
    var span: Span
    var notes: [(MessageText, Span)]
  }

  /// Creates an empty bag over the files of a run.
  package init(sources: [SourceFile], ofSchemas holdsSchemas: Bool = true) {
    self.sources = sources
    self.holdsSchemas = holdsSchemas
  }

  /// Adds a problem.
  ///
  /// Beyond `limitPerFile` problems of one file, one last diagnostic says that there are more. Problems
  /// inside a damaged string follow from the damage, and are left out.
  package func report(
    _ message: DiagnosticMessage, at span: Span, notes: [(MessageText, Span)] = []
  ) {
    if isDamaged(span) { return }
    add(Entry(message: message, span: span, notes: notes))
  }

  /// Adds a problem: the broken rule and the words, with the change that mends it.
  func report(
    _ rule: Rule, _ text: MessageText, remedy: Remedy? = nil, at span: Span,
    notes: [(MessageText, Span)] = []
  ) {
    report(DiagnosticMessage(rule, text, remedy: remedy), at: span, notes: notes)
  }

  private func add(_ entry: Entry) {
    let file = entry.span.file
    let count = counts[file, default: 0] + 1
    counts[file] = count
    if count <= Self.limitPerFile {
      entries.append(entry)
    } else if count == Self.limitPerFile + 1 {
      let message = DiagnosticMessage(
        .limit, "more than \(Self.limitPerFile) problems in this file; the rest is left out")
      entries.append(Entry(message: message, span: entry.span, notes: []))
    }
  }

  /// Notes a string in which a problem was reported.
  func note(damaged span: Span) {
    if !isFull(span.file) { damaged.append(span) }
  }

  /// Notes what a schema says of a secret key's values.
  func note(secret span: Span) { secrets[span.file, default: []].append(span) }

  /// Notes the keywords that asked for a warning to be left out.
  func note(silenced keywords: some Sequence<Span>) { usedSuppressions.formUnion(keywords) }

  private func isDamaged(_ span: Span) -> Bool {
    damaged.contains { $0.contains(span) }
  }

  /// Adds what another bag over the same files has collected.
  func add(_ other: DiagnosticBag) {
    for entry in other.entries { add(entry) }
    damaged += other.damaged
  }

  /// Whether a further problem of a file would be left out.
  package func isFull(_ file: Int) -> Bool { counts[file, default: 0] > Self.limitPerFile }

  /// Whether a problem was reported that stops the build.
  package var hasErrors: Bool { entries.contains { $0.message.severity == .error } }

  /// The problems in the order of the files and of the places in them.
  ///
  /// - Complexity: O(*d* log *d*) in the number of diagnostics.
  package var diagnostics: [Diagnostic] {
    let ordered = entries.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      return (a.file, a.start, left.offset) < (b.file, b.start, right.offset)
    }
    return ordered.map { _, entry in
      var entry = entry
      if secrets[entry.span.file]?.contains(where: { $0.contains(entry.span) }) == true {
        entry.message = entry.message.redacted
      }
      return Diagnostic(
        entry.message, at: location(of: entry.span), to: end(of: entry.span),
        notes: entry.notes.map { .init($0.0, at: location(of: $0.1)) }, fixes: fixes(of: entry))
    }
  }

  private func fixes(of entry: Entry) -> [Fix] {
    guard let remedy = entry.message.remedy else { return [] }
    let file = sources[entry.span.file]
    let size = file.bytes.count
    let place = min(entry.span.start, size)..<min(entry.span.end, size)
    return [
      Fix(
        title: remedy.title(replacing: file.name(at: place)), path: file.path, place: place,
        remedy: remedy)
    ]
  }

  private func location(of span: Span) -> SourceLocation {
    sources[span.file].location(at: span.start)
  }

  private func end(of span: Span) -> SourceLocation { sources[span.file].location(at: span.end) }
}

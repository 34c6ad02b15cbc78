/// Collects the problems of one run over all its files.
package struct DiagnosticBag: Sendable {
  /// How many problems are kept of one file: a damaged file may hold millions.
  package static let limitPerFile = 200

  /// The files of the run, in order.
  package let sources: [SourceFile]
  private var entries: [Entry] = []
  /// How many problems were reported of each file that has any.
  private var counts: [Int: Int] = [:]

  private struct Entry: Sendable {
    var problem: Problem
    var span: Span
    var notes: [(Diagnostic.Remark, Span)]
  }

  /// Creates an empty bag over the files of a run.
  package init(sources: [SourceFile]) {
    self.sources = sources
  }

  /// Adds a problem.
  ///
  /// Beyond `limitPerFile` problems of one file, one last diagnostic says that there are more.
  package mutating func report(
    _ problem: Problem, at span: Span, notes: [(Diagnostic.Remark, Span)] = []
  ) {
    let count = counts[span.file, default: 0] + 1
    counts[span.file] = count
    if count <= Self.limitPerFile {
      entries.append(Entry(problem: problem, span: span, notes: notes))
    } else if count == Self.limitPerFile + 1 {
      entries.append(
        Entry(problem: .tooManyProblems(limit: Self.limitPerFile), span: span, notes: []))
    }
  }

  /// Adds the problems of another bag over the same files, which has none of a file that this has.
  mutating func add(_ other: DiagnosticBag) {
    entries += other.entries
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// Whether a further problem of a file would be left out.
  package func isFull(_ file: Int) -> Bool { counts[file, default: 0] > Self.limitPerFile }

  /// Whether a problem was reported that stops the build.
  package var hasErrors: Bool { entries.contains { $0.problem.rule.severity == .error } }

  /// The problems in the order of the files and of the places in them.
  ///
  /// - Complexity: O(*d* log *d* + *d* · *l*) for *d* diagnostics on lines of length *l*.
  package var diagnostics: [Diagnostic] {
    let ordered = entries.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      return (a.file, a.start, left.offset) < (b.file, b.start, right.offset)
    }
    return ordered.map { _, entry in
      Diagnostic(
        entry.problem, at: location(of: entry.span),
        notes: entry.notes.map { .init($0.0, at: location(of: $0.1)) })
    }
  }

  private func location(of span: Span) -> SourceLocation {
    sources[span.file].location(at: span.start)
  }
}

/// One problem of a schema, with its place and the other places it concerns.
package struct Diagnostic: Sendable {
  /// What is wrong.
  package let problem: Problem
  /// Where.
  package let location: SourceLocation
  /// Other places that explain it.
  package let notes: [Note]

  /// Creates a diagnostic.
  package init(_ problem: Problem, at location: SourceLocation, notes: [Note] = []) {
    self.problem = problem
    self.location = location
    self.notes = notes
  }

  /// Creates a diagnostic of a file as a whole.
  package init(_ problem: Problem, ofFile path: String) {
    self.init(problem, at: SourceLocation(path: path, line: 1, column: 1))
  }

  /// Whether the problem stops the build.
  package var severity: Severity { problem.severity }

  /// How much a problem weighs.
  package enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// The schema is accepted.
    case warning
    /// The schema is as it should be; this is worth knowing.
    case note
  }

  /// Another place that a diagnostic points to.
  package struct Note: Sendable {
    /// What is there.
    package let remark: Remark
    /// Where.
    package let location: SourceLocation

    /// Creates a note.
    package init(_ remark: Remark, at location: SourceLocation) {
      self.remark = remark
      self.location = location
    }
  }

  /// What a note says.
  package struct Remark: Sendable {
    /// The note in words.
    package let message: String

    private init(message: String) {
      self.message = Problem.cut(message)
    }

    /// The same thing was given before, here.
    static var firstHere: Remark { Remark(message: "it is first given here") }

    /// The named thing is declared here.
    static func declaredHere(_ name: String) -> Remark {
      Remark(message: "`\(name)` is declared here")
    }

    /// The named thing is stored under the same string.
    static func sameString(_ name: String) -> Remark {
      Remark(message: "`\(name)` has the same storage string")
    }

    /// The value that is contradicted.
    static func otherValueHere(_ word: String) -> Remark {
      Remark(message: "`\(word)` is given here")
    }

    /// A text to write into a schema, and what comes of it.
    static func mend(_ text: String, effect: String) -> Remark {
      Remark(message: "`\(text)` \(effect)")
    }
  }
}

/// Collects the problems of one run over all its files, from all who are given it; by one thread at
/// a time.
package final class DiagnosticBag {
  /// How many problems are kept of one file: a damaged file may hold millions.
  package static let limitPerFile = 200

  /// The files of the run, in order.
  package let sources: [SourceFile]
  private var entries: [Entry] = []
  /// How many problems were reported of each file that has any.
  private var counts: [Int: Int] = [:]
  /// Strings that are not what their author meant, which has been reported.
  private var damaged: [Span] = []
  /// The bag that this is a branch of, in which nothing is put meanwhile.
  private let trunk: DiagnosticBag?
  /// The words `suppress` that silenced something.
  private(set) var usedSuppressions: Set<Span> = []

  private struct Entry {
    var problem: Problem
    var span: Span
    var notes: [(Diagnostic.Remark, Span)]
  }

  /// Creates an empty bag over the files of a run.
  package init(sources: [SourceFile]) {
    self.sources = sources
    self.trunk = nil
  }

  private init(branchOf trunk: DiagnosticBag) {
    self.sources = trunk.sources
    self.trunk = trunk
  }

  /// Adds a problem.
  ///
  /// Beyond `limitPerFile` problems of one file, one last diagnostic says that there are more. What
  /// is wrong with a damaged string follows from that, and is left out.
  package func report(
    _ problem: Problem, at span: Span, notes: [(Diagnostic.Remark, Span)] = []
  ) {
    if isDamaged(span) { return }
    add(Entry(problem: problem, span: span, notes: notes))
  }

  private func add(_ entry: Entry) {
    let file = entry.span.file
    let count = counts[file, default: 0] + 1
    counts[file] = count
    if count <= Self.limitPerFile {
      entries.append(entry)
    } else if count == Self.limitPerFile + 1 {
      entries.append(
        Entry(problem: .tooManyProblems(limit: Self.limitPerFile), span: entry.span, notes: []))
    }
  }

  /// Notes a string in which a problem was reported.
  func note(damaged span: Span) {
    if !isFull(span.file) { damaged.append(span) }
  }

  /// Notes the words that asked for a warning to be left out.
  func note(silenced words: some Sequence<Span>) { usedSuppressions.formUnion(words) }

  private func isDamaged(_ span: Span) -> Bool {
    damaged.contains { $0.contains(span) } || trunk?.isDamaged(span) == true
  }

  /// An empty bag for another thread, which knows of the damaged strings; to be added when it is done.
  func branch() -> DiagnosticBag { DiagnosticBag(branchOf: self) }

  /// Adds what another bag over the same files has collected.
  func add(_ other: DiagnosticBag) {
    for entry in other.entries { add(entry) }
    damaged += other.damaged
    usedSuppressions.formUnion(other.usedSuppressions)
  }

  /// Whether a further problem of a file would be left out.
  package func isFull(_ file: Int) -> Bool { counts[file, default: 0] > Self.limitPerFile }

  /// Whether a problem was reported that stops the build.
  package var hasErrors: Bool { entries.contains { $0.problem.severity == .error } }

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

/// Prints diagnostics for people, editors and tools.
package struct DiagnosticPrinter: Sendable {
  /// Whether warnings are printed, and count, as errors.
  package let strict: Bool

  /// Creates a printer.
  package init(strict: Bool = false) {
    self.strict = strict
  }

  /// The severity of a diagnostic under this printer's strictness.
  package func severity(of diagnostic: Diagnostic) -> Diagnostic.Severity {
    strict && diagnostic.severity == .warning ? .error : diagnostic.severity
  }

  /// `path:line:col: error: message [rule]`, then one `note:` line for each note.
  ///
  /// Compilers print the same form, so that SwiftPM, Xcode and editors make links of it.
  package func text(_ diagnostic: Diagnostic) -> String {
    var text = line(
      at: diagnostic.location, kind: severity(of: diagnostic).rawValue,
      message: "\(diagnostic.problem.message) [\(diagnostic.problem.name)]")
    for note in diagnostic.notes {
      text += line(at: note.location, kind: "note", message: note.remark.message)
    }
    return text
  }

  private func line(at location: SourceLocation, kind: String, message: String) -> String {
    "\(printable(path: location.path)):\(location.line):\(location.column): \(kind): "
      + "\(printable(message))\n"
  }

  /// All diagnostics as one JSON array, one object on each line.
  package func json(_ diagnostics: [Diagnostic]) -> String {
    if diagnostics.isEmpty { return "[]\n" }
    return "[\n" + diagnostics.map(json).joined(separator: ",\n") + "\n]\n"
  }

  private func json(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map {
      "{\(place($0.location)), \"message\": \(JSONText.quoted($0.remark.message))}"
    }
    return "  {\(place(diagnostic.location)), "
      + "\"severity\": \"\(severity(of: diagnostic).rawValue)\", "
      + "\"rule\": \"\(diagnostic.problem.name)\", "
      + "\"message\": \(JSONText.quoted(diagnostic.problem.message)), "
      + "\"notes\": [\(notes.joined(separator: ", "))]}"
  }

  private func place(_ location: SourceLocation) -> String {
    "\"path\": \(JSONText.quoted(location.path)), "
      + "\"line\": \(location.line), \"column\": \(location.column)"
  }
}

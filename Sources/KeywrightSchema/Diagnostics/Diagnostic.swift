/// One problem of a schema, with its place and the other places it concerns.
package struct Diagnostic: Equatable, Sendable {
  /// What is wrong.
  package var problem: Problem
  /// Where.
  package var location: SourceLocation
  /// Other places that explain it.
  package var notes: [Note]

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
  package var severity: Severity { problem.rule.severity }

  /// How much a problem weighs.
  package enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// The schema is accepted.
    case warning
  }

  /// Another place that a diagnostic points to.
  package struct Note: Equatable, Sendable {
    /// What is there.
    package var remark: Remark
    /// Where.
    package var location: SourceLocation

    /// Creates a note.
    package init(_ remark: Remark, at location: SourceLocation) {
      self.remark = remark
      self.location = location
    }
  }

  /// What a note says.
  package enum Remark: Equatable, Sendable {
    /// The same thing was given before, here.
    case firstHere
    /// The named thing is declared here.
    case declaredHere(String)
    /// The named thing is stored under the same string.
    case sameString(String)
    /// The value that is contradicted.
    case otherValueHere(String)
  }
}

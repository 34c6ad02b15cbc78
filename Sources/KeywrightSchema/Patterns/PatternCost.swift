/// The greatest work of matching a regular expression.
///
/// Swift's `Regex` backtracks: it tries one way of matching after the other. The pattern is turned
/// into Glushkov's automaton ("The abstract theory of automata", 1961), whose states are the
/// characters of the pattern, with the number of ways in which one can follow another; counted
/// groups are written out, so that they multiply. An attempt is one look at one character of the
/// text for one character of the pattern, and a bound on attempts follows from how many ways can be
/// alive on one text (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
enum PatternCost {
  /// The most attempts that a match may make on any text of up to `length` characters; nil if that is not known.
  ///
  /// The cost of look-around, of references to groups and of other syntax that is not read here is not known.
  ///
  /// - Complexity: O(1): each step ends where a fixed amount of work is done.
  static func attempts(of pattern: String, on length: Int) -> Double? {
    var parser = PatternParser(pattern)
    guard let node = try? parser.whole() else { return nil }
    var automaton = PatternAutomaton()
    guard let whole = try? automaton.add(node) else { return nil }
    automaton.end(whole)
    return automaton.attempts(on: length).map { $0 * Double(1 + parser.silent) }
  }
}

/// Thrown for a pattern whose cost is not known.
struct UnknownPattern: Error {}

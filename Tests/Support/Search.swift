import Foundation

/// How much of a search a run takes: a part of its cases, always the same, or all where `KEYWRIGHT_WHOLE` is 1.
package enum Search {
  package static let isWhole = ProcessInfo.processInfo.environment["KEYWRIGHT_WHOLE"] == "1"

  /// The seeds of a search: that of the run and those that follow it.
  ///
  /// - Parameters:
  ///   - part: How many there are.
  ///   - whole: How many there are where the search is whole.
  package static func seeds(_ part: Int, of whole: Int) -> [UInt64] {
    (0..<(isWhole ? whole : part)).map { SeededGenerator.seed &+ UInt64($0) }
  }

  /// Every so many of the cases, or all of them.
  ///
  /// - Parameters:
  ///   - step: From one case that is taken to the next.
  ///   - first: A number that tells similar searches apart, so that each takes other cases.
  package static func part<Cases: RandomAccessCollection>(
    of cases: Cases, each step: Int, from first: Int = 0
  ) -> [Cases.Element] {
    if isWhole { return Array(cases) }
    return cases.enumerated().filter { ($0.offset + first) % step == 0 }.map(\.element)
  }
}

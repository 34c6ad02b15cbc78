#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An answer over HTTP.
struct HTTPAnswer: Sendable {
  var status: Int
  var body: Data
}

/// The lines of a stream, cut out of the parts in which it comes.
struct LineSplitter {
  private var rest = Data()
  private let limit: Int

  /// - Parameter limit: The most bytes of a line.
  init(limit: Int) { self.limit = limit }

  /// Takes a part; nil once a line is too long.
  mutating func take(_ part: Data) -> [Data]? {
    rest.append(part)
    // Only the new bytes can hold the end of a line.
    guard part.contains(0x0A) else { return rest.count <= limit ? [] : nil }
    var lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false).map { Data($0) }
    rest = lines.popLast() ?? Data()
    guard rest.count <= limit, lines.allSatisfy({ $0.count <= limit }) else { return nil }
    return lines.filter { !$0.isEmpty }
  }
}

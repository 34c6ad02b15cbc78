/// The name of a release that is a version: numbers joined by dots, as in 1.10.
///
/// Locks of two branches merge by line, in either order: a lock whose releases all have such names has them in the order
/// of these.
package struct ReleaseVersion: Comparable {
  private let numbers: [UInt64]

  /// - Returns: Nil for another name.
  package init?(_ name: String) {
    var numbers: [UInt64] = []
    for part in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
        let number = UInt64(String(decoding: part, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    // 1.0 is 1.
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

extension KeyLock {
  /// Puts the releases in the order of their versions, each other one behind the release that it names as the one
  /// before it. Without such a name, as in locks of earlier versions of Keywright, all stay in the order of the lines.
  mutating func sortReleases() {
    let known = Set(releases)
    let predecessors = after.filter { known.contains($0.key) && ReleaseVersion($0.key) == nil }
      .compactMapValues { $0.last(where: known.contains) }
    let roots = releases.filter { predecessors[$0] == nil }
    let versions = roots.map { (name: $0, version: ReleaseVersion($0)) }
    // One without a version is the first of all.
    let first = versions.filter { $0.version == nil }.map(\.name)
    if first.count > 1 { return }
    let numbered = versions.filter { $0.version != nil }.enumerated().sorted { left, right in
      guard let one = left.element.version, let other = right.element.version, one != other else {
        return left.offset < right.offset
      }
      return one < other
    }.map(\.element.name)
    let successors = Dictionary(grouping: predecessors.keys.sorted().reversed()) {
      predecessors[$0] ?? ""
    }
    var sorted: [String] = []
    var waiting = Array((first + numbered).reversed())
    while let next = waiting.popLast() {
      sorted.append(next)
      waiting += successors[next] ?? []
    }
    // Some that name each other have no place.
    if sorted.count == releases.count { releases = sorted }
  }
}

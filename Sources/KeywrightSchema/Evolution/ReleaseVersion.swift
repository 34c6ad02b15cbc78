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
  /// Puts the releases in the order of their versions; they stay in that of the lines if one of them has none.
  mutating func sortReleases() {
    let versions = releases.map(ReleaseVersion.init)
    if versions.contains(nil) { return }
    releases = zip(releases, versions.compactMap(\.self)).enumerated().sorted { left, right in
      let (first, second) = (left.element.1, right.element.1)
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element.0)
  }
}

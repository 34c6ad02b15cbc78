/// The releases whose values the build of each release knew: those that it was made after, on its own branch and on the
/// branches that had been merged into it.
struct Lineage {
  /// The places of the releases that each one knew, itself among them; nil where each knew all before it.
  private let known: [Set<Int>]?
  /// The number of releases, which is the place of a draft: that knows all.
  private let count: Int
  /// The releases that no other one knew.
  let heads: [Int]

  /// - Complexity: linear in the number of releases, and quadratic for a lock that was merged.
  init(_ lock: KeyLock) {
    count = lock.releases.count
    let isLinear = lock.releases.indices.dropFirst().allSatisfy { place in
      lock.after[lock.releases[place]].map { $0 == [lock.releases[place - 1]] } ?? true
    }
    if isLinear {
      known = nil
      heads = count == 0 ? [] : [count - 1]
      return
    }
    let places = Dictionary(
      lock.releases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let known = lock.releases.indices.map { place in
      var found: Set<Int> = [place]
      var waiting = [place]
      while let next = waiting.popLast() {
        // A lock of an earlier version of Keywright does not say it.
        let before = lock.after[lock.releases[next]].map { $0.compactMap { places[$0] } }
        waiting += (before ?? Array(0..<next)).filter { found.insert($0).inserted }
      }
      return found
    }
    heads = (0..<count).filter { place in
      !known.indices.contains { $0 != place && known[$0].contains(place) }
    }
    self.known = known
  }

  /// Whether the build of a release knew another one, by their places; each knew itself.
  func knows(_ release: Int, _ other: Int) -> Bool {
    guard let known, release < count else { return other <= release }
    return known[release].contains(other)
  }

  /// The last release that knew another one, by their places.
  func last(after release: Int) -> Int {
    (release..<count).last { knows($0, release) } ?? release
  }
}

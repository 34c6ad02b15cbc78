import Foundation

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a generator that a printed seed repeats.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The seed of all searches of this run: `KEYWRIGHT_SEED`, or always the same, so that what fails fails again.
  package static let seed =
    ProcessInfo.processInfo.environment["KEYWRIGHT_SEED"].flatMap { UInt64($0) } ?? 1
}

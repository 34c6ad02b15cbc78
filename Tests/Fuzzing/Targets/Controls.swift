/// A target that traps on one word: the fuzzer must find it.
enum TrappingControl: FuzzTarget {
  static let name = "control-trap"

  static func run(_ bytes: [UInt8]) {
    if Magic.begins(bytes) { fatalError("the control") }
  }
}

/// A target that takes too long for one word: the measuring must find it.
enum SlowControl: FuzzTarget {
  static let name = "control-slow"

  static func run(_ bytes: [UInt8]) {
    guard Magic.begins(bytes) else { return }
    let start = Fuzzer.processorTime()
    while Fuzzer.processorTime() - start < 2 * limit {}
  }
}

/// A target whose time grows with the square of a text's length: the comparing must find it.
enum GrowingControl: FuzzTarget {
  static let name = "control-growing"
  static let limit = GrowthTarget.limit

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 4, let text = GrownText(bytes) else { return }
    text.require { bytes in
      for first in stride(from: 0, to: bytes.count, by: 4) {
        for second in stride(from: 0, to: bytes.count, by: 4) {
          compare(bytes[first], bytes[second])
        }
      }
    }
  }
}

extension GrowingControl {
  nonisolated(unsafe) private static var equal = 0

  // A loop that the compiler does many at a time would be too quick to count.
  @inline(never)
  private static func compare(_ left: UInt8, _ right: UInt8) { if left == right { equal &+= 1 } }
}

/// A word that is only found by following the branches that lead to it.
enum Magic {
  nonisolated(unsafe) private static var steps = 0

  static func begins(_ bytes: [UInt8]) -> Bool {
    var matched = 0
    for (byte, wanted) in zip(bytes, "lion".utf8) {
      if byte != wanted { return false }
      matched += 1
      pass(matched)
    }
    return matched == 4
  }

  /// Branches of its own for each step, so that coverage distinguishes them.
  @inline(never)
  private static func pass(_ count: Int) {
    switch count {
    case 1: steps &+= 1
    case 2: steps &*= 3
    case 3: steps ^= 5
    default: steps |= 7
    }
  }
}

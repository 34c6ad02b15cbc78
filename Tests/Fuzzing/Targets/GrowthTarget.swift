/// The whole generator, given many of one thing: its time must not grow with their square.
enum GrowthTarget: FuzzTarget {
  static let name = "growth"
  // A grown text takes what all of a schema of its size does.
  static let limit = 20.0

  static func run(_ bytes: [UInt8]) {
    GrownText(bytes)?.require { text in CheckTarget.check(text) }
  }
}

/// A text of which a part may be repeated.
///
/// A byte 0xFE, which no text holds, stands before and after the part; each byte 0xFD in it becomes the
/// number of the repetition, so that names differ.
struct GrownText {
  private let start: ArraySlice<UInt8>
  private let part: ArraySlice<UInt8>
  private let end: ArraySlice<UInt8>

  /// Nil where no part is marked.
  init?(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0xFE, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty else { return nil }
    (start, part, end) = (parts[0], parts[1], parts[2])
  }

  /// The text with the part repeated up to a length.
  private func grown(to length: Int) -> [UInt8] {
    var bytes = Array(start)
    var number = 0
    while bytes.count < length {
      for byte in part {
        if byte == 0xFD { bytes.append(contentsOf: "\(number)".utf8) } else { bytes.append(byte) }
      }
      number += 1
    }
    return bytes + end
  }

  /// Compares the time for a text with that for one four times as long.
  ///
  /// A time that grows with the length is four times as long, one that grows with its square sixteen
  /// times. Short times say nothing, and a single comparison may be wrong.
  func require<Result>(_ body: ([UInt8]) -> Result) {
    let texts = [grown(to: 16_384), grown(to: 65_536)]
    var least = [Double.infinity, .infinity]
    for _ in 0..<4 {
      for (index, text) in texts.enumerated() {
        let time = Fuzzer.processorTime()
        _ = body(text)
        least[index] = min(least[index], Fuzzer.processorTime() - time)
      }
      if least[1] < 0.05 || least[1] < 9 * least[0] { return }
    }
    let times = least.map { "\(Int($0 * 1000)) ms" }
    KeywrightFuzzing.require(false, "a slow unit: \(times[0]) for 16 KB, \(times[1]) for 64 KB")
  }
}

import Foundation
import KeywrightStorage

/// The property-list codec's throughput, over a tree as settings are, beside Foundation's.
enum CodecTimes {
  static func run(_ folder: URL, _ figures: inout Figures) throws {
    let tree = PropertyList.dictionary(try members(20_000))
    let bytes = try BinaryPropertyList.encode(tree)
    let megabytes = Double(bytes.count) / 1e6
    var isRight = true
    let writing = try Timing.least(of: 50) {
      isRight = try BinaryPropertyList.encode(tree).count == bytes.count && isRight
    }
    var read: PropertyList?
    let reading = try Timing.least(of: 50) {
      read = try bytes.withUnsafeBytes { try BinaryPropertyList.decode($0) }
    }
    let data = Data(bytes)
    var other: Any?
    let foreignReading = try Timing.least(of: 3) {
      other = try PropertyListSerialization.propertyList(from: data, format: nil)
    }
    let foreignWriting = try Timing.least(of: 3) {
      let tree = other ?? []
      isRight =
        try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
        .count > 0 && isRight
    }
    if !isRight || read != tree { print("the codec is WRONG") }
    func rate(_ time: Double) -> Double { megabytes / time * 1e6 }
    figures.add(
      "codec: reading", rate(reading), "MB/s", .atLeast(300),
      "Foundation: \(Figures.text(rate(foreignReading))) MB/s; \(Figures.text(megabytes)) MB")
    figures.add(
      "codec: writing", rate(writing), "MB/s", .atLeast(500),
      "Foundation: \(Figures.text(rate(foreignWriting))) MB/s")
  }

  /// Members as programs store them: numbers, flags, short and long texts, lists, data.
  private static func members(_ count: Int) throws -> PropertyListDictionary {
    var members: [PropertyListDictionary.Member] = []
    for number in 0..<count {
      let value: PropertyList =
        switch number % 8 {
        case 0: .integer(Int64(number) << 20)
        case 1: .real(Double(number) / 3)
        case 2: .boolean(number % 3 == 0)
        case 3: .string("a value of more than fifteen bytes, \(number)")
        case 4: .string(String(repeating: "a longer text \(number) ", count: 12))
        case 5: .data([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 128))
        case 6: .array((0..<4).map { .string("element \($0) of \(number)") })
        default: .date(Double(number))
        }
      members.append(.init(key: "settings:group\(number % 100):key\(number)", value: value))
    }
    return try PropertyListDictionary(members)
  }
}

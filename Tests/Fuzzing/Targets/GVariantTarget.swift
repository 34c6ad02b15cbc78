import KeywrightSchema

@testable import KeywrightImport

/// The values of GSettings schemas: a type, a zero byte, a text.
enum GVariantTarget: FuzzTarget {
  static let name = "gvariant"

  static func run(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let type = GVariantType(String(decoding: parts[0], as: UTF8.self))
    else { return }
    let text = String(decoding: parts[1], as: UTF8.self)
    _ = try? GVariantText.value(text, as: type).text()
  }
}

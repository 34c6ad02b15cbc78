import KeywrightTestSupport
import Testing

@testable import KeywrightCodegen

/// The printer's buffer beside an array of bytes.
@Suite("Text buffer")
struct TextBufferTests {
  @Test("After any sequence of operations it equals an array", arguments: 1...20)
  func agreesWithAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var buffer = TextBuffer()
    var model: [UInt8] = []
    let texts = [
      "", "a", "\n", "é", "👩‍👩‍👧", "sixteen bytes or more", String(repeating: "long ", count: 200),
    ]
    for _ in 0..<400 {
      let offset = Int.random(in: 0...model.count, using: &random)
      let text = texts.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        buffer.append(text)
        model += Array(text.utf8)
      case 2:
        buffer.append(UInt8(ascii: "x"))
        model.append(UInt8(ascii: "x"))
      case 3:
        buffer.append(repeating: UInt8(ascii: " "), count: offset % 40)
        model += Array(repeating: UInt8(ascii: " "), count: offset % 40)
      case 4:
        buffer.insert(text, at: offset)
        model.insert(contentsOf: text.utf8, at: offset)
      default:
        let count = min(model.count, offset % 100)
        buffer.removeLast(count)
        model.removeLast(count)
      }
      #expect(buffer.count == model.count)
      let start = Int.random(in: 0...model.count, using: &random)
      let line = model[start...].prefix { $0 != UInt8(ascii: "\n") }.count
      #expect(buffer.lengthOfLine(from: start) == line)
      #expect(buffer.has("x", at: start) == (start < model.count && model[start] == 0x78))
    }
    #expect(buffer.bytes == model)
    #expect(model.count > 0)
  }
}

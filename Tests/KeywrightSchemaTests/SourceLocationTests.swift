import KeywrightSchema
import Testing

@Suite("A place in a text") struct SourceLocationTests {
  @Test("has its line, and its column in UTF-16 code units, in lines of any length")
  func places() {
    let text =
      "x\n" + String(repeating: "é👩a", count: 600) + "\r\n" + String(repeating: "b", count: 1_100)
    let source = SourceFile(path: "A.keys.json", text: text)
    var (line, column, offset) = (1, 1, 0)
    for scalar in text.unicodeScalars {
      let place = source.location(at: offset)
      #expect(place.line == line && place.column == column)
      offset += String(scalar).utf8.count
      if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += scalar.utf16.count }
    }
    let end = source.location(at: offset + 9)
    #expect(end.line == 3 && end.column == 1_101)
  }
}

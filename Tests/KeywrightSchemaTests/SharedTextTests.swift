import Testing

@testable import KeywrightSchema

/// The texts that the generator, the runtime and property lists have from one source.
@Suite("Dates, bytes and escapes")
struct SharedTextTests {
  @Test("A day of the calendar is the one that it was made of, in all years that a text has")
  func days() throws {
    var last: CalendarDay?
    for days in stride(from: -730_485, through: 2_921_573, by: 13) {
      let day = CalendarDay(daysSince2001: days)
      let same = try #require(CalendarDay(year: day.year, month: day.month, day: day.day))
      #expect(same.daysSince2001 == days)
      if let last {
        #expect((last.year, last.month, last.day) < (day.year, day.month, day.day))
      }
      last = day
    }
  }

  @Test("A day that the calendar lacks is none")
  func lackingDays() {
    #expect(CalendarDay(year: 2023, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 1900, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
    #expect(CalendarDay(year: 2001, month: 4, day: 31) == nil)
    #expect(CalendarDay(year: 2001, month: 13, day: 1) == nil)
    #expect(CalendarDay(year: 2001, month: 0, day: 1) == nil)
    #expect(CalendarDay(year: 2001, month: 1, day: 0) == nil)
  }

  @Test("A moment reads back from its text, to the second")
  func moments() {
    for seconds in stride(from: -63_113_904_000.0, to: 252_423_993_600, by: 7_654_321_987) {
      #expect(DateText.text(seconds).flatMap(DateText.seconds) == seconds)
      #expect(DateText.text(seconds + 0.75) == DateText.text(seconds))
    }
    for seconds in [-63_113_904_000.5, 252_423_993_600, .nan, .infinity, -.infinity] {
      #expect(DateText.text(seconds) == nil)
    }
  }

  @Test("Bytes of each length read back from their Base64")
  func base64() {
    // RFC 4648, section 10.
    #expect(
      ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Base64Text.text(Array($0.utf8)) }
        == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 197 + length) }
      #expect(Base64Text.bytes(Base64Text.text(bytes)) == bytes)
    }
  }

  @Test("Base64 has one spelling of each value, but for readers that ignore the rest")
  func spellings() {
    for text in [
      "Zg", "Zg=", "Zg===", "=Zg=", "Zg==Zg==", "Zh==", "Zm9=", "Z", "Zm8\n", "Zm-_", "====",
    ] {
      #expect(Base64Text.bytes(text) == nil, "\(text)")
    }
    #expect(Base64Text.bytes(of: "Zh==".utf8, ignoringRest: true) == [0x66])
    #expect(Base64Text.bytes(of: "Zm9=".utf8, ignoringRest: true) == [0x66, 0x6F])
    #expect(Base64Text.bytes(of: "Z===".utf8, ignoringRest: true) == nil)
  }

  @Test("A scalar reads back from a string of JSON, and has the same escape in a message")
  func escapes() throws {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x2FF, 0x2000...0x206F, 0xE000...0xE010, 0xFE00...0xFEFF, 0xFFF0...0xFFFF,
      0x1F980...0x1F984, 0xE0000...0xE007F, 0x10_FFF0...0x10_FFFF,
    ]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let quoted = JSONText.quoted(text)
      #expect(JSONNode(text: quoted)?.string?.text.unicodeScalars.elementsEqual([scalar]) == true)
      guard ScalarClass.isUnsafeInSource(scalar) else { continue }
      #expect(quoted == "\"\(printable(text))\"", "U+\(String(scalar.value, radix: 16))")
    }
    #expect(printable("a\u{1B}\n\u{E0041}") == #"a\u001B\n\uDB40\uDC41"#)
  }
}

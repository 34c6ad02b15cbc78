import Keywright
import KeywrightStorage
import Testing

@Suite("Descriptions of stored values")
struct StoredValueDescriptionTests {
  @Test(
    "A value is one line",
    arguments: [
      (true, "true"), (-3, "-3"), (.unsigned(.max), "18446744073709551615"), (1.0, "1.0"),
      (.real(.nan), "nan"), ("a\"\\\n\u{202e}", #""a\"\\\n\u202E""#), ([], "[]"), ([:], "[:]"),
      (["b": [1, "x"], "a": true], #"["a": true, "b": [1, "x"]]"#),
      (.data([1, 0xab]), "data(01ab)"),
      (.date(secondsSince2001: 0), "date(2001-01-01T00:00:00Z)"), (StoredValue(.uid(3)), "uid(3)"),
    ] as [(StoredValue, String)])
  func line(value: StoredValue, text: String) {
    #expect(value.description == text)
  }

  @Test(
    "Dates are in the calendar, or seconds where it ends",
    arguments: [
      (-978_307_200, "1970-01-01T00:00:00Z"), (-978_307_201, "1969-12-31T23:59:59Z"),
      (-0.5, "2000-12-31T23:59:59Z"), (94_607_999, "2003-12-31T23:59:59Z"),
      (99_705_600, "2004-02-29T00:00:00Z"), (99_792_000, "2004-03-01T00:00:00Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"), (-3_182_241_600, "1900-02-28T12:00:00Z"),
      (3_129_235_200, "2100-03-01T00:00:00Z"), (-26_524_800, "2000-02-29T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"),
      (252_423_993_600, "252423993600.0 seconds from 2001"), (.nan, "nan seconds from 2001"),
      (-.infinity, "-inf seconds from 2001"), (1e300, "1e+300 seconds from 2001"),
    ] as [(Double, String)])
  func dates(seconds: Double, text: String) {
    #expect(StoredValue.date(secondsSince2001: seconds).description == "date(\(text))")
  }

  @Test("A long value is shortened")
  func long() {
    let text = StoredValue.string(String(repeating: "é", count: 1_000)).description
    #expect(text == "\"" + String(repeating: "é", count: 60) + "…\" (2000 bytes)")
    let wide = StoredValue.array((0..<100_000).map { .integer($0) }).description
    #expect(wide.utf8.count < 200 && wide.hasSuffix(", …]"))
    #expect(
      StoredValue.data([UInt8](repeating: 1, count: 20)).description.hasSuffix("…, 20 bytes)"))
  }

  @Test("A deep value is shortened as well")
  func deep() {
    let deep = (0..<1_000).reduce(StoredValue.integer(1)) { value, _ in [value] }
    #expect(deep.description.utf8.count < 400)
  }
}

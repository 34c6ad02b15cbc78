import Foundation
import Testing

@testable import KeywrightStorage

@Suite("An XML property list")
struct XMLReadingTests {
  private static func read(_ content: String) throws(PropertyListError) -> PropertyList {
    try PropertyList(
      reading: Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">\(content)</plist>

        """.utf8))
  }

  @Test(
    "gives the values that it says",
    arguments: [
      ("<true/>", .boolean(true)),
      ("<false></false>", .boolean(false)),
      ("<integer> -9223372036854775808 </integer>", .integer(.min)),
      ("<integer>18446744073709551615</integer>", .unsigned(.max)),
      ("<integer>0x1F</integer>", .integer(31)),
      ("<real>1e3</real>", .real(1000)),
      ("<real>-infinity</real>", .real(-.infinity)),
      ("<string>a &lt;&#65;&#x1F600;<![CDATA[<b>&amp;]]> </string>", .string("a <A😀<b>&amp; ")),
      ("<string/>", .string("")),
      ("<data> AQ ID\n</data>", .data([1, 2, 3])),
      ("<data>AQ==</data>", .data([1])),
      ("<date>2001-01-01T00:00:00Z</date>", .date(0)),
      ("<date>2024-02-29T23:59:59Z</date>", .date(730_943_999)),
      ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
      ("<array><!-- none --><dict/></array>", .array([.dictionary(.init())])),
    ] as [(String, PropertyList)])
  func values(content: String, value: PropertyList) throws {
    #expect(try Self.read(content) == value)
  }

  @Test(
    "is refused where Foundation guesses or crashes",
    arguments: [
      "<integer>1267650600228229401496703205376</integer>",
      "<integer>-9223372036854775809</integer>",
      "<integer></integer>", "<integer>1.0</integer>", "<integer>--1</integer>",
      "<real>1e400</real>", "<real>0x1p3</real>", "<real></real>", "<real>1 2</real>",
      "<data>AQI</data>", "<data>A===</data>", "<data>AQ*=</data>", "<data>AQ==AQ==</data>",
      "<data>AR==</data>", "<date>2001-13-01T00:00:00Z</date>",
      "<date>2023-02-29T00:00:00Z</date>", "<date>2001-01-01T24:00:00Z</date>",
      "<date>2001-01-01</date>", "<date>2001-01-01T00:00:00</date>",
      "<dict><key>a</key></dict>", "<dict><string>a</string><true/></dict>",
      "<dict><key>a</key><true/><key>a</key><true/></dict>", "<array><true/>", "<true/><true/>",
      "<set/>", "<string>&nbsp;</string>", "<string>&#0;</string>", "<string>&#xD800;</string>",
      "<string>&unended</string>", "<string>\0</string>", "<true>x</true>", "", "text",
      "<string a=\"b\">x</string>", "<!-- unended",
    ])
  func refused(content: String) {
    #expect(throws: PropertyListError.self) { try Self.read(content) }
  }

  @Test("is refused with entities of its own, another encoding, invalid UTF-8 or without end")
  func documents() {
    let files: [[UInt8]] = [
      Array("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>".utf8),
      Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>".utf8),
      Array("<plist><string>".utf8) + [0xFF] + Array("</string></plist>".utf8),
      Array("<plist><true/></plist>junk".utf8), Array("<plist><true/>".utf8),
      Array("<plist/>".utf8),
      Array("<html/>".utf8),
    ]
    for file in files {
      #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    }
  }

  @Test("nested 10,000 deep is refused, not followed")
  func depth() {
    let nested = String(repeating: "<array>", count: 10_000)
    #expect(throws: PropertyListError.self) { try Self.read(nested) }
  }

  @Test("is never read as OpenStep text", arguments: ["{ a = 1; }", "(1, 2)", "\"text\""])
  func openStep(text: String) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyList(reading: Array(text.utf8))
    }
    #expect(error?.found.contains("OpenStep") == true)
  }

  @Test(
    "of 300 random trees, as Python writes it, is read exactly",
    arguments: [UInt64.random(in: 0...UInt64.max)])
  func python(seed: UInt64) throws {
    var random = RandomTree(seed: seed, isXMLSafe: true)
    random.hasNegativeZero = false
    let trees = (0..<300).map { _ in random.value() }
    let files = try trees.map { try BinaryPropertyList.encode($0) }
    for (tree, file) in zip(trees, try PythonPropertyLists.rewritten(files, asXML: true)) {
      #expect(try PropertyList(reading: file) == tree)
    }
  }

  @Test("as Foundation writes it is read exactly")
  func foundation() throws {
    let tree: [String: Any] = ["a": 1, "b": [true, "é\r\n"], "c": Data([1, 2]), "d": 0.1]
    let file = try PropertyListSerialization.data(
      fromPropertyList: tree, format: .xml, options: 0)
    guard case .dictionary(let read) = try PropertyList(reading: Array(file)) else {
      Issue.record("no dictionary")
      return
    }
    #expect(read["a"] == .integer(1))
    #expect(read["b"] == .array([.boolean(true), .string("é\r\n")]))
    #expect(read["c"] == .data([1, 2]))
    #expect(read["d"] == .real(0.1))
  }
}

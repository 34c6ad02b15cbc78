import Foundation
import KeywrightTestSupport
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
      ("<integer>+7</integer>", .integer(7)),
      ("<integer>++7</integer>", .string("++7")),
      ("<integer>-+7</integer>", .string("-+7")),
      ("<real>1e3</real>", .real(1000)),
      ("<real>-infinity</real>", .real(-.infinity)),
      ("<string>a &lt;&#65;&#x1F600;<![CDATA[<b>&amp;]]> </string>", .string("a <A😀<b>&amp; ")),
      ("<string/>", .string("")),
      ("<data> AQ ID\n</data>", .data([1, 2, 3])),
      ("<data>AQ==</data>", .data([1])),
      ("<data>AR==</data>", .data([1])),
      ("<data>AQJ=</data>", .data([1, 2])),
      ("<string xml:space=\"preserve\"> a </string>", .string(" a ")),
      ("<integer x-1.b_2='&lt;' é=\"\">1</integer>", .integer(1)),
      ("<array a=\"b\"><true c=\"d\"/></array >", .array([.boolean(true)])),
      (
        "<dict a=\"\"><key b=\"\">k</key><data c=\"\"/></dict>",
        .dictionary(.init(["k": .data([])]))
      ),
      ("<date>2001-01-01T00:00:00Z</date>", .date(0)),
      ("<date>2024-02-29T23:59:59Z</date>", .date(730_943_999)),
      ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
      ("<array><!-- none --><dict/></array>", .array([.dictionary(.init())])),
    ] as [(String, PropertyList)])
  func values(content: String, value: PropertyList) throws {
    #expect(try Self.read(content) == value)
  }

  @Test(
    "with a mistake is refused without a word of a value",
    arguments: ["<", "&", ">", "\0", "<!", "</"])
  func quiet(_ mistake: String) {
    let secret = "hush7q9x"
    let content =
      "<dict><key>k</key><string>\(secret)</string><key>l</key><integer>1</integer></dict>"
    var errors = 0
    for (offset, index) in content.indices.enumerated() {
      for end in [index, content.index(after: index)] {
        let damaged = content.replacingCharacters(in: index..<end, with: mistake)
        do {
          _ = try Self.read(damaged)
        } catch {
          errors += 1
          let words = "\(error)"
          let shown = (0...5).map { secret.dropFirst($0).prefix(3) }.filter(words.contains)
          #expect(shown.isEmpty, "\(offset): \(words)")
        }
      }
    }
    #expect(errors > 50 || mistake == ">")
  }

  @Test(
    "is refused where Foundation guesses or crashes",
    arguments: [
      "<dict><key>a</key></dict>", "<dict><string>a</string><true/></dict>", "<array><true/>",
      "<true/><true/>",
      "<set/>", "<string>&nbsp;</string>", "<string>&#0;</string>", "<string>&#xD800;</string>",
      "<string>&unended</string>", "<string>\0</string>", "<true>x</true>", "", "text",
      "<string a=b>x</string>", "<string a>x</string>", "<string 1=\"\">x</string>",
      "<string a=\"<\">x</string>", "<string a=\"b>x</string>", "<!-- unended",
      "<string>&#+65;</string>", "<string>&#x;</string>", "<string>&#x110000;</string>",
      "<string>&#4294967361;</string>", "<string>&AMP;</string>", "<string>&#65a;</string>",
      "<string>&lta;</string>", "<string>&am</string>",
    ])
  func refused(content: String) {
    #expect(throws: PropertyListError.self) { try Self.read(content) }
  }

  @Test("is refused with entities of its own, another encoding, invalid UTF-8 or without end")
  func documents() {
    let files: [[UInt8]] = [
      Array("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>".utf8),
      Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>".utf8),
      Array("<plist><dict><key>".utf8) + [0xFF] + Array("</key><true/></dict></plist>".utf8),
      Array("<plist><true/></plist>junk".utf8), Array("<plist><true/>".utf8),
      Array("<plist/>".utf8),
      Array("<html/>".utf8),
    ]
    for file in files {
      #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    }
  }

  @Test(
    "keeps a text that is no value of its element as that text, and costs no other value",
    arguments: [
      ("integer", "1267650600228229401496703205376"), ("integer", "-9223372036854775809"),
      ("integer", ""), ("integer", "1.0"), ("integer", "--1"), ("real", "1e400"),
      ("real", "0x1p3"), ("real", ""), ("real", "1 2"), ("data", "AQI"), ("data", "A==="),
      ("data", "AQ*="), ("data", "AQ==AQ=="), ("date", "2001-13-01T00:00:00Z"),
      ("date", "2023-02-29T00:00:00Z"), ("date", "2001-01-01T24:00:00Z"), ("date", "2001-01-01"),
      ("date", "2001-01-01T00:00:00"),
    ])
  func keptText(element: String, text: String) throws {
    let bad = "<\(element)>\(text)</\(element)>"
    #expect(try Self.read(bad) == .string(text))
    #expect(
      try Self.read("<dict><key>a</key>\(bad)<key>b</key><array>\(bad)<true/></array></dict>")
        == .dictionary(
          .init(["a": .string(text), "b": .array([.string(text), .boolean(true)])])))
  }

  @Test("keeps a text that is no UTF-8, and members of one name, as a binary file has them")
  func keptObjects() throws {
    let text =
      Array("<plist><dict><key>a</key><string>".utf8) + [0x61, 0xFF]
      + Array("</string><key>b</key><integer>1</integer><key>b</key><true/></dict></plist>".utf8)
    let tree = try PropertyList(reading: text)
    guard case .dictionary(let members) = tree, case .foreign(let object)? = members["a"] else {
      Issue.record("\(tree)")
      return
    }
    #expect(object.words == "text with bytes that are not ASCII")
    #expect(members["b"] == .foreign(.repeated([.integer(1), .boolean(true)])))
    #expect(try PropertyList(reading: BinaryPropertyList.encode(tree)) == tree)
  }

  /// A document with a declaration.
  private static func document(_ declaration: String) -> String {
    "<?xml version=\"1.0\"\(declaration)?><plist><string>é😀</string></plist>"
  }

  private static func utf16(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      isBigEndian
        ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
  }

  @Test(
    "in UTF-16 with a byte order mark is read, whatever its declaration says",
    arguments: ["", " encoding=\"UTF-16\"", " encoding = 'utf-8' standalone=\"yes\""],
    [true, false])
  func utf16(declaration: String, isBigEndian: Bool) throws {
    let file = Self.utf16(Self.document(declaration), isBigEndian: isBigEndian)
    #expect(try PropertyList(reading: file) == .string("é😀"))
    #expect(throws: PropertyListError.self) { try PropertyList(reading: file.dropLast()) }
  }

  @Test("in UTF-16 with half a surrogate pair is refused, and the error says where")
  func loneSurrogate() {
    let text = Self.utf16("<plist><string>é", isBigEndian: false)
    let file =
      text + [0x00, 0xD8] + Self.utf16("</string></plist>", isBigEndian: false, mark: false)
    let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    #expect(error?.offset == text.count)
  }

  @Test(
    "in Latin-1 is read", arguments: ["ISO-8859-1", "iso-8859-1", "latin1", "ISO_8859-1"])
  func latin1(name: String) throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><string>é\u{80}ÿ</string></plist>"
    let file = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try PropertyList(reading: file) == .string("é\u{80}ÿ"))
  }

  @Test(
    "declared as ASCII or UTF-8 by any name is read",
    arguments: ["ASCII", "us-ascii", "'Us-Ascii'", "utf8", "UTF8", "utf-8"])
  func asciiAndUTF8(name: String) throws {
    let quoted = name.hasPrefix("'") ? name : "\"\(name)\""
    let text = "<?xml version=\"1.0\" encoding=\(quoted)?><plist><string>e</string></plist>"
    #expect(try PropertyList(reading: Array(text.utf8)) == .string("e"))
    let accented = Array(text.replacing("e</string>", with: "é</string>").utf8)
    if name.lowercased().contains("ascii") {
      let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: accented) }
      #expect(error?.found == "byte 195 in a file that is declared as ASCII")
      #expect(error?.offset == accented.firstIndex { $0 > 0x7F })
    } else {
      #expect(try PropertyList(reading: accented) == .string("é"))
    }
  }

  @Test(
    "in an encoding that is not read is refused by name",
    arguments: ["windows-1252", "UTF-16", "Shift_JIS", ""])
  func otherEncodings(name: String) {
    let file = Array(Self.document(" encoding=\"\(name)\"").utf8)
    let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    #expect(error?.found == "the encoding \"\(name)\"")
  }

  @Test("of another encoding gives the place of an error in the file's own bytes")
  func places() {
    let before = "<plist><array><string>éé😀</string>"
    let text = before + "<what/></array></plist>"
    let cases = [
      (Self.utf16(text, isBigEndian: true), Self.utf16(before, isBigEndian: true).count),
      (Self.utf16(text, isBigEndian: false), Self.utf16(before, isBigEndian: false).count),
    ]
    for (file, offset) in cases {
      let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
      #expect(error?.offset == offset)
    }
    let latin = "<?xml version=\"1.0\" encoding=\"latin1\"?><plist><string>éé</string>"
    let file = (latin + "junk").unicodeScalars.map { UInt8($0.value) }
    let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    #expect(error?.offset == latin.unicodeScalars.count)
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

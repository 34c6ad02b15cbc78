import Testing

@testable import Keywright

@Suite struct ValueFileNameTests {
  static let names: [(String, String)] = [
    ("player:volume", "player+volume.plist"),
    ("player:bandGain", "player+band%47ain.plist"),
    ("", "%.plist"),
    (".", "%2e.plist"),
    ("..", "%2e..plist"),
    ("a.b", "a.b.plist"),
    ("../x", "%2e.%2fx.plist"),
    ("a\u{0}b", "a%00b.plist"),
    ("50%", "50%25.plist"),
    ("a+b~c", "a%2bb%7ec.plist"),
    ("\u{E9}", "%c3%a9.plist"),
    ("e\u{301}", "e%cc%81.plist"),
    ("values.lock", "values.lock.plist"),
    (String(repeating: "n", count: 200), String(repeating: "n", count: 200) + ".plist"),
  ]

  @Test("a name is written as documented", arguments: names)
  func nameIsAsDocumented(_ name: String, _ file: String) {
    #expect(ValueFileName(StorageString(name)).string == file)
    #expect(ValueFileName.meaning(of: file) == .value(StorageString(name)))
  }

  @Test func everyByteComesBack() {
    for scalar in (0..<0x300).compactMap(Unicode.Scalar.init) {
      let name = StorageString("a" + String(scalar) + "b")
      #expect(ValueFileName.meaning(of: ValueFileName(name).string) == .value(name))
    }
  }

  @Test func namesThatDifferInCaseDifferInMoreThanCase() {
    let names = ["key", "KEY", "Key", "kEy"].map { ValueFileName(StorageString($0)).string }
    #expect(Set(names.map { $0.lowercased() }).count == 4)
  }

  @Test func everyLengthFitsAFileName() {
    for count in 0...700 {
      for character in ["a", "A", "\u{E9}"] {
        let name = ValueFileName(StorageString(String(repeating: character, count: count))).string
        #expect(name.utf8.count <= 206 && !name.contains("/"))
      }
    }
  }

  @Test func longNamesEndInTheirHash() {
    let name = String(repeating: "n", count: 300)
    let file = ValueFileName(StorageString(name)).string
    #expect(file == name.prefix(100) + "~" + SHA256.hexadecimal(name.utf8) + ".plist")
    #expect(ValueFileName.meaning(of: file) == .hashed)
  }

  @Test func noByteIsCutInTwo() {
    for count in 90...110 {
      let name = String(repeating: "a", count: count) + String(repeating: "A", count: 100)
      let start = ValueFileName(StorageString(name)).string.prefix { $0 != "~" }
      #expect(
        start.utf8.count <= 100
          && start.count(where: { $0 == "%" }) * 2
            == start.filter {
              $0.isNumber
            }.count
      )
    }
  }

  @Test(
    "a file of another name is somebody else's",
    arguments: [
      "README.plist", ".plist", "a b.plist", "%41%.plist", "%4.plist", "%zz.plist", "%61.plist",
      "%C3%A9.plist", "%ff.plist", ".hidden.plist", "Ä.plist",
    ])
  func foreignNames(_ file: String) {
    #expect(ValueFileName.meaning(of: file) == .foreign)
  }

  /// The examples of FIPS 180-2, appendix B, and the lengths around a block's end.
  @Test func theHashIsThatOfTheStandard() {
    #expect(
      SHA256.hexadecimal("abc".utf8)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal("".utf8)
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexadecimal([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}

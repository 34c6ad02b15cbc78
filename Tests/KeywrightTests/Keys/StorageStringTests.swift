import Testing

@testable import Keywright

@Suite("Storage strings") struct StorageStringTests {
  @Test("hold the full path of three levels, and no leading separator at the root")
  func path() {
    #expect(Key<Root, Int>("n", default: 0).storageString == "n")
    #expect(Animals.kingdom.storageString == "animals:kingdom")
    #expect(Animals.Cats.lion.storageString == "animals:cats:lion")
    #expect(Animals.Cats.Small.tabby.storageString == "animals:cats:small:tabby")
  }

  @Test(
    "escape ':' and '%' in ids, and nothing else",
    arguments: [
      ("", ""), ("a:b", "a%3Ab"), ("100%", "100%25"), ("%3A", "%253A"), (":", "%3A"),
      ("a/b .\u{0}\n", "a/b .\u{0}\n"), ("..", ".."), ("é", "é"), ("e\u{301}:", "e\u{301}%3A"),
      ("😀%", "😀%25"), (String(repeating: "x", count: 300), String(repeating: "x", count: 300)),
    ])
  func escaping(_ id: String, _ expected: String) {
    let name = Key<Animals, Int>(id, default: 0).storageString
    #expect(Array(name.string.utf8) == Array("animals:\(expected)".utf8))
  }

  @Test("escape the ids of namespaces as well")
  func namespaceIDs() {
    #expect(Key<Odd, Int>("x", default: 0).storageString == "a%3Ab%25:x")
    #expect(Key<Odd.Empty, Int>("", default: 0).storageString == "a%3Ab%25::")
  }

  @Test("of different keys differ: every two ids of up to three characters out of ': % 3 A 2 5'")
  func noCollisions() {
    let alphabet: [Character] = [":", "%", "3", "A", "2", "5"]
    var ids = [""]
    var longest = [""]
    for _ in 0..<3 {
      longest = longest.flatMap { id in alphabet.map { id + String($0) } }
      ids += longest
    }
    let escaped = ids.map(\.escapedAsComponent)
    var strings = Set<String>(minimumCapacity: ids.count * (ids.count + 1))
    var expected = 0
    // A root key, and a key in a namespace, with the same joining that a namespace's path has.
    for outer in escaped {
      strings.insert(outer)
      expected += 1
      for inner in escaped { strings.insert("\(outer):\(inner)") }
      expected += escaped.count
    }
    #expect(strings.count == expected)
  }

  @Test("are compared as bytes: canonically equal ids are two keys")
  func twins() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(StorageString(composed) != StorageString(decomposed))
    let store = MemoryStore()
    try store.set(Key<Animals, Int>(composed, default: 0), to: 1)
    try store.set(Key<Animals, Int>(decomposed, default: 0), to: 2)
    #expect(store.get(Key<Animals, Int>(composed, default: 0)) == 1)
    #expect(store.get(Key<Animals, Int>(decomposed, default: 0)) == 2)
    #expect(try store.storedKeys().count == 2)
  }

  @Test("are taken verbatim where a key names its own", arguments: ["a:b", "%zz", "", "é:%"])
  func verbatim(_ string: String) {
    #expect(Key<Animals, Int>(StorageString(string), default: 0).storageString.string == string)
  }

  @Test("of a declared key borrow the literal, also one of a single character or none")
  func declared() {
    let one = Key<Root, Int>(_declared: "a", hash: 0x3809_0e36_dc0a_ebb1, default: 0)
    #expect(one.storageString == Key<Root, Int>("a", default: 0).storageString)
    let none = Key<Root, Int>(_declared: "", hash: 0x1680_2096_cdf8_11da, default: 0)
    #expect(none.storageString == "")
  }

  @Test(
    "have the hash of an independent implementation",
    arguments: [
      ("", 0x1680_2096_cdf8_11da), ("a", 0x3809_0e36_dc0a_ebb1),
      ("player:key500", 0x8b2c_4b3c_2fda_a9f8), ("player:text0500", 0x1d18_fb6d_c1d5_d609),
      ("animals:cats:lion", 0x7c17_4cb0_17f4_2342), ("\u{e9}0123456789", 0x829e_6698_c594_764a),
    ] as [(String, UInt64)])
  func hash(_ string: String, _ hash: UInt64) {
    #expect(StorageString(string).hash == hash)
    #expect(KeyHash.hash(string) == hash)
  }

  @Test("have prefixes by bytes, not by characters")
  func prefixes() {
    #expect(StorageString("e\u{301}x").hasPrefix("e"))
    #expect(!StorageString("\u{e9}").hasPrefix("e\u{301}"))
    #expect(StorageString("a").hasPrefix(""))
    #expect(!StorageString("").hasPrefix("a"))
  }
}

private enum Odd: Namespace {
  typealias Parent = Root
  static let namespaceID = "a:b%"

  enum Empty: Namespace {
    typealias Parent = Odd
    static let namespaceID = ""
  }
}

import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd

@Suite("The etcd keys of a store") struct KeyRangeTests {
  private let range = KeyRange(prefix: "/app")

  @Test(
    "are those of the storage strings, without a slash behind the prefix",
    arguments: [
      "", "a", "a:b", "/", "a/b", "é", "e\u{301}", "\u{0}", "🦁", "keywright:freeze", "%", "%2",
      "%2F", "%2f",
      "%252F", "%25252F/", "%25", "/%2F", "%%2F", "100%/25",
    ])
  func roundTrips(text: String) {
    let name = StorageString(text)
    let key = range.key(of: name).dropFirst(5)
    #expect(!key.contains(UInt8(ascii: "/")))
    if !text.contains("/"), !text.contains("2F") { #expect(key.elementsEqual(text.utf8)) }
    #expect(range.name(of: range.key(of: name)) == name)
    #expect(isInside(range.key(of: name)))
  }

  private func isInside(_ key: Data) -> Bool {
    let (start, end) = range.bounds
    return !key.lexicographicallyPrecedes(start) && key.lexicographicallyPrecedes(end)
  }

  @Test(
    "are no others",
    arguments: ["/app", "/app.keywright/log/1", "/app2/a", "/ap", "/app0", "", "/application/a"])
  func others(key: String) {
    #expect(range.name(of: Data(key.utf8)) == nil)
    #expect(!isInside(Data(key.utf8)))
  }

  @Test("are those of no other string", arguments: Search.seeds(4, of: 40))
  func injective(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var texts: [Data: String] = [:]
    for _ in 0..<2_000 {
      let pieces = ["/", "%", "2", "5", "F", "25", "2F", "f", "a"]
      let text = (0..<Int.random(in: 0...8, using: &generator))
        .map { _ in pieces.randomElement(using: &generator)! }.joined()
      let key = range.key(of: StorageString(text))
      let known = texts.updateValue(text, forKey: key)
      #expect(known == nil || known == text)
      #expect(range.name(of: key)?.string == text)
    }
  }

  @Test(
    "of all storage strings that begin with a text are swept, and none of another store",
    arguments: Search.seeds(4, of: 40))
  func swept(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] =
      ["/", "eu", "a", "keywright:", ".", "0", "é"].map { Array($0.utf8) } + [[0xFF], [0xC3]]
    var controls = 0
    for _ in 0..<200 {
      let keys = (0..<12).map { _ in
        Data("/app/".utf8)
          + (0..<Int.random(in: 0...4, using: &generator))
          .flatMap { _ in pieces.randomElement(using: &generator)! }
      }
      let names = keys.compactMap { range.name(of: $0) }
      let text = ["", "a", "eu", "k"].randomElement(using: &generator)!
      let bounds = range.bounds(ofNames: text, among: names)
      func isIn(_ key: Data, _ bounds: [(start: Data, end: Data)]) -> Bool {
        bounds.contains {
          !key.lexicographicallyPrecedes($0.start) && key.lexicographicallyPrecedes($0.end)
        }
      }
      for (key, name) in zip(keys, names) {
        let isOwn = !name.string.hasPrefix("keywright:") && name.string.utf8.starts(with: text.utf8)
        #expect(isIn(key, bounds) == isOwn, "\(Array(key)) beside \(keys.map(Array.init))")
        // The control: one range from the first key to the last takes others along.
        if isIn(key, [range.bounds]), !isOwn { controls += 1 }
      }
    }
    #expect(controls > 0)
  }

  @Test("hide one that is not UTF-8, which no storage string is like")
  func bytes() throws {
    let name = try #require(range.name(of: Data("/app/".utf8) + [0xFF, 0x00]))
    #expect(KeyRange.isForeign(name))
    #expect(name != range.name(of: Data("/app/".utf8) + [0xFF, 0x01]))
  }

  @Test("lie between bounds, for every prefix of bytes", arguments: [[1], [0xFF], [1, 0xFF], []])
  func bounds(bytes: [UInt8]) {
    let (start, end) = KeyRange.bounds(ofPrefix: Data(bytes))
    #expect(start == Data(bytes))
    // A single zero means up to the last key.
    if bytes.allSatisfy({ $0 == 0xFF }) { return #expect(end == Data([0])) }
    #expect(start.lexicographicallyPrecedes(end))
    #expect((Data(bytes) + [0xFF, 0xFF]).lexicographicallyPrecedes(end))
    #expect(!end.starts(with: bytes))
  }

  @Test("of a namespace or of all leave out the library's own")
  func reserved() {
    let freeze = range.key(of: KeyRange.freeze)
    for text in ["", "k", "keywright:"] {
      for (start, end) in range.bounds(ofNames: text, among: []) {
        let isInside =
          !freeze.lexicographicallyPrecedes(start) && freeze.lexicographicallyPrecedes(end)
        #expect(!isInside)
      }
    }
    #expect(range.bounds(ofNames: "shop:", among: []).count == 1)
  }
}

import Foundation
import Keywright
import Testing

@testable import KeywrightEtcd

@Suite("The etcd keys of a store") struct KeyRangeTests {
  private let range = KeyRange(prefix: "/app")

  @Test(
    "are those of the storage strings, byte for byte",
    arguments: ["", "a", "a:b", "/", "a/b", "é", "e\u{301}", "\u{0}", "🦁", "keywright:freeze"])
  func roundTrips(text: String) {
    let name = StorageString(text)
    #expect(range.key(of: name) == Data("/app/\(text)".utf8))
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
      for (start, end) in range.bounds(ofNames: text) {
        let isInside =
          !freeze.lexicographicallyPrecedes(start) && freeze.lexicographicallyPrecedes(end)
        #expect(!isInside)
      }
    }
    #expect(range.bounds(ofNames: "shop:").count == 1)
  }
}

import Foundation
import Keywright
import Testing

@Suite("The reason why a value could not be decoded") struct DecodingCauseTests {
  private struct Size: Codable, Convertible, Equatable { var width, height: Double }
  private struct Window: Codable, Convertible, Equatable { var frame: Size }

  private func cause<Value>(
    of stored: StoredValue, as key: Key<Zoo, Value>, in store: some Store = MemoryStore()
  ) throws -> ConversionFailure? {
    try store.set(Key<Zoo, StoredValue?>("window"), to: stored)
    let error = #expect(throws: StoreError.self) { try store.read(key) }
    #expect(error?.code == .unreadable)
    return error?.underlying as? ConversionFailure
  }

  private let window = Key<Zoo, Window>(
    "window", default: Window(frame: Size(width: 1, height: 1)))

  @Test("has the path of a member of another type, and of a missing one")
  func members() throws {
    let wrong = try cause(of: ["frame": ["width": "wide", "height": 1.0]], as: window)
    #expect(wrong?.path == "frame.width")
    #expect(wrong?.found.contains("wide") == true)
    let missing = try cause(of: ["frame": ["width": 1.0]], as: window)
    #expect(missing?.path == "frame")
    #expect(missing?.found == "no member \"height\"")
  }

  @Test("has the place in a list, and is in an update, a report and a composition too")
  func places() throws {
    let list = Key<Zoo, [Window]>("window", default: [])
    let failure = try cause(of: [["frame": ["width": 1.0, "height": false]]], as: list)
    #expect(failure?.path == "[0].frame.height")
    let store = MemoryStore()
    let layers = store.fallback(to: MemoryStore())
    #expect(try cause(of: ["frame": 1], as: window, in: layers)?.path == "frame")
    let update = #expect(throws: StoreError.self) {
      try layers.update(window) { $0.frame.width = 2 }
    }
    #expect("\(try #require(update))".contains("Cause: frame: "))
    store.onIssue { _ in }
    _ = store.get(window)
    #expect("\(try #require(store.issues.first))".contains("Cause: frame: "))
  }

  @Test("is that of each coding")
  func codings() throws {
    struct Plain: Codable, Sendable { var name: String }
    let tree = Key<Zoo, Plain?>("window", coding: .propertyList)
    #expect(try cause(of: ["name": 3], as: tree)?.path == "name")
    let json = Key<Zoo, Plain?>("window", coding: .json)
    #expect(
      try cause(of: .data(Array(#"{"name": 3}"#.utf8)), as: json)?.path == "name")
  }

  @Test("is the transformer's own error")
  func transformer() throws {
    struct Digits: Transformer {
      struct Odd: Error, Equatable { let text: String }
      func encode(_ value: Int) -> String { String(value) }
      func decode(_ base: String) throws -> Int {
        guard let number = Int(base) else { throw Odd(text: base) }
        return number
      }
    }
    let store = MemoryStore()
    try store.set(Zoo.lionsAsText, to: "many")
    let key = Zoo.lionsAsText.transformed(by: Digits(), default: 0)
    let error = #expect(throws: StoreError.self) { try store.read(key) }
    #expect(error?.underlying as? Digits.Odd == Digits.Odd(text: "many"))
  }

  @Test("is left out for a sensitive key")
  func sensitive() throws {
    let secret = Key<Zoo, Window?>(
      "window", descriptor: KeyDescriptor(sensitivity: .secret))
    #expect(try cause(of: ["frame": "hush"], as: secret) == nil)
  }

  @Test("is left out where the found and the expected form say all")
  func scalars() throws {
    #expect(try cause(of: "many", as: Key<Zoo, Int>("window", default: 0)) == nil)
  }
}

import Foundation
import Keywright
import Testing

@Suite("Transformed keys") struct TransformerTests {
  let store = MemoryStore()

  @Test func theStoredValueIsThatOfTheKeyBeneath() throws {
    let key = Key<Zoo, String>("text", default: "").transformed(by: Base64(), default: Data())
    try store.set(key, to: Data([0xca, 0xfe]))
    #expect(store.stored("zoo:text") == "yv4=")
    #expect(store.get(key) == Data([0xca, 0xfe]))
  }

  @Test func transformersChain() throws {
    let key = Key<Zoo, String>("text", default: "")
      .transformed(by: Base64(), default: Data()).transformed(by: UTF8(), default: "")
    try store.set(key, to: "hello")
    #expect(store.stored("zoo:text") == "aGVsbG8=")
    #expect(store.get(key) == "hello")
  }

  @Test(
    "The default is given in the key's own type, and nothing traps where the one beneath is no value"
  )
  func defaults() {
    let plain = Key<Zoo, String>("text", default: "not base 64!")
    #expect(store.get(plain.transformed(by: Base64(), default: Data([1]))) == Data([1]))
    #expect(store.get(plain.transformed(by: Base64(), default: .lazy { Data([2]) })) == Data([2]))
    let optional = Key<Zoo, String?>(
      "text", descriptor: KeyDescriptor(default: .lazy { "not base 64!" }))
    #expect(store.get(optional.transformed(by: Base64())) == nil)
  }

  @Test("A default that is persisted stays so when the key is transformed")
  func persistedDefault() {
    let plain = Key<Zoo, String>("text", default: .lazy(persist: .whenMissing) { "" })
    #expect(
      store.get(plain.transformed(by: Base64(), default: Data([0xca, 0xfe]))) == Data([0xca, 0xfe]))
    #expect(store.stored("zoo:text") == "yv4=")
  }

  @Test func nilStaysNil() throws {
    let key = Key<Zoo, String?>("text").transformed(by: Base64())
    #expect(store.get(key) == nil)
    try store.set(key, to: Data([0xca, 0xfe]))
    #expect(store.stored("zoo:text") == "yv4=")
    try store.set(key, to: nil)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test func aValueThatCannotBeDecodedIsUnreadableAndStays() throws {
    let plain = Key<Zoo, String>("text", default: "")
    try store.set(plain, to: "not base 64!")
    store.onIssue { _ in }
    let key = plain.transformed(by: Base64(), default: Data())
    #expect(store.get(key) == Data())
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(store.get(plain) == "not base 64!")
  }

  @Test func aKeyOfTheSameTypeDoesNotSeeTheTransformersValue() throws {
    let plain = Key<Zoo, String>("text", default: "")
    let reversed = plain.transformed(by: Reversed(), default: "")
    let slot = store.slot(reversed)
    try store.set(reversed, to: "abc")
    #expect(store.stored("zoo:text") == "cba")
    #expect(store.get(plain) == "cba")
    #expect(store.get(reversed) == "abc")
    #expect(slot.get() == "abc")
    try store.update(plain) { $0 += "!" }
    #expect(store.get(reversed) == "!abc")
    try store.update(reversed) { $0 += "?" }
    #expect(store.get(plain) == "?cba!")
    #expect(store.get(plain.transformed(by: Same(), default: "")) == "?cba!")
  }

  @Test func processingAndConstraintsSeeTheKeyBeneath() throws {
    let key = Key<Zoo, Int>(
      "number", default: 0,
      descriptor: KeyDescriptor(processing: [.clamp(...10)], constraints: [.range(0...)])
    ).transformed(by: Decimals(), default: "0")
    try store.set(key, to: "99")
    #expect(store.get(key) == "10")
    let constraint = #expect(throws: StoreError.self) { try store.set(key, to: "-1") }
    #expect(constraint?.code == .constraint)
    #expect(throws: StoreError.self) { try store.set(key, to: "many") }
    #expect(store.get(key) == "10")
  }

  @Test func functionsReceiveTheValuesBeneath() throws {
    let notified = Notified()
    let key = Key<Zoo, Int>(
      "number", default: 0,
      descriptor: KeyDescriptor(didChange: { old, new in notified.note("\(old) \(new)") })
    ).transformed(by: Decimals(), default: "0")
    try store.set(key, to: "5")
    #expect(notified.notes == ["0 5"])
  }

  /// Keys that a function makes, as each family's are, and of which one cached a value.
  @Test(arguments: [0, 1])
  func keysThatAreMadeAgainFindWhatTheyCached(_ shift: Int) throws {
    func plain(_ name: String) -> Key<Zoo, String?> {
      Key(.family("image", KeyParameter(name)))
    }
    let makers: [(String) -> Key<Zoo, Data?>] = [
      { plain($0).transformed(by: Base64()) },
      { plain($0).transformed(by: Shifted(shift: shift)).transformed(by: Base64()) },
      { plain($0).transformed(by: Base64()).transformed(by: Kept()) },
      { _ in Key("named", coding: .optional(Zoo.bytes(id: shift))) },
    ]
    for make in makers {
      let cache = CacheStore(capacity: 10)
      for byte in UInt8.min...9 {
        try cache.set(make("a"), to: Data([byte]))
        #expect(cache.get(make("a")) == Data([byte]))
        try cache.update(make("a")) { $0?.append(1) }
        #expect(try cache.read(make("a")) == Data([byte, 1]))
      }
      #expect(cache.statistics.misses == 0)
    }
  }

  @Test func transformersThatDifferAreOtherForms() throws {
    let cache = CacheStore(capacity: 10)
    cache.onIssue { _ in }
    let plain = Key<Zoo, String>("text", default: "")
    try cache.set(plain.transformed(by: Shifted(shift: 1), default: ""), to: "b")
    #expect(cache.get(plain.transformed(by: Shifted(shift: 1), default: "")) == "b")
    #expect(cache.get(plain.transformed(by: Shifted(shift: 2), default: "")) == "")
    #expect(cache.get(plain) == "")
    // Without an identity each key is a form of its own.
    let unnamed = plain.transformed(by: Unnamed(shift: 1), default: "")
    try cache.set(unnamed, to: "c")
    #expect(cache.get(unnamed) == "c")
    #expect(cache.get(plain.transformed(by: Unnamed(shift: 1), default: "")) == "")
  }
}

extension Zoo {
  fileprivate static func bytes(id: Int) -> ValueCoding<Data> {
    ValueCoding(id: id, encode: { .data([UInt8]($0)) }) { stored in
      if case .data(let bytes) = stored.content { Data(bytes) } else { nil }
    }
  }
}

/// Has a state, and an identity.
private struct Shifted: Transformer {
  let shift: Int
  var id: (any Hashable & Sendable)? { shift }
  func encode(_ value: String) -> String { String(repeating: " ", count: shift) + value }
  func decode(_ base: String) -> String { String(base.dropFirst(shift)) }
}

/// Has a state, and none.
private struct Unnamed: Transformer {
  let shift: Int
  func encode(_ value: String) -> String { String(repeating: " ", count: shift) + value }
  func decode(_ base: String) -> String { String(base.dropFirst(shift)) }
}

private struct Kept: Transformer {
  func encode(_ value: Data) -> Data { value }
  func decode(_ base: Data) -> Data { base }
}

private struct Base64: Transformer {
  func encode(_ value: Data) -> String { value.base64EncodedString() }
  func decode(_ base: String) throws -> Data {
    guard let data = Data(base64Encoded: base) else {
      throw ConversionFailure(found: "other text", expected: "base 64")
    }
    return data
  }
}

private struct Reversed: Transformer {
  func encode(_ value: String) -> String { String(value.reversed()) }
  func decode(_ base: String) -> String { String(base.reversed()) }
}

private struct Same: Transformer {
  func encode(_ value: String) -> String { value }
  func decode(_ base: String) -> String { base }
}

private struct UTF8: Transformer {
  func encode(_ value: String) -> Data { Data(value.utf8) }
  func decode(_ base: Data) -> String { String(decoding: base, as: Unicode.UTF8.self) }
}

private struct Decimals: Transformer {
  func encode(_ value: String) throws -> Int {
    guard let number = Int(value) else {
      throw ConversionFailure(found: value, expected: "digits")
    }
    return number
  }
  func decode(_ base: Int) -> String { String(base) }
}

private final class Notified: @unchecked Sendable {
  // `@unchecked`: `notes` is used by one thread, that of the test.
  private(set) var notes: [String] = []
  func note(_ text: String) { notes.append(text) }
}

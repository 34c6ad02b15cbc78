import Foundation
import Keywright
import Testing

/// What a key is called and what it declares are independent of each other.
@Suite("Names of keys") struct KeyNameTests {
  struct Frame: Codable, Sendable, Equatable { var width = 0 }

  /// The storage strings of keys of one name, by each initialiser.
  private func strings(_ name: some KeyName) -> Set<String> {
    let descriptor = KeyDescriptor<Int>(default: ._value(1))
    return [
      Key<Zoo, Int>(name, default: 0).storageString.string,
      Key<Zoo, Int>(name, default: .lazy { 0 }).storageString.string,
      Key<Zoo, Int>(name, descriptor: descriptor).storageString.string,
      Key<Zoo, Int?>(name).storageString.string,
      Key<Zoo, Int?>(name, default: nil).storageString.string,
      Key<Zoo, Frame>(name, default: Frame(), coding: .json).storageString.string,
      Key<Zoo, Frame>(name, default: .lazy { Frame() }, coding: .json).storageString.string,
      Key<Zoo, Frame?>(name, coding: .json).storageString.string,
    ]
  }

  @Test("of each kind stand for the same string whatever a key declares")
  func kinds() {
    #expect(strings("a:b") == ["zoo:a%3Ab"])
    #expect(strings(StorageString("a:b")) == ["a:b"])
    #expect(strings(.family("a:b", KeyParameter(3), KeyParameter("c:"))) == ["zoo:a%3Ab:3:c%3A"])
    #expect(strings(FamilyMember("a", [])) == ["zoo:a"])
  }

  @Test("A key that chooses its stored form may have the string of old data, or be one of a family")
  func coded() throws {
    let store = MemoryStore()
    let names: [Key<Zoo, Frame>] = [
      Key(StorageString("NSWindow Frame"), default: Frame(), coding: .json),
      Key(.family("frame", KeyParameter(2)), default: Frame(), coding: .json),
    ]
    for key in names { try store.set(key, to: Frame(width: 7)) }
    #expect(store.storageStrings().map(\.string).sorted() == ["NSWindow Frame", "zoo:frame:2"])
    #expect(names.map { store.get($0).width } == [7, 7])
  }
}

import Foundation
import Keywright
import Testing

@Suite("Key families") struct KeyFamilyTests {
  private enum Size: String { case small, large }
  private enum Level: Int { case low = 1, high }

  private func name(_ parameters: KeyParameter...) -> String {
    Key<Zoo, Double>(FamilyMember("band", parameters), default: 0).storageString.string
  }

  @Test func parametersAreFurtherComponents() {
    let id = UUID()
    #expect(name(KeyParameter(3)) == "zoo:band:3")
    #expect(name(KeyParameter(Int8(-3)), KeyParameter(true)) == "zoo:band:-3:true")
    #expect(name(KeyParameter(id)) == "zoo:band:\(id.uuidString)")
    #expect(name(KeyParameter(Size.large)) == "zoo:band:large")
    #expect(name(KeyParameter(Level.high)) == "zoo:band:2")
  }

  @Test func parametersAreEscapedLikeIDs() {
    #expect(name(KeyParameter("a:b%")) == "zoo:band:a%3Ab%25")
    #expect(name(KeyParameter("a"), KeyParameter("b")) != name(KeyParameter("a:b")))
    #expect(name(KeyParameter("")) == "zoo:band:")
  }

  @Test func aDeclaredFamilyHasTheSameStrings() {
    let declared = Key<Zoo, Double>(
      _declared: "zoo:band", parameters: [KeyParameter("é:")], default: 0)
    #expect(declared.storageString == StorageString("zoo:band:é%3A"))
  }

  @Test func eachKeyOfAFamilyHasItsValue() throws {
    let store = MemoryStore()
    for index in 0..<5 {
      try store.set(
        Key<Zoo, Int?>(.family("count", KeyParameter(index))), to: index * 10)
    }
    #expect(store.get(Key<Zoo, Int?>(.family("count", KeyParameter(3)))) == 30)
    #expect(store.get(Key<Zoo, Int?>(.family("count", KeyParameter(9)))) == nil)
  }
}

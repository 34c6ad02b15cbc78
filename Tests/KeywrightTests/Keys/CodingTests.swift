import Keywright
import Testing

@Suite("A stored form that a key chooses") struct CodingTests {
  /// A `Codable` type that is not `Convertible`.
  struct Frame: Codable, Equatable {
    var width = 800
    var height = 600
  }

  let store = MemoryStore()

  @Test func jsonIsData() throws {
    let key = Key<Zoo, Frame>("frame", default: Frame(), coding: .json)
    try store.set(key, to: Frame(width: 1, height: 2))
    #expect(store.stored("zoo:frame") == .data(Array(#"{"height":2,"width":1}"#.utf8)))
    #expect(store.get(key) == Frame(width: 1, height: 2))
  }

  @Test func aPropertyListIsATree() throws {
    let key = Key<Zoo, Frame>("frame", default: Frame(), coding: .propertyList)
    try store.set(key, to: Frame(width: 1, height: 2))
    #expect(store.stored("zoo:frame") == ["width": 1, "height": 2])
    #expect(store.get(key) == Frame(width: 1, height: 2))
  }

  @Test(arguments: [ValueCoding<Frame?>.json, .propertyList])
  func nilIsAbsence(_ coding: ValueCoding<Frame?>) throws {
    let key = Key<Zoo, Frame?>("frame", coding: coding)
    try store.set(key, to: Frame())
    #expect(store.get(key) == Frame())
    try store.set(key, to: nil)
    #expect(try store.storedKeys().isEmpty)
    #expect(store.get(key) == nil)
  }

  @Test func theOtherFormIsUnreadable() throws {
    let json = Key<Zoo, Frame>("frame", default: Frame(), coding: .json)
    let tree = Key<Zoo, Frame>("frame", default: Frame(), coding: .propertyList)
    try store.set(tree, to: Frame(width: 1, height: 2))
    #expect(throws: StoreError.self) { try store.read(json) }
  }

  @Test func theDescriptorIsKept() throws {
    let key = Key<Zoo, Frame>(
      "frame", default: Frame(), coding: .json,
      descriptor: KeyDescriptor(processing: [.call("double") { Frame(width: $0.width * 2) }]))
    try store.set(key, to: Frame(width: 4))
    #expect(store.get(key).width == 8)
  }

  @Test func aDefaultIsComputedOnceAndStoredInTheFormOfTheKey() throws {
    let calls = Shared(0)
    let key = Key<Zoo, Frame>(
      "frame",
      default: .lazy(persist: .whenMissing) {
        calls.change { $0 += 1 }
        return Frame(width: 1)
      }, coding: .json)
    #expect(store.get(key).width == 1)
    #expect(store.stored("zoo:frame") == .data(Array(#"{"height":600,"width":1}"#.utf8)))
    try store.remove(key)
    #expect(store.get(key).width == 1)
    #expect(calls.value == 1)
  }

  @Test func theDefaultOfTheKeyComesBeforeThatOfItsDescriptor() {
    let key = Key<Zoo, Frame>(
      "frame", default: .lazy { Frame(width: 2) }, coding: .propertyList,
      descriptor: KeyDescriptor(default: .lazy { Frame(width: 1) }))
    #expect(store.get(key).width == 2)
  }
}

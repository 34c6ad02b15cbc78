import Keywright
import Testing

@Suite struct RawValueCodingTests {
  /// A type of somebody else's module, which conforms to nothing of ours.
  enum Mode: Int, Sendable { case quiet = 1, loud }

  let store = MemoryStore()

  @Test func aForeignTypeIsStoredAsItsRawValue() throws {
    let key = Key<Root, Mode>("mode", default: .quiet, coding: .rawValue)
    try store.set(key, to: .loud)
    #expect(store.get(key) == .loud)
    #expect(store.stored(key.storageString) == 2)
  }

  @Test func aDefaultIsWrittenInTheCodingsForm() {
    let key = Key<Root, Mode>("mode", default: .stored(2), coding: .rawValue)
    #expect(store.get(key) == .loud)
  }

  @Test func anOptionalOneIsAbsentWhenNil() throws {
    let key = Key<Root, Mode?>("mode", coding: .optional(.rawValue))
    try store.set(key, to: .loud)
    #expect(store.get(key) == .loud)
    try store.set(key, to: nil)
    #expect(try store.contains(key) == false)
  }

  @Test func nilIsAbsenceAlsoBesideADefault() throws {
    let cache = CacheStore(capacity: 2)
    let key = Key<Root, Mode?>("mode", default: .quiet, coding: .optional(.rawValue))
    for store in [store, cache] as [any Store] {
      try store.set(key, to: .loud)
      try store.set(key, to: nil)
      #expect(store.get(key) == .quiet, "\(store)")
      #expect(try store.contains(key) == false, "\(store)")
    }
  }

  @Test func aRawValueOfNoCaseIsUnreadable() throws {
    try store.set(Key<Root, Int>("mode", default: 0), to: 9)
    let key = Key<Root, Mode>("mode", default: .quiet, coding: .rawValue)
    #expect(store.get(key) == .quiet)
    #expect(throws: StoreError.self) { try store.read(key) }
  }
}

import Keywright
import Testing

@Suite("A processing function that sees the old value") struct OldValueStepTests {
  private let highest = Key<Zoo, Int>(
    "lions", default: 0,
    descriptor: KeyDescriptor(
      processing: [.clamp(0...100), .call("highest", withOld: { new, old in max(new, old ?? -1) })])
  )

  @Test("receives the stored value, and nil if nothing readable is stored")
  func old() throws {
    for store: any Store in [MemoryStore(), CacheStore(capacity: 9), MemoryStore().prefixed("a")] {
      store.onIssue { _ in }
      try store.set(highest, to: 5)
      try store.set(highest, to: 3)
      #expect(store.get(highest) == 5)
      try store.update(highest) { $0 += 500 }
      #expect(store.get(highest) == 100)
      try store.set(Zoo.lionsAsText, to: "many")
      try store.set(highest, to: 2)
      #expect(store.get(highest) == 2)
      try store.transaction { change in
        try change.set(highest, to: 7)
        try change.set(highest, to: 4)
      }
      #expect(store.get(highest) == 4)
    }
  }

  @Test("may refuse a change, remove an optional value, and is transformed with its key")
  func optional() throws {
    struct Refusal: Error {}
    let store = MemoryStore()
    let once = Key<Zoo, String?>(
      "motto",
      descriptor: KeyDescriptor(
        processing: [
          .call(
            "once",
            withOld: { (new: String, old: String?) -> String? in
              if old != nil, new != "" { throw Refusal() }
              return new == "" ? nil : new
            })
        ]))
    try store.set(once, to: "roar")
    let error = #expect(throws: StoreError.self) { try store.set(once, to: "purr") }
    #expect(error?.code == .refused)
    try store.set(once, to: "")
    #expect(try store.read(once) == nil)
    struct Doubled: Transformer {
      func encode(_ value: Int) -> Int { value / 2 }
      func decode(_ base: Int) -> Int { base * 2 }
    }
    let doubled = highest.transformed(by: Doubled(), default: 0)
    try store.set(doubled, to: 20)
    try store.set(doubled, to: 8)
    #expect(store.get(doubled) == 20)
    #expect(store.get(highest) == 10)
  }
}

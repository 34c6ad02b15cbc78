import Testing

@testable import Keywright

@Suite("A short string") struct ShortTextTests {
  /// Strings of up to 24 characters, each of one to four bytes or of two scalars.
  static let texts = ["a", "é", "€", "🎈", "e\u{301}", "\0", "\u{FEFF}"].flatMap { part in
    (0...24).map { String(repeating: part, count: $0) }
  }
  private let key = Key<Root, String>(StorageString("key"), default: "-")
  private let optional = Key<Root, String?>(StorageString("optional"))

  @Test("comes back as it is, and so does any longer one", arguments: texts)
  func roundTrip(text: String) throws {
    let stores: [any Store] = [MemoryStore(), CacheStore(capacity: 2)]
    for store in stores {
      try check(store, holds: text)
      // In the place of another one, shorter or longer.
      for other in ["", "fifteen bytes..", "more than fifteen bytes"] {
        try check(store, holds: other)
        try check(store, holds: text)
      }
    }
  }

  private func check(_ store: any Store, holds text: String) throws {
    try store.set(key, to: text)
    try store.set(optional, to: text)
    // A string is equal to its decomposed twin, and its bytes are not.
    #expect(store.get(key).utf8.elementsEqual(text.utf8))
    #expect(store.get(optional)?.utf8.elementsEqual(text.utf8) == true)
    #expect(try store.read(key)?.utf8.elementsEqual(text.utf8) == true)
    let updated = try store.update(optional) { $0 }
    #expect(updated?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test("lies in the slot up to fifteen bytes, and in a box from sixteen on", arguments: 0...40)
  func place(count: Int) {
    let text = String(repeating: "x", count: count)
    #expect((HeldValue(text, form: key.formID).box == nil) == (count <= 15))
    #expect((HeldValue(text as String?, form: optional.formID).box == nil) == (count <= 15))
  }

  @Test("may be absent, which is not the empty string")
  func absence() {
    let absent = HeldValue(String?.none, form: optional.formID)
    #expect(absent.value(as: String?.self, form: optional.formID) == .some(nil))
    let empty = HeldValue("" as String?, form: optional.formID)
    #expect(empty.value(as: String?.self, form: optional.formID) == "")
  }

  @Test("is read whole while another thread writes short and long ones")
  func torn() throws {
    let store = MemoryStore()
    let texts = ["", "a", "bbbbbbbbbbbbbbb", "cccccccccccccccccccccccc", "dddddddd"]
    try store.set(key, to: texts[0])
    onThreads(2) { number in
      for round in 0..<20_000 {
        if number == 0 {
          try? store.set(key, to: texts[round % texts.count])
        } else {
          let found = store.get(key)
          if !texts.contains(found) { Issue.record("\(found)") }
        }
      }
    }
  }
}

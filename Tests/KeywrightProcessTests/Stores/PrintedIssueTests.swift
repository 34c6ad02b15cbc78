import Keywright
import Testing

/// Failed writes without `try`, in a store that has no handler.
@Suite struct PrintedIssueTests {
  @Test("The first failure of each key is printed to standard error, and no later one")
  func firstOfEachKey() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let store = MemoryStore(name: "unheard")
      let range = KeyDescriptor<Int>(constraints: [.range(0...1)])
      let first = Key<Root, Int>("first", default: 0, descriptor: range)
      let second = Key<Root, Int>("second", default: 0, descriptor: range)
      store[first] = 5
      store[first] = 6
      store[second] = 7
      #expect(store.get(first) == 0)
      #expect(store.issues.count == 3)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("store 'unheard'") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("'first'") == true)
    #expect(lines.last?.contains("'second'") == true)
  }

  @Test("Where there is a handler nothing is printed")
  func handled() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let store = MemoryStore(name: "handled")
      store.onIssue { _ in }
      let range = KeyDescriptor<Int>(constraints: [.range(0...1)])
      store[Key<Root, Int>("first", default: 0, descriptor: range)] = 5
      #expect(store.issues.count == 1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("store 'handled'"))
  }
}

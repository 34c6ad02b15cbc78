import Foundation
import Keywright
import Testing

@Suite("A programming error stops with a message, in optimised builds too")
struct ProgrammingErrorTests {
  @Test func aKeyWithoutADefault() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = MemoryStore().get(Key<Root, Int>("lost", descriptor: KeyDescriptor()))
    }
    #expect(message(of: result).contains("the key 'lost' has no default. Give its KeyDescriptor"))
  }

  @Test func aDefaultThatIsNoFormOfTheType() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let descriptor = KeyDescriptor<Int>(default: .stored("many"))
      _ = MemoryStore().get(Key<Root, Int>("count", descriptor: descriptor))
    }
    #expect(message(of: result).contains("the default of the key 'count' is written as \"many\""))
  }

  private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

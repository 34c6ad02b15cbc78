import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("Everything at once, from eight threads") struct AllAtOnceTests {
  let folder = TemporaryFolder()
  static let mine = Key<House.Cellar, Int>("mine", default: 500)
  static let yours = Key<House.Cellar, Int>("yours", default: 500)
  static let lazy = Key<Root, UUID>(
    "lazy", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { UUID() }))

  private func soak(_ store: some Store, rounds: Int) throws {
    store.onIssue { _ in }
    let wrong = Shared<[String]>([])
    onThreads(8) { number in
      let own = Key<House, [String]>("own\(number)", default: [])
      for round in 0..<rounds {
        switch (number + round) % 8 {
        case 0: store[own].append("\(round)")
        case 1: try? store.set(House.owner, to: round.isMultiple(of: 2) ? nil : "\(round)")
        case 2:
          let sum = try? store.transaction { bank in
            let (mine, yours) = (try bank.get(Self.mine), try bank.get(Self.yours))
            try bank.set(Self.mine, to: mine - 1)
            try bank.set(Self.yours, to: yours + 1)
            return mine + yours
          }
          if sum != 1_000 { wrong.change { $0.append("sum \(String(describing: sum))") } }
        case 3: _ = store.get(Self.lazy)
        case 4: _ = store.get(Key<House, Int>("owner", default: 0))
        case 5: try? store.clear(House.Kitchen.self)
        case 6: try? store.set(House.Kitchen.chairs, to: round % 20)
        default:
          _ = try? store.storedKeys()
          _ = store.problems
          _ = store.get(own)
        }
      }
      if store.get(own).count != (0..<rounds).count(where: { (number + $0) % 8 == 0 }) {
        wrong.change { $0.append("own \(number)") }
      }
    }
    #expect(wrong.value == [])
    #expect(store.get(Self.mine) + store.get(Self.yours) == 1_000)
    #expect(try store.read(Self.lazy) == store.get(Self.lazy))
  }

  @Test func inMemory() throws { try soak(MemoryStore(), rounds: 400) }

  @Test func inAStoreOfOnesOwn() throws { try soak(FailingStore(), rounds: 400) }

  @Test func inAFile() throws {
    let url = folder.url.appending(path: "defaults.plist")
    try soak(DefaultsStore(url: url), rounds: 48)
  }

  @Test("opening, refreshing, closing and writing one file")
  func openingAndClosing() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let made = Shared(0)
    onThreads(8) { number in
      for round in 0..<20 {
        let store = DefaultsStore(url: url, lockTimeout: .seconds(3_600))
        store.onIssue { _ in }
        switch (number + round) % 4 {
        case 0: store.close()
        case 1: try? store.refresh()
        default:
          do throws(StoreError) {
            try store.update(Self.mine) { $0 += 1 }
            made.change { $0 += 1 }
          } catch {
            if error.code != .closed { Issue.record("\(error)") }
          }
        }
      }
    }
    let store = DefaultsStore(url: url)
    try store.refresh()
    #expect(store.get(Self.mine) == 500 + made.value)
  }
}

import Foundation
import Keywright
import KeywrightTestSupport
import Testing

private struct Refusal: Error, Equatable {}

@Suite("A commit that fails changes nothing") struct CommitFailureTests {
  let journal = Journal()

  /// A step of the commit, how to make it fail, and the code that it then throws.
  struct Failure: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: StoreError.Code
    let arrange: @Sendable (Journal, FailingStore) -> Void
    let commit: @Sendable (FailingStore) throws -> Void
  }

  static let failures = [
    Failure(
      testDescription: "1 reading the old value", code: .unreadable,
      arrange: { _, _ in },
      commit: { try $0.update(Key<House, Bool>("rooms", default: false)) { $0.toggle() } }),
    Failure(
      testDescription: "2 processing", code: .refused,
      arrange: { journal, _ in journal.onProcess = { _ in throw Refusal() } },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
    Failure(
      testDescription: "3 constraints", code: .constraint, arrange: { _, _ in },
      commit: { try $0.set(House.Kitchen.Drawer.spoons, to: 51) }),
    Failure(
      testDescription: "4 a veto of the outer hook", code: .refused,
      arrange: { journal, _ in journal.preCommit["house"] = { _ in throw Refusal() } },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
    Failure(
      testDescription: "4 a veto of the inner hook", code: .refused,
      arrange: { journal, _ in journal.preCommit["kitchen"] = { _ in throw Refusal() } },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
    Failure(
      testDescription: "4 an amendment that breaks a constraint", code: .constraint,
      arrange: { journal, _ in
        journal.preCommit["house"] = { $0.amend(House.Kitchen.Drawer.spoons, to: 51) }
      },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
    Failure(
      testDescription: "4 an amendment outside of the hook's subtree", code: .refused,
      arrange: { journal, _ in
        journal.preCommit["kitchen"] = { $0.amend(House.Cellar.bottles, to: 1) }
      },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
    Failure(
      testDescription: "5 encoding", code: .unencodable, arrange: { _, _ in },
      commit: { store in
        try store.transaction { house in
          try house.set(House.rooms, to: 9)
          try house.set(Key<House, Date>("built", default: .distantPast), to: .notANumber)
        }
      }),
    Failure(
      testDescription: "8 keeping", code: .full,
      arrange: { _, store in store.failNext(StoreError(.full)) },
      commit: { try $0.set(House.Kitchen.pots, to: 2) }),
  ]

  @Test(arguments: failures)
  func nothingChanges(_ failure: Failure) throws {
    let store = FailingStore()
    try store.set(House.rooms, to: 4)
    let before = store.content
    failure.arrange(journal, store)
    let error = #expect(throws: StoreError.self) {
      try journal.listening { try failure.commit(store) }
    }
    #expect(error?.code == failure.code)
    #expect(store.content == before)
    #expect(!journal.take().contains { $0.hasPrefix("post") || $0.hasPrefix("did") })

    try store.set(House.Kitchen.pots, to: 3)
    #expect(store.get(House.Kitchen.pots) == 3)
  }

  @Test("in the file neither", arguments: failures.dropLast())
  func nothingChangesOnDisk(_ failure: Failure) throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "defaults.plist")
    let file = DefaultsStore(url: url)
    try file.set(House.rooms, to: 4)
    try file.compact()
    let bytes = try Data(contentsOf: url)
    let mirror = FailingStore()
    failure.arrange(journal, mirror)
    #expect(throws: StoreError.self) {
      try journal.listening {
        switch failure.code {
        case .unreadable:
          try file.update(Key<House, Bool>("rooms", default: false)) { $0.toggle() }
        case .unencodable:
          try file.set(Key<House, Date>("built", default: .distantPast), to: .notANumber)
        case .constraint:
          try file.set(House.Kitchen.Drawer.spoons, to: 51)
        default: try file.set(House.Kitchen.pots, to: 2)
        }
      }
    }
    #expect(try Data(contentsOf: url) == bytes)
    try file.set(House.rooms, to: 5)
    #expect(DefaultsStore(url: url).get(House.rooms) == 5)
  }

  @Test("the error that refused is the cause")
  func underlying() {
    journal.preCommit["house"] = { _ in throw Refusal() }
    let error = #expect(throws: StoreError.self) {
      try journal.listening { try FailingStore().set(House.rooms, to: 2) }
    }
    #expect(error?.underlying is Refusal)
    #expect(error?.operation == "preCommit")
  }

  @Test("a transaction throws what its closure throws")
  func transactionThrows() {
    #expect(throws: Refusal()) {
      try FailingStore().transaction { _ in throw Refusal() }
    }
  }
}

extension Date {
  fileprivate static let notANumber = Date(timeIntervalSinceReferenceDate: .nan)
}

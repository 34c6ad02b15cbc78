import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// The mark that the first opening with a released registry leaves.
@Suite("The mark of a first opening") struct FirstOpeningTests {
  private let folder = TemporaryFolder()
  private let keeping = Migration._keeping(
    3, for: Zoo.lions, since: "2.0", after: ["1.0", "1.1"], of: "App")

  private func opened(_ release: String, by module: String = "App") -> Migration {
    ._opened(by: module, in: release)
  }

  @Test("lets users who never set anything keep the default of their release")
  func earlier() throws {
    for store: any Store in [MemoryStore(), FileStore(folder: folder.url)] {
      for _ in 1...2 { try store.migrate([opened("1.0")]) }
      #expect(try store.storedKeys().isEmpty)
      try store.migrate([keeping, opened("2.0")])
      #expect(store.get(Zoo.lions) == 3)
      // The decision is made once.
      try store.remove(Zoo.lions)
      try store.migrate([keeping, opened("2.1")])
      #expect(store.get(Zoo.lions) == 0)
    }
  }

  @Test("lets users keep the default of their release where it changed twice")
  func twice() throws {
    let both = [
      keeping,
      Migration._keeping(
        4, for: Zoo.lions, since: "3.0", after: ["1.0", "1.1", "2.0"], of: "App"),
    ]
    for (release, value) in [("1.0", 3), ("2.0", 4), ("3.0", 0)] {
      let store = MemoryStore()
      try store.migrate([opened(release)])
      try store.migrate(both + [opened("3.0")])
      #expect(store.get(Zoo.lions) == value)
    }
  }

  @Test("stays when everything is removed, and tells earlier users from new ones")
  func removal() throws {
    let old = MemoryStore()
    try old.migrate([opened("1.1")])
    try old.set(Zoo.tigers, to: 1)
    try old.removeEverything()
    try old.migrate([keeping])
    #expect(old.get(Zoo.lions) == 3)

    let new = MemoryStore()
    try new.migrate([opened("2.0")])
    try new.set(Zoo.tigers, to: 1)
    try new.migrate([keeping])
    #expect(new.get(Zoo.lions) == 0)
  }

  @Test("of another module says nothing of this one's users")
  func modules() throws {
    let store = MemoryStore()
    try store.migrate([opened("1.0", by: "Other"), keeping])
    #expect(store.get(Zoo.lions) == 0)
  }

  @Test("is durable, and made once")
  func durable() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let first = DefaultsStore(url: url)
    try first.migrate([opened("1.0")])
    first.close()
    let second = DefaultsStore(url: url)
    try second.migrate([keeping])
    #expect(second.get(Zoo.lions) == 3)
  }

  @Test("is missing without a problem where a store cannot be written")
  func unwritable() throws {
    let store = FaultyStore()
    store.fail(.write, with: StoreError(.readOnly))
    let report = try store.migrate([opened("1.0")])
    #expect(report.issues.isEmpty && store.issues.isEmpty)
    // A store that is not there yet is asked again.
    store.fail(.beginCommit, with: StoreError(.unavailable))
    #expect(throws: StoreError.self) { try store.migrate([opened("1.0")]) }
    try store.migrate([opened("1.0")])
    try store.migrate([keeping])
    #expect(store.get(Zoo.lions) == 3)
  }
}

import Keywright
import KeywrightTestSupport
import Testing

@Suite("A migration may") struct MigrationChoicesTests {
  private let folder = TemporaryFolder()
  private let old = Key<Root, Int>(StorageString("old"), default: 0)

  @Test("skip a value silently")
  func skip() throws {
    let store = MemoryStore()
    try store.set(old, to: -1)
    let migration = Migration(from: ["old"], to: Zoo.lions) { (old: Int) in old < 0 ? nil : old }
    let report = try store.migrate([migration])
    #expect(report.migrated == [] && report.issues.isEmpty && store.issues.isEmpty)
    #expect(store.get(old) == -1)
    #expect(try store.read(Zoo.lions) == nil)
    try store.set(old, to: 5)
    #expect(try store.migrate([migration]).migrated == [])
  }

  @Test("overwrite an existing value on purpose")
  func overwrite() throws {
    for store: any Store in [MemoryStore(), FileStore(folder: folder.url)] {
      try store.set(old, to: 7)
      try store.set(Zoo.lions, to: 1)
      let report = try store.migrate([Migration(from: ["old"], to: Zoo.lions, overwriting: true)])
      #expect(report.migrated == ["zoo:lions"] && report.issues.isEmpty)
      #expect(store.get(Zoo.lions) == 7)
      #expect(try !store.contains(old))
      try store.set(Zoo.lions, to: 9)
      try store.set(old, to: 8)
      _ = try store.migrate([Migration(from: ["old"], to: Zoo.lions, overwriting: true)])
      #expect(store.get(Zoo.lions) == 9)
    }
  }

  @Test("remove its former key through prefixed too")
  func prefixed() throws {
    let stores: [any Store] = [
      MemoryStore().prefixed("a"), FileStore(folder: folder.url).prefixed("a"),
      CacheStore(capacity: 9).combined(with: FileStore(folder: folder.url).prefixed("b")),
    ]
    for store in stores {
      try store.set(old, to: 7)
      #expect(
        try store.migrate([Migration(from: ["old"], to: Zoo.lions)]).migrated == ["zoo:lions"])
      #expect(store.get(Zoo.lions) == 7)
      #expect(try !store.contains(old))
    }
  }

  @Test("leave its former key where the new one goes to another store")
  func routed() throws {
    let memory = MemoryStore()
    let store = Layers.routing(
      [.namespace(Zoo.self, to: memory)], otherwise: FileStore(folder: folder.url))
    try store.set(old, to: 7)
    _ = try store.migrate([Migration(from: ["old"], to: Zoo.lions)])
    #expect(store.get(Zoo.lions) == 7)
    #expect(store.get(old) == 7)
  }
}

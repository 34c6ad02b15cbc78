import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// A program that saves the list again and again beside commits.
@Suite("A store whose list is edited meanwhile")
struct EditedMeanwhileTests {
  private let folder = TemporaryFolder()
  private static let number = Key<Root, Int>("number", default: 0)

  /// Adds one to the member `edits`, as an editor does that moves the file away first, so that it never
  /// reads a list that is replaced before it saves its own.
  private static func edit(_ url: URL) throws {
    let old = url.appendingPathExtension("old")
    guard rename(url.path, old.path) == 0 else { return }
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: old), format: nil)
    guard var members = list as? [String: Any] else { return }
    members["edits"] = (members["edits"] as? Int ?? 0) + 1
    try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
      .write(to: url, options: .atomic)
  }

  @Test("loses no update to the edits, and fails none of them")
  func updates() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let store = DefaultsStore(
      file: DefaultsFile(location: .success(url.path), compactsByItself: false))
    try store.set(Self.number, to: 1)
    let isOver = Protected(false)
    // A compaction takes a list for removed that stays away for more than a moment.
    let turn = NSLock()
    let editor = Thread {
      for _ in 1...5 {
        // Two edits would be one.
        while (try? Data(contentsOf: url))?.starts(with: Array("bplist".utf8)) != true {
          usleep(100)
        }
        turn.withLock { _ = try? Self.edit(url) }
      }
      isOver.withLock { $0 = true }
    }
    editor.start()
    var count = 1
    while !isOver.withLock({ $0 }) {
      count += 1
      try store.update(Self.number) { $0 += 1 }
      if count % 20 == 0 { try turn.withLock { try store.flush(compacting: true) } }
    }
    try store.refresh()
    #expect(store.get(Self.number) == count)
    #expect(try store.storedKeys().sorted() == ["edits", "number"])
    #expect(store.get(Key<Root, Int>("edits", default: 0)) == 5)
    #expect(folder.names.allSatisfy { !$0.contains("overridden") && !$0.contains("damaged") })
  }

  @Test("hides the number of its checkpoint, and keeps it when everything is removed")
  func hidden() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let store = DefaultsStore(url: url)
    try store.set(Self.number, to: 1)
    try store.set(Self.number, to: 2)
    let name = "keywright:checkpoint"
    #expect(try store.storedKeys() == ["number"])
    let own = Key<Root, Int?>(StorageString(name))
    #expect(store.get(own) == nil)
    #expect(throws: StoreError.self) { try store.set(own, to: 1) }
    try store.removeEverything()
    try store.flush(compacting: true)
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    #expect((list as? [String: Any])?.keys.sorted() == [name])
  }
}

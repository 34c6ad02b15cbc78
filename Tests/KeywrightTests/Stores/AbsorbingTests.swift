import Foundation
import KeywrightTestSupport
import Synchronization
import Testing

@testable import Keywright
@testable import KeywrightStorage

/// What a store does with a whole list that others left: of a journal that took the place of its own.
@Suite("A whole list that others left")
struct AbsorbingTests {
  private static let (kept, gone) = (
    Key<Root, Int>(StorageString("a"), default: 0), Key<Root, Int>(StorageString("b"), default: 0)
  )

  @Test("takes away what it does not have, and tells of it")
  func removal() throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "s.plist"), watching: .never)
    try store.set(Self.kept, to: 1)
    try store.set(Self.gone, to: 2)
    let told = Mutex<[String]>([])
    let token = store.observe { commit in
      told.withLock { $0 += commit.changes.map { "\($0.storageString)" } }
    }
    let list = DurableFile.Contents(
      members: [.init(key: "a", value: .integer(1))], issues: [], isReadOnly: false)
    store.file.absorb(list, origin: .otherProcess)
    #expect(store.get(Self.kept) == 1 && store.get(Self.gone) == 0)
    #expect(try store.storedKeys() == ["a"])
    store.core.deliverNotifications()
    #expect(told.withLock(\.self) == ["b"])
    token.cancel()
  }
}

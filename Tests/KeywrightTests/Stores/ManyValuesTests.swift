import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

/// A store that holds nearly as many values as a file may.
@Suite("Near a million values")
struct ManyValuesTests {
  private static let many = Key<Root, [Int]>(storageString: "many", default: [])
  private static let one = Key<Root, Int>(storageString: "one", default: 0)

  @Test("a commit of a value that is there already writes no list")
  func replacing() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "store.plist")
    let store = DefaultsStore(url: url)
    let count = PropertyListLimits.values - 100
    try store.set(Self.many, to: [Int](repeating: 7, count: count))
    try store.set(Self.one, to: -1)
    try store.flush(compacting: true)
    let list = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber]
    // Each record counted as a new value, so that the hundredth wrote the whole list.
    for number in 0..<300 { try store.set(Self.one, to: number) }
    let after = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber]
    #expect(list as? Int == after as? Int)
    #expect(DefaultsStore(url: url).get(Self.one) == 299)
  }

  @Test("what a file cannot hold is refused, and what is taken away makes room")
  func beyond() throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "store.plist"))
    try store.set(Self.many, to: [Int](repeating: 7, count: PropertyListLimits.values - 100))
    #expect(throws: StoreError.self) {
      try store.set(Key<Root, [Int]>(storageString: "more", default: []), to: [Int](0..<200))
    }
    try store.set(Self.many, to: [Int](repeating: 7, count: PropertyListLimits.values - 1_000))
    try store.set(Key<Root, [Int]>(storageString: "more", default: []), to: [Int](0..<200))
    #expect(store.get(Self.many).count == PropertyListLimits.values - 1_000)
  }
}

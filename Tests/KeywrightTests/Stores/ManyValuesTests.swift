import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// A store that holds nearly as many values as a file may.
@Suite("Near a million values")
struct ManyValuesTests {
  private static let many = Key<Root, [Bool]>(StorageString("many"), default: [])
  private static let one = Key<Root, Int>(StorageString("one"), default: 0)

  @Test("a commit of a value that is there already writes no list, and one of too many is refused")
  func replacing() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "store.plist")
    let file = DefaultsFile(location: .success(url.path), fileSystem: FaultyFileSystem())
    let store = DefaultsStore(file: file)
    let count = PropertyListLimits.values - 100
    try store.set(Self.many, to: [Bool](repeating: true, count: count))
    try store.set(Self.one, to: -1)
    try store.flush(compacting: true)
    let list = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber]
    // Each record counted as a new value, so that the hundredth wrote the whole list.
    for number in 0..<120 { try store.set(Self.one, to: number) }
    let after = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber]
    #expect(list as? Int == after as? Int)
    #expect(store.get(Self.one) == 119)
    // What the file cannot hold is refused, and what is taken away makes room.
    let more = Key<Root, [Int]>(StorageString("more"), default: [])
    #expect(throws: StoreError.self) { try store.set(more, to: [Int](0..<200)) }
    try store.set(Self.many, to: [true])
    try store.set(more, to: [Int](0..<200))
    #expect(store.get(Self.many) == [true])
  }
}

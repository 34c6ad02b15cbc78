import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// A list in which one value cannot be read, as another program wrote it: every other is as it was.
@Suite("A value that no property list has") struct ForeignValueTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appending(path: "list.plist") }

  static let objects: [ForeignObject] = [
    .bytes([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), .bytes([0]), .bytes([0x51, 0x80]),
    .bytes([0x61, 0xD8, 0x00]), .bytes([0x14] + [UInt8](repeating: 1, count: 16)),
    .set(0xC0, [.integer(1)]), .set(0xB0, []), .repeated([.integer(1), .string("2")]),
  ]

  private let when = Key<Root, Date>("when", default: Date(timeIntervalSinceReferenceDate: 0))
  private func number(_ index: Int) -> Key<Root, Int> { Key("number\(index)", default: -1) }

  /// Writes a list of 51 numbers and the object, without the library's mark.
  private func write(_ object: ForeignObject) throws {
    var members = PropertyListDictionary()
    for index in 0..<51 { members["number\(index)"] = .integer(Int64(index)) }
    members["when"] = .foreign(object)
    var bytes = try BinaryPropertyList.encode(.dictionary(members))
    for index in bytes.count - 32..<bytes.count - 27 { bytes[index] = 0 }
    try Data(bytes).write(to: file)
  }

  @Test("is the issue of its key alone, and stays through commits", arguments: objects)
  func kept(object: ForeignObject) throws {
    try write(object)
    let store = DefaultsStore(url: file)
    for index in 0..<51 { #expect(store.get(number(index)) == index) }
    #expect(store.issues.isEmpty)
    #expect(store.get(when) == Date(timeIntervalSinceReferenceDate: 0))
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(store.issues.first.map { "\($0)" }?.contains(object.words) == true)
    let error = #expect(throws: StoreError.self) { try store.read(when) }
    #expect(error?.code == .unreadable)

    // A commit, a list that is written anew, and another process's reading.
    for index in 0..<51 { try store.set(number(index), to: index + 100) }
    try store.removeHistory()
    let other = DefaultsStore(lookingAt: file.path)
    #expect(try other.stored("when")?.tree == .foreign(object))
    #expect(other.get(number(50)) == 150)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.contains("damaged") } == [])

    // It goes when it is replaced on purpose.
    try store.set(when, to: Date(timeIntervalSinceReferenceDate: 5))
    #expect(store.get(when) == Date(timeIntervalSinceReferenceDate: 5))
  }

  @Test("is copied to another store, and read back from its text", arguments: objects)
  func copied(object: ForeignObject) throws {
    let value = StoredValue(.foreign(object))
    let text = TaggedJSON.text(of: value)
    #expect(try TaggedJSON.stored(ofText: Array(text.utf8)) == value)
    #expect(
      value == StoredValue(.foreign(object)) && value != StoredValue(.foreign(.bytes([0x24]))))
    let key = Key<Root, StoredValue?>("copy")
    for store in [MemoryStore() as any Store, FileStore(folder: folder.url.appending(path: "f"))] {
      // Values of one name are none without their dictionary.
      if case .repeated = object {
        _ = try? store.set(key, to: ["inner": value])
      } else {
        try store.set(key, to: value)
        #expect(try store.stored("copy") == value)
      }
    }
  }
}

import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A file that is damaged, foreign, out of reach or not a file") struct DefaultsFileFaultTests
{
  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "defaults.plist") }
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }
  static let rooms = Key<Root, Int>("rooms", default: 1)

  /// Opens the store and expects it to be unavailable, with `found` in its status; nothing may be
  /// written meanwhile.
  private func expectUnavailable(
    _ url: URL, found: String, open: (URL) -> DefaultsStore = { DefaultsStore(url: $0) }
  ) throws -> DefaultsStore {
    let before = try names
    let store = open(url)
    guard case .unavailable(let error) = store.status else {
      Issue.record("\(store.status)")
      return store
    }
    #expect(error.code == .unavailable)
    #expect(error.found == found)
    #expect(store.problems.map(\.code) == [.unavailable])
    #expect(store.get(Self.rooms) == 1)
    for id in ["one", "two"] {
      let lazy = Key<Root, Int>(id, descriptor: KeyDescriptor(default: .lazy { 7 }))
      #expect(store.get(lazy) == 7)
    }
    // The handler, which a program sets once the store is open, is called once as well.
    #expect(store.problems.map(\.operation) == ["open", "read"])
    let calls: [() throws -> Void] = [
      { try store.set(Self.rooms, to: 2) }, { _ = try store.read(Self.rooms) },
      { _ = try store.contains(Self.rooms) }, { _ = try store.storedKeys() },
      { try store.refresh() }, { try store.removeEverything() },
      { try store.flush(compacting: true) },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.code == .unavailable)
    }
    #expect(try names.filter { !$0.hasSuffix(".lock") } == before)
    return store
  }

  @Test("earlier values that cannot be removed make removeEverything fail, after the values went")
  func historyThatStays() throws {
    let disk = FaultyFileSystem()
    let file = DefaultsFile(location: .success(url.path), fileSystem: disk)
    file.historyChoice.note(.kept, [])
    let store = DefaultsStore(file: file)
    for rooms in 2...4 {
      try store.set(Self.rooms, to: rooms)
      try store.flush(compacting: true)
    }
    disk.replacePlan { _, operation in operation == .unlink ? EIO : nil }
    #expect(throws: StoreError.self) { try store.removeEverything() }
    #expect(store.get(Self.rooms) == 1)
    #expect(try !store.history.isEmpty)
    disk.replacePlan { _, _ in nil }
    try store.removeEverything()
    #expect(try store.history.isEmpty)
  }

  @Test("a folder in its place makes the store unavailable until it is gone")
  func folderInItsPlace() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let store = try expectUnavailable(url, found: "a folder")
    try FileManager.default.removeItem(at: url)
    try store.refresh()
    try store.set(Self.rooms, to: 2)
    #expect(DefaultsStore(url: url).get(Self.rooms) == 2)
  }

  @Test("a store that was read says when it is unavailable, and keeps what it read")
  func outage() throws {
    let file = DefaultsFile(location: .success(url.path), fileSystem: FaultyFileSystem())
    let store = DefaultsStore(file: file)
    try store.set(Self.rooms, to: 2)
    try store.flush(compacting: true)
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: url, to: aside)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let calls: [() throws -> Void] = [
      { try store.refresh() }, { try store.set(Self.rooms, to: 3) },
      { try store.flush(compacting: true) },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.code == .unavailable)
      guard case .unavailable(let reason) = store.status else {
        Issue.record("\(store.status)")
        continue
      }
      #expect(reason.found == "a folder")
    }
    #expect(try store.read(Self.rooms) == 2)

    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: aside, to: url)
    try store.set(Self.rooms, to: 3)
    guard case .ready = store.status else {
      Issue.record("\(store.status)")
      return
    }
  }

  @Test("a slash at the end of its path, as of the folder that was there, says nothing")
  func slash() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let store = try expectUnavailable(
      URL(filePath: url.path, directoryHint: .isDirectory), found: "a folder"
    ) {
      // No maintenance makes the list.
      DefaultsStore(
        file: .shared(at: DefaultsLocation.file(at: $0), fileSystem: FaultyFileSystem()))
    }
    try FileManager.default.removeItem(at: url)
    try store.refresh()
    for number in 2...3 { try store.set(Self.rooms, to: number) }
    try store.refresh()
    #expect(DefaultsStore(url: url).core === store.core)
    #expect(try names == ["defaults.plist.journal", "defaults.plist.lock"])
  }

  @Test("a pipe in its place is not waited for")
  func pipe() throws {
    mkfifo(url.path, 0o600)
    _ = try expectUnavailable(url, found: "a device, pipe or socket")
  }

  @Test("a file in place of its folder makes the store unavailable until it is gone")
  func fileInPlaceOfTheFolder() throws {
    let place = folder.url.appending(path: "sub")
    try Data("x".utf8).write(to: place)
    let store = try expectUnavailable(
      place.appending(path: "defaults.plist"), found: "Not a directory")
    try FileManager.default.removeItem(at: place)
    try store.set(Self.rooms, to: 2)
    #expect(store.get(Self.rooms) == 2)
  }

  @Test("a symbolic link in its place is not followed")
  func link() throws {
    let target = folder.url.appending(path: "target")
    try Data("x".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
    _ = try expectUnavailable(url, found: String(cString: strerror(ELOOP)))
    #expect(try Data(contentsOf: target) == Data("x".utf8))
  }

  @Test(
    "what is no property list is kept aside, reported, and replaced by the next write",
    arguments: ["", "bplist00 junk", "<?xml version=\"1.0\"?><plist><array>"])
  func damaged(_ text: String) throws {
    try Data(text.utf8).write(to: url)
    // Nobody is writing it any more.
    try TemporaryFolder.backdate(url.path)
    let store = DefaultsStore(url: url)
    #expect(store.problems.map(\.code) == [.corrupt])
    #expect(store.get(Self.rooms) == 1)
    try store.set(Self.rooms, to: 2)
    #expect(try names.filter { $0.contains("damaged") } == ["defaults.plist.damaged-1"])
    let kept = try Data(contentsOf: folder.url.appending(path: "defaults.plist.damaged-1"))
    #expect(kept == Data(text.utf8))
  }

  @Test(
    "a file of another kind stays where it is, and its kind is the status",
    arguments: ["{\"a\": 1}", "junk", "<?xml version=\"1.0\"?><plist><array/></plist>"])
  func foreign(_ text: String) throws {
    try Data(text.utf8).write(to: url)
    let store = DefaultsStore(url: url)
    if case .unavailable = store.status {} else { Issue.record("\(store.status)") }
    #expect(store.problems.map(\.code) == [.unavailable])
    #expect(store.get(Self.rooms) == 1)
    #expect(throws: StoreError.self) { try store.set(Self.rooms, to: 2) }
    #expect(try Data(contentsOf: url) == Data(text.utf8))
    #expect(try names == ["defaults.plist"])
  }

  @Test("one flipped bit of its own file is not taken for data, and costs none")
  func flippedBit() throws {
    let store = DefaultsStore(url: url)
    try store.set(Self.rooms, to: 1_000)
    store.close()
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 4
    try bytes.write(to: url)
    try TemporaryFolder.backdate(url.path)
    let again = DefaultsStore(url: url)
    #expect(again.problems.map(\.code) == [.corrupt])
    #expect(again.get(Self.rooms) == 1_000)
  }

  @Test("a broken edit while the store is open costs nothing, and is kept aside")
  func brokenEdit() throws {
    let store = DefaultsStore(url: url)
    try store.set(Self.rooms, to: 5)
    try store.flush(compacting: true)
    try Data("half a fi".utf8).write(to: url, options: .atomic)
    try TemporaryFolder.backdate(url.path)
    try store.refresh()
    #expect(store.get(Self.rooms) == 5)
    #expect(store.problems.map(\.code) == [.corrupt])
    try store.update(Self.rooms) { $0 += 1 }
    #expect(DefaultsStore(url: url).get(Self.rooms) == 6)
    #expect(try names.contains("defaults.plist.damaged-1"))
  }

  @Test("what others put into it is read, and kept by a write", arguments: [true, false])
  func foreign(isXML: Bool) throws {
    let members: [String: Any] = ["theirs": ["a", 1], "rooms": 4]
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: isXML ? .xml : .binary, options: 0)
    try data.write(to: url)
    let store = DefaultsStore(url: url)
    #expect(store.get(Self.rooms) == 4)
    #expect(store.problems.isEmpty)
    try store.set(Self.rooms, to: 5)
    try store.flush(compacting: true)
    let after = try PropertyListSerialization.members(of: folder.url)
    #expect((after["theirs"] as? [Any])?.count == 2)
    #expect(after["rooms"] as? Int == 5)
  }

  @Test("a value that breaks a constraint of its key reads as it is, and is reported")
  func foreignBeyondRange() throws {
    try PropertyListSerialization.write(["rooms": 99], to: folder.url)
    let store = DefaultsStore(url: url)
    let range = KeyDescriptor<Int>(processing: [.clamp(0...9)], constraints: [.range(0...9)])
    let rooms = Key<Root, Int>("rooms", default: 1, descriptor: range)
    #expect(store.get(rooms) == 99)
    #expect(try store.read(rooms) == 99)
    #expect(store.problems.map(\.code) == [.constraint])
    try store.update(rooms) { $0 += 1 }
    #expect(store.get(rooms) == 9)
  }

  @Test("canonically equal names that others put into it stay two")
  func foreignTwins() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
      <key>\u{e9}</key><integer>1</integer><key>e\u{301}</key><integer>2</integer>\
      </dict></plist>
      """
    try Data(text.utf8).write(to: url)
    try DefaultsStore(url: url).set(Self.rooms, to: 5)
    let store = DefaultsStore(url: url)
    #expect(store.get(Key<Root, Int>("\u{e9}", default: 0)) == 1)
    #expect(store.get(Key<Root, Int>("e\u{301}", default: 0)) == 2)
  }

  @Test("an edit by another program is taken over by refresh and by the next commit")
  func edited() throws {
    let disk = FaultyFileSystem()
    let store = DefaultsStore(
      file: DefaultsFile(location: .success(url.path), fileSystem: disk))
    try store.set(Self.rooms, to: 5)
    try PropertyListSerialization.write(["rooms": 8], to: folder.url)
    #expect(store.get(Self.rooms) == 5)
    try store.refresh()
    #expect(store.get(Self.rooms) == 8)
    try PropertyListSerialization.write(["rooms": 20, "new": "x"], to: folder.url)
    // A commit trusts what one before it saw a moment ago.
    disk.pause(.milliseconds(20))
    try store.update(Self.rooms) { $0 += 1 }
    #expect(store.get(Self.rooms) == 21)
    #expect(store.get(Key<Root, String?>("new")) == "x")
    try store.flush(compacting: true)
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
    var members = try #require(list as? [String: Any])
    members["new"] = nil
    try PropertyListSerialization.write(members, to: folder.url)
    try store.refresh()
    #expect(store.get(Key<Root, String?>("new")) == nil)
  }

  @Test("a file that was removed under an open store is written again, and that is reported")
  func removed() throws {
    let store = DefaultsStore(url: url)
    try store.set(Self.rooms, to: 5)
    try store.flush(compacting: true)
    try FileManager.default.removeItem(at: url)
    try store.refresh()
    #expect(store.get(Self.rooms) == 5)
    try store.flush(compacting: true)
    try store.refresh()
    #expect(store.problems.map(\.code) == [.corrupt])
    #expect(DefaultsStore(url: url).get(Self.rooms) == 5)
  }

  static let unencodable: [(String, @Sendable (DefaultsStore) throws -> Void)] = [
    (
      "a date that is not a number",
      { store in
        let key = Key<Root, Date>("value", default: .distantPast)
        try store.set(key, to: Date(timeIntervalSinceReferenceDate: .nan))
      }
    ),
    (
      "nesting beyond the limit",
      { store in
        var value: StoredValue = 1
        for _ in 0..<64 { value = [value] }
        try store.set(Key<Root, StoredValue>("value", default: 0), to: value)
      }
    ),
  ]

  @Test("a value that cannot be encoded leaves the old one", arguments: unencodable.indices)
  func oldValueStays(_ index: Int) throws {
    let store = DefaultsStore(url: url)
    try store.set(Key<Root, String>("value", default: ""), to: "old")
    try store.flush(compacting: true)
    let bytes = try Data(contentsOf: url)
    let error = #expect(throws: StoreError.self) { try Self.unencodable[index].1(store) }
    #expect(error?.code == .unencodable)
    #expect(error?.storageString == "value")
    #expect(try Data(contentsOf: url) == bytes)
    #expect(store.get(Key<Root, String>("value", default: "")) == "old")
  }

  @Test("nesting at the limit is kept")
  func nestingAtTheLimit() throws {
    var value: StoredValue = 1
    for _ in 0..<62 { value = [value] }
    let key = Key<Root, StoredValue>("value", default: 0)
    let store = DefaultsStore(url: url)
    try store.set(key, to: value)
    store.close()
    #expect(DefaultsStore(url: url).get(key) == value)
  }

  @Test("all writes go through a closed door after close")
  func closed() throws {
    let store = DefaultsStore(url: url)
    try store.set(Self.rooms, to: 5)
    store.close()
    #expect(store.get(Self.rooms) == 5)
    let calls: [() throws -> Void] = [
      { try store.set(Self.rooms, to: 2) }, { try store.refresh() }, { try store.flush() },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.code == .closed)
    }
    guard case .closed = store.status else {
      Issue.record("\(store.status)")
      return
    }
  }
}

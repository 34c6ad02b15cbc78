import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Every call that removes, moves or replaces files, beside every kind of file that is another's.
@Suite("Files of others in a folder") struct NeighbourTests {
  private let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { folder.url.appending(path: name) }

  /// A call on a store in the folder.
  enum Call: String, CaseIterable {
    case fill, clear, clearRegistry, removeEverything, removeHistory, remove, refresh

    func run(_ store: some Store) throws {
      switch self {
      case .fill: try store.set(Neighbour.own, to: "2")
      case .clear: try store.clear(Neighbour.self)
      case .clearRegistry: try store.clear(NeighbourKeys.self)
      case .removeEverything: try store.removeEverything()
      case .removeHistory: try store.removeHistory()
      case .remove: try store.remove(Neighbour.own)
      case .refresh: try (store as? DefaultsStore)?.refresh()
      }
    }
  }

  /// Puts a neighbour of each kind into the folder; a value of another store shows whether it was hurt.
  private func settle() throws -> DefaultsStore {
    // No maintenance publishes its list meanwhile.
    let neighbour = DefaultsStore(
      file: DefaultsFile(location: .success(url("neighbour.plist").path), compactsByItself: false))
    for value in 0..<3 { try neighbour.set(Neighbour.own, to: "\(value)") }
    try neighbour.flush(compacting: true)
    try neighbour.set(Neighbour.own, to: "kept")
    try Data("notes".utf8).write(to: url("notes.txt"))
    try Data("hidden".utf8).write(to: url(".hidden"))
    try Data("backup".utf8).write(to: url("own.plist.bak"))
    try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0)
      .write(to: url("other.plist"))
    try PropertyListSerialization.data(
      fromPropertyList: ["key": "x", "value": 1, "more": 2], format: .binary, options: 0
    ).write(to: url("three.plist"))
    try FileManager.default.createDirectory(
      at: url("folder.plist"), withIntermediateDirectories: true)
    try Data("inner".utf8).write(to: url("folder.plist/inner.plist"))
    return neighbour
  }

  /// The bytes of every file, by its name.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url(name).path, isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = try Data(contentsOf: url(name)) }
    }
    return files
  }

  private func expectUnhurt(_ before: [String: Data], _ neighbour: DefaultsStore) throws {
    let after = try files()
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
    let again = DefaultsStore(url: url("neighbour.plist"))
    #expect(again.get(Neighbour.own) == "kept" && again.issues.isEmpty && neighbour.issues.isEmpty)
  }

  @Test("stay as they are beside a folder of values", arguments: Call.allCases)
  func values(call: Call) throws {
    let neighbour = try settle()
    let before = try files()
    let store = FileStore(folder: folder.url)
    try store.set(Neighbour.own, to: "1")
    try store.set(Neighbour.long, to: "1")
    #expect(try Set(store.storedKeys()) == ["neighbour:own", Neighbour.long.storageString.string])
    try call.run(store)
    if call == .removeEverything { #expect(try store.storedKeys().isEmpty) }
    try expectUnhurt(before, neighbour)
    // The control: what the call is for.
    let left = try files().keys.filter { before[$0] == nil && $0.hasSuffix("own.plist") }
    let removes: Set<Call> = [.clear, .clearRegistry, .removeEverything, .remove]
    #expect(left.isEmpty == removes.contains(call))
  }

  @Test(
    "stay as they are beside a list, whatever their names have in common", arguments: Call.allCases)
  func lists(call: Call) throws {
    let neighbour = try settle()
    let before = try files()
    let store = DefaultsStore(url: url("own.plist"), keys: NeighbourKeys.self)
    for value in 0..<3 { try store.set(Neighbour.own, to: "\(value)") }
    try call.run(store)
    try expectUnhurt(before, neighbour)
  }

  @Test(
    "stay as they are beside raw files, where removing everything is refused",
    arguments: Call.allCases)
  func rawFiles(call: Call) throws {
    let neighbour = try settle()
    let before = try files()
    let store = FileStore(folder: folder.url, contents: .raw)
    try store.set(Neighbour.own, to: "1")
    do {
      try call.run(store)
      #expect(call != .removeEverything)
    } catch let error as StoreError {
      #expect(call == .removeEverything && error.code == .unsupported)
    }
    try expectUnhurt(before, neighbour)
  }

  @Test(
    "A list that was kept for a store is read, and not written",
    arguments: ["earlier-7", "earlier-8-update", "acknowledged-1", "edited-2"])
  func keptLists(ending: String) throws {
    let neighbour = try settle()
    try neighbour.flush(compacting: true)
    let kept = url("neighbour.plist.\(ending)")
    try FileManager.default.copyItem(at: url("neighbour.plist"), to: kept)
    let before = try files()
    let store = DefaultsStore(url: kept)
    #expect(store.get(Neighbour.own) == "kept")
    guard case .readOnly = store.status else {
      Issue.record("\(store.status)")
      return
    }
    let error = #expect(throws: StoreError.self) { try store.set(Neighbour.own, to: "1") }
    #expect(error?.code == .readOnly && error?.found?.contains("kept for neighbour.plist") == true)
    #expect(throws: StoreError.self) { try store.removeEverything() }
    store.close()
    try expectUnhurt(before, neighbour)
    #expect(try files().keys.filter { before[$0] == nil } == [])
  }

  @Test("A value's name that another program's list has is refused, and the list stays")
  func takenNames() throws {
    let neighbour = try settle()
    let before = try files()
    let store = FileStore(folder: folder.url)
    let key = Key<Root, String>(StorageString("neighbour"), default: "none")
    #expect(store.get(key) == "none")
    for write in [
      { try store.set(key, to: "1") }, { try store.remove(key) },
      { try store.update(key) { $0 += "1" } },
    ] {
      let error = #expect(throws: StoreError.self) { try write() }
      #expect(error?.code == .unavailable)
    }
    try expectUnhurt(before, neighbour)
  }
}

private enum Neighbour: Namespace {
  typealias Parent = Root
  static let namespaceID = "neighbour"
  static let own = Key<Neighbour, String>("own", default: "")
  static let long = Key<Neighbour, String>(
    String(repeating: "long", count: 80), default: "")
}

private enum NeighbourKeys: KeyRegistry {
  static let allKeys = [
    KeyDescription(
      storageString: "neighbour:own", namespace: "Neighbour", name: "own", type: "String",
      form: "string", schema: "Neighbour.keys.json", line: 1)
  ]
  static let namespaces: [any Namespace.Type] = [Neighbour.self]
}

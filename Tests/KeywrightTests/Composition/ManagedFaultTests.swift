import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A policy must not end because of something else in its folder.
@Suite("Policies beside an entry that cannot be read") struct ManagedFaultTests {
  enum Proxy: Namespace {
    typealias Parent = Root
    static let namespaceID = "proxy"
    static let host = Key<Proxy, String?>("host")
    static let port = Key<Proxy, Int>("port", default: 80)
    static let keys = KeySet([AnyKey(host), AnyKey(port)])
  }

  /// The entries that are no readable files.
  enum Entry: String, CaseIterable {
    case folder, pipe, danglingLink, linkToItself, linkToFolder

    func make(at path: String) throws {
      let files = FileManager.default
      switch self {
      case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .danglingLink:
        try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere.4711:1")
      case .linkToItself: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
      case .linkToFolder: try files.createSymbolicLink(atPath: path, withDestinationPath: "/")
      }
    }
  }

  private let folder = TemporaryFolder()
  private var policies: String { folder.path + "/org.example.app/policies/managed" }

  init() throws {
    try FileManager.default.createDirectory(atPath: policies, withIntermediateDirectories: true)
    try write(#"{"proxy": {"host": "a", "port": 1}}"#, to: "b.json")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(policies)/\(name)"), options: .atomic)
  }

  private func layer() -> ManagedLayer {
    let layer = ManagedLayer(.managed, id: "org.example.app", keys: Proxy.keys, root: folder.path)
    layer.onIssue { _ in }
    return layer
  }

  @Test("stay in force, and the entry is named", arguments: Entry.allCases, ["a.json", "c.json"])
  func named(entry: Entry, name: String) throws {
    try entry.make(at: "\(policies)/\(name)")
    let layer = layer()
    #expect(layer.get(Proxy.host) == "a" && layer.get(Proxy.port) == 1)
    let store = Layers([.reading(layer), .readingAndWriting(MemoryStore())])
    #expect(store.isForced(Proxy.port))
    #expect(layer.issues.map(\.code) == [.unavailable])
    #expect(layer.issues.first?.path == "\(policies)/\(name)")
  }

  @Test("say nothing of a hidden one", arguments: Entry.allCases)
  func hidden(entry: Entry) throws {
    try entry.make(at: "\(policies)/.#b.json")
    let layer = layer()
    #expect(layer.get(Proxy.port) == 1 && layer.issues.isEmpty)
  }

  @Test("change all the same while the program runs", arguments: Entry.allCases)
  func changes(entry: Entry) throws {
    let layer = layer()
    try entry.make(at: "\(policies)/a.json")
    try write(#"{"proxy": {"port": 2}}"#, to: "b.json")
    try layer.refresh()
    #expect(layer.get(Proxy.port) == 2 && layer.get(Proxy.host) == nil)
  }

  @Test("stay as they were while their own file cannot be read", arguments: Entry.allCases)
  func lastGood(entry: Entry) throws {
    // A watcher that looks while the file is away takes the values with it.
    let layer = Unwatched(.folder(policies), keys: Proxy.keys)
    layer.onIssue { _ in }
    try FileManager.default.removeItem(atPath: "\(policies)/b.json")
    try entry.make(at: "\(policies)/b.json")
    try layer.files.refresh()
    #expect(layer.get(Proxy.host) == "a" && layer.get(Proxy.port) == 1)
    #expect(layer.issues.map(\.path) == ["\(policies)/b.json"])
    try FileManager.default.removeItem(atPath: "\(policies)/b.json")
    try layer.files.refresh()
    #expect(layer.get(Proxy.port) == 80, "taken away")
  }

  @Test(
    "stay in force beside a file of another user",
    .enabled(if: geteuid() != 0, "NOT RUN: the superuser may read every file"))
  func withoutPermission() throws {
    try write("{}", to: "a.json")
    try #require(chmod("\(policies)/a.json", 0) == 0)
    let layer = layer()
    #expect(layer.get(Proxy.port) == 1)
    #expect(layer.issues.map(\.path) == ["\(policies)/a.json"])
  }
}

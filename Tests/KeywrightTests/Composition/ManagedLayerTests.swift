import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("Managed values, groups, the access log and the report") struct ManagedLayerTests {
  enum Proxy: Namespace {
    typealias Parent = Root
    static let namespaceID = "proxy"
    static let host = Key<Proxy, String?>("host")
    static let port = Key<Proxy, Int>("port", default: 80)
    static let token = Key<Proxy, String?>(
      "token", descriptor: KeyDescriptor(sensitivity: .secret))
    static let keys = KeySet([AnyKey(host), AnyKey(port), AnyKey(token)])
  }

  private let folder = TemporaryFolder()
  private let user = MemoryStore()

  private func write(_ text: String, to name: String, _ level: ManagedLayer.Level) throws {
    let place = "\(folder.path)/org.example.app/policies/\(level)"
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(place)/\(name)"), options: .atomic)
  }

  private func layer(_ level: ManagedLayer.Level) -> ManagedLayer {
    let layer = ManagedLayer(
      level, id: "org.example.app", keys: Proxy.keys, root: folder.path)
    layer.onIssue { _ in }
    return layer
  }

  @Test func managedComesBeforeTheUserAndRecommendedAfter() throws {
    try write(#"{"proxy": {"host": "a", "port": 1}}"#, to: "10.json", .managed)
    try write(#"{"proxy": {"port": 2}}"#, to: "20.json", .managed)
    try write("no JSON, and none is expected", to: "readme.txt", .managed)
    try write(#"{"proxy": {"port": 3, "token": "x"}}"#, to: "a.json", .recommended)
    let store = Layers([
      .reading(layer(.managed)), .readingAndWriting(user), .reading(layer(.recommended)),
    ])
    #expect(store.get(Proxy.host) == "a" && store.get(Proxy.port) == 2)
    #expect(store.isForced(Proxy.port) && !store.isForced(Proxy.token))
    #expect(store.source(of: Proxy.token)?.name == "recommended")
    try store.set(Proxy.token, to: "y")
    #expect(store.get(Proxy.token) == "y")
  }

  @Test func filesThatComeLaterAreLoaded() async throws {
    let layer = layer(.managed)
    #expect(layer.get(Proxy.port) == 80 && layer.issues.isEmpty)
    try write(#"{"proxy": {"port": 8080}}"#, to: "a.json", .managed)
    let store = Layers([.reading(layer)])
    for await value in store.values(of: Proxy.port) where value == 8080 { break }
  }

  @Test(
    "Policies that others may write are reported, and count, whichever part they may write",
    arguments: ["", "/policies", "/policies/managed", "/policies/managed/a.json"], [false, true])
  func exposed(part: String, isOwner: Bool) throws {
    try write(#"{"proxy": {"port": 1}}"#, to: "a.json", .managed)
    let files = FileManager.default
    let place = "\(folder.path)/org.example.app"
    let isFile = part.hasSuffix(".json")
    for path in ["", "/policies", "/policies/managed"] {
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place + path)
    }
    try files.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: place + "/policies/managed/a.json")
    #expect(layer(.managed).issues.isEmpty)
    var found: String?
    if isOwner {
      // Only root may give a file away.
      if chown(place + part, 1000, 1000) == 0 { found = isFile ? "file" : "folder" }
    } else {
      try files.setAttributes(
        [.posixPermissions: isFile ? 0o666 : 0o777], ofItemAtPath: place + part)
      found = isFile ? "file" : "folder"
    }
    let layer = layer(.managed)
    #expect(layer.get(Proxy.port) == 1)
    #expect(layer.issues.map(\.code) == (found == nil ? [] : [.exposed]))
    #expect(
      layer.issues.first?.found == found.map { "a \($0) of policies that others may write" })
  }

  @Test(arguments: ["", ".", "..", "../etc", "a/b"])
  func aNameThatIsNoFolderIsRefused(id: String) throws {
    let layer = ManagedLayer(id: id, keys: Proxy.keys, root: folder.path)
    #expect(layer.issues.map(\.code) == [.unavailable])
    #expect(layer.get(Proxy.port) == 80)
  }

  @Test func aGroupComesFromOneLayer() throws {
    let managed = MemoryStore()
    try managed.set(Proxy.host, to: "proxy.example.org")
    try user.set(Proxy.port, to: 3128)
    try user.set(Proxy.token, to: "mine")
    let store = Layers(
      [.reading(managed), .readingAndWriting(user)],
      together: [[AnyKey(Proxy.host), AnyKey(Proxy.port)]])
    #expect(store.get(Proxy.host) == "proxy.example.org")
    #expect(store.get(Proxy.port) == 80, "the user's port is not that of the managed host")
    #expect(store.get(Proxy.token) == "mine")
    let error = #expect(throws: StoreError.self) { try store.set(Proxy.port, to: 1) }
    #expect(error?.code == .readOnly)
    #expect(store.isForced(Proxy.host) && store.isForced(Proxy.port))
    #expect(!store.isForced(Proxy.token))
    try managed.remove(Proxy.host)
    #expect(store.get(Proxy.port) == 3128 && !store.isForced(Proxy.port))
    try store.set(Proxy.port, to: 1)
    #expect(user.get(Proxy.port) == 1)
  }

  @Test func readsAreLoggedOnceForEachKeyAndLayer() throws {
    let path = folder.path + "/access.log"
    let log = try #require(AccessLog.enable(from: [AccessLog.variable: path]))
    try user.set(Proxy.token, to: "hush")
    let store = Layers(
      [.reading(ArgumentsLayer(["--proxy.port=1"])), .readingAndWriting(user, name: "user")],
      logging: log)
    for _ in 0..<2 {
      #expect(store.get(Proxy.port) == 1)
      #expect(store.get(Proxy.token) == "hush")
      #expect(store.get(Proxy.host) == nil)
    }
    try store.set(Proxy.host, to: "a\nb")
    #expect(try store.read(Proxy.host) == "a\nb")
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(
      text == """
        proxy:port = "1" (arguments)
        proxy:token = "a value that is secret" (user)
        proxy:host = "nothing" (default)
        proxy:host = "a\\nb" (user)

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("A log says that a default is computed, and tells layers of one name apart")
  func logOfComputedDefaults() throws {
    let path = folder.path + "/access.log"
    let log = try #require(AccessLog.enable(from: [AccessLog.variable: path]))
    let key = Key<Root, Int>(
      StorageString("computed"), descriptor: KeyDescriptor(default: .lazy { 42 }))
    let (first, second) = (MemoryStore(), MemoryStore())
    let store = Layers([.readingAndWriting(first), .reading(second)], logging: log)
    #expect(store.get(key) == 42)
    try second.set(key, to: 2)
    #expect(store.get(key) == 2)
    try first.set(key, to: 1)
    #expect(store.get(key) == 1)
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(
      text.split(separator: "\n") == [
        "computed = computed (default)", #"computed = "2" (memory)"#, #"computed = "1" (memory)"#,
      ])
  }

  @Test func aLogIsNeverWrittenThroughALink() throws {
    let path = folder.path + "/link.log"
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path + "/target")
    #expect(AccessLog.enable(from: [AccessLog.variable: path]) == nil)
    #expect(AccessLog.enable(from: [:]) == nil)
    #expect(AccessLog.enable(from: [AccessLog.variable: folder.path]) == nil)
    #expect(folder.names == ["link.log"])
  }

  @Test func aReportSaysWhatCountsBelowAnUnreadableText() throws {
    let environment = EnvironmentLayer(
      prefix: "", environment: ["PROXY_PORT": "x", "PROXY_TOKEN": "hush"])
    let arguments = ArgumentsLayer(["--proxy.port=y", "--proxy.host=a"])
    try user.set(Proxy.port, to: 8080)
    let store = Layers([
      .reading(arguments), .reading(environment), .readingAndWriting(user, name: "user"),
    ])
    func lines() -> [String] { store.report(Proxy.keys).split(separator: "\n").map(String.init) }
    #expect(
      lines()[2...5] == [
        "3 of 3 keys differ from their defaults:", "  proxy:host = a ('arguments')",
        "  proxy:port = 8080 ('user'; unreadable in 'arguments'; unreadable in 'environment')",
        "  proxy:token = a value that is secret ('environment')",
      ])
    #expect(store.issues.isEmpty, "a report reports nothing")
    try user.remove(Proxy.port)
    #expect(
      lines()[4].hasPrefix(
        "  proxy:port = 80 (the default; unreadable in 'arguments'; unreadable in 'environment'"))
  }

  @Test func aReportHasEverythingThatDiffers() throws {
    try user.set(Proxy.token, to: "hush")
    let file = folder.path + "/settings.json"
    try Data(#"{"proxy": {"host": "b", "prt": 1}}"#.utf8).write(to: URL(filePath: file))
    let layer = JSONLayer(url: URL(filePath: file), keys: Proxy.keys)
    layer.onIssue { _ in }
    let store = Layers([.reading(layer), .readingAndWriting(user, name: "user")])
    #expect(store.report(Proxy.keys).hasSuffix("\nno commits since the store was opened"))
    try store.set(Proxy.port, to: 80)
    try store.set(Proxy.host, to: "c")
    try store.transaction { commit in
      try commit.set(Proxy.port, to: 81)
      try commit.set(Proxy.token, to: "hush, too")
    }
    try store.set(Proxy.port, to: 80)
    let lines = store.report(Proxy.keys).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "Keywright \(KeywrightVersion.current), journal format \(JournalFormat.version)",
        "Layers 'layers': 1 'file', 2 'user'", "2 of 3 keys differ from their defaults:",
        "  proxy:host = b ('file')",
        "  proxy:token = a value that is secret ('user'; commit 3, local)",
        "1 issue:",
      ])
    #expect(lines[6].contains("settings.json:1:25: 'proxy:prt': no key has this name"))
    #expect(
      lines.suffix(4) == [
        "last commits:", "  commit 4, local: proxy:port", "  commit 3, local: proxy:token",
        "  commit 2, local: proxy:host",
      ])
  }
}

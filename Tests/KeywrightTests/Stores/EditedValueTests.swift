import Foundation
import KeywrightTestSupport
import KeywrightTesting
import Testing

@testable import Keywright
@testable import KeywrightStorage

@Suite("A stored value that a commit would refuse") struct EditedValueTests {
  private enum Size: String, Convertible, CaseIterable { case small, large }

  private let volume = Key<Root, Double>(
    "volume", default: 0.5, descriptor: KeyDescriptor(constraints: [.range(0...1)]))

  private let folder = TemporaryFolder()

  /// A store whose list somebody edited.
  private func edited(_ members: String) throws -> DefaultsStore {
    _ = try folder.write("<plist><dict>\(members)</dict></plist>", to: "s.plist")
    let store = DefaultsStore(url: URL(filePath: folder.file("s.plist")))
    store.onIssue { _ in }
    return store
  }

  @Test func countsAndIsReportedOnceForEachLoad() throws {
    let store = try edited("<key>volume</key><real>7</real>")
    #expect(store.get(volume) == 7 && store.get(volume) == 7)
    #expect(try store.read(volume) == 7)
    let issues = store.issues.filter { $0.code == .constraint }
    #expect(
      issues.map(\.description) == [
        """
        read: the stored value does not satisfy a constraint of its key. Key: 'volume'. \
        Found: 7.0. Expected: a value in 0.0...1.0. \
        The value counts as it is, but `set` would refuse it: correct or remove it.
        """
      ])
    _ = try folder.write(
      "<plist><dict><key>volume</key><real>8</real></dict></plist>", to: "s.plist")
    try store.refresh()
    #expect(store.get(volume) == 8)
    #expect(store.issues.filter { $0.code == .constraint }.count == 2)
  }

  @Test func isNamedByExplainAndVerify() throws {
    let store = try edited("<key>volume</key><real>7</real>")
    #expect(store.explain(volume).contains("7.0, read as 7.0, not in 0.0...1.0"))
  }

  @Test func isReportedByEachKindOfStore() throws {
    let raw = Key<Root, Double>(StorageString("volume"), default: 0)
    let files = FileStore(folder: folder.url.appending(path: "values"))
    try files.set(raw, to: 7)
    let memory = try MemoryStore.isolated(holding: ["volume": 7.0])
    let stores: [any Store] = [try edited("<key>volume</key><real>7</real>"), files, memory]
    for store in stores {
      store.onIssue { _ in }
      for _ in 0..<2 { #expect(store.get(volume) == 7) }
      #expect(store.issues.filter { $0.code == .constraint }.count == 1, "\(store)")
    }
    // A composition passes on what its stores report.
    let received = Protected(0)
    let layers = Layers([
      .reading(try MemoryStore.isolated(holding: ["volume": 7.0])),
      .readingAndWriting(MemoryStore()),
    ])
    layers.onIssue { _ in received.withLock { $0 += 1 } }
    for _ in 0..<2 { #expect(layers.get(volume) == 7) }
    #expect(received.withLock { $0 } == 1)
  }

  @Test func isNotOneThatTheProgramSet() throws {
    let store = try edited("<key>volume</key><real>1</real>")
    #expect(store.get(volume) == 1)
    try store.set(volume, to: 0.2)
    #expect(store.get(volume) == 0.2)
    #expect(store.issues.allSatisfy { $0.code == .exposed })
  }

  @Test func thatIsNoCaseIsRefusedWithTheCases() throws {
    let key = Key<Root, Size?>("size")
    let store = try edited("<key>size</key><string>larg</string>")
    let error = #expect(throws: StoreError.self) { try store.read(key) }
    #expect(
      "\(error?.underlying ?? StoreError(.busy))"
        == "not one of small, large; did you mean 'large'?")
    #expect(store.explain(key).contains("not one of small, large"))
  }
}

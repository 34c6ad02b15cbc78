import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

private enum Panel: Namespace {
  typealias Parent = Root
  static let namespaceID = "panel"

  static let level = Key<Panel, Double>("level", default: 0.5)
  static let host = Key<Panel, String>("host", default: "none")
}

/// A change that says nothing of its key's type, as `clear` and other processes make it, is observed with the types of
/// the observer's key: what a cache holds, and a layer of texts, has no stored form of its own.
@Suite("Observers of a composition") struct ObservedLayersTests {
  /// What an observer heard while a body ran.
  private func heard<Value>(
    of key: Key<Panel, Value>, in layers: Layers, _ body: () throws -> Void
  ) rethrows -> [String] {
    let received = Gathered<String>()
    let token = layers.observe(key) { received.add("\($0.old) → \($0.new)") }
    try body()
    token.cancel()
    return received.all
  }

  @Test("hear of a value that goes below a cache", arguments: [false, true])
  func cache(isBacked: Bool) throws {
    let (cache, back) = (CacheStore(capacity: 9), MemoryStore())
    try back.set(Panel.level, to: 0.3)
    let layers = isBacked ? cache.backed(by: back) : cache.combined(with: back)
    let heard = try heard(of: Panel.level, in: layers) {
      #expect(layers.get(Panel.level) == 0.3)
      try back.clear(Panel.self)
    }
    #expect(layers.get(Panel.level) == 0.5)
    #expect(heard == ["0.3 → 0.5"])
  }

  @Test("hear of a value beside a text", arguments: [("loud", true, 0.5), ("0.9", false, 0.9)])
  func text(text: String, isAbove: Bool, after: Double) throws {
    let user = MemoryStore()
    let environment = EnvironmentLayer(prefix: "APP", environment: ["APP_PANEL_LEVEL": text])
    let (texts, values) = (Layer.reading(environment), Layer.readingAndWriting(user))
    let layers = Layers(isAbove ? [texts, values] : [values, texts])
    layers.onIssue { _ in }
    try user.set(Panel.level, to: 0.3)
    let heard = try heard(of: Panel.level, in: layers) { try layers.clear(Panel.self) }
    #expect(layers.get(Panel.level) == after)
    #expect(heard == ["0.3 → \(after)"])
  }

  @Test("hear the value before of a store of raw files")
  func raw() throws {
    let folder = TemporaryFolder()
    let files = FileStore(folder: folder.url, contents: .raw)
    let layers = Layers.routing([.namespace(Panel.self, to: files)], otherwise: MemoryStore())
    let heard = try heard(of: Panel.host, in: layers) {
      try layers.set(Panel.host, to: "one")
      try layers.set(Panel.host, to: "two")
      try layers.remove(Panel.host)
    }
    #expect(heard == ["none → one", "one → two", "two → none"])
  }

  @Test("Keys that belong together are from one layer, also under a former name")
  func together() throws {
    let server = Key<Panel, String>(
      "server",
      descriptor: KeyDescriptor(
        default: ._value("none"), _names: ["panel:server", "panel:oldServer"]))
    let port = Key<Panel, Int>("port", default: 80)
    let environment = EnvironmentLayer(
      prefix: "APP", environment: ["APP_PANEL_OLD_SERVER": "administrator"])
    let user = MemoryStore()
    try user.set(port, to: 1)
    let layers = Layers(
      [.reading(environment), .readingAndWriting(user)], together: [[AnyKey(server), AnyKey(port)]])
    layers.onIssue { _ in }
    #expect(layers.get(server) == "administrator" && layers.get(port) == 80)
    #expect(throws: StoreError.self) { try layers.set(port, to: 2) }
  }
}

/// Commits to two stores of a composition, both of which readers see before either is announced.
@Suite("Observers of a composition whose stores change at one time") struct ObservedRaceTests {
  @Test("end with what shows")
  func endsWithWhatShows() throws {
    let (front, back) = (MemoryStore(name: "front"), MemoryStore(name: "back"))
    let layers = front.fallback(to: back)
    let received = Gathered<Double>()
    let token = layers.observe(Panel.level) { received.add($0.new) }
    try back.set(Panel.level, to: 2)
    #expect(received.all == [2])
    let order = try #require(layers.core.stack?.order)
    order.lock()
    let group = DispatchGroup()
    for store in [front, back] {
      group.enter()
      Thread {
        try? store.set(Panel.level, to: 1)
        group.leave()
      }.start()
    }
    while front.get(Panel.level) != 1 || back.get(Panel.level) != 1 { sched_yield() }
    order.unlock()
    group.wait()
    #expect(layers.get(Panel.level) == 1)
    #expect(received.all.last == 1)
    token.cancel()
  }
}

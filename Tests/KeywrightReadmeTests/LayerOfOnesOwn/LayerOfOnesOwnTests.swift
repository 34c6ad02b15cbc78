import Foundation
import Keywright
import Synchronization
import Testing

/// The layer of one's own in the article on the command line, environment and files.
@Suite("A layer of one's own")
struct LayerOfOnesOwnTests {
  private func layer(_ text: String) throws -> DotEnvLayer {
    let file = FileManager.default.temporaryDirectory.appending(path: "keywright-\(UUID()).env")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try DotEnvLayer(contentsOf: file)
  }

  @Test("Its texts are read by the table of all texts")
  func values() throws {
    let layer = try layer(
      """
      # The values of a deployment.
      APP_PLAYER_VOLUME = 0.25
      #APP_PANE_LAUNCHES=4

      APP_PANE_THEME=dark
      """)
    let store = Layers([.reading(layer), .readingAndWriting(MemoryStore(), name: "user")])
    #expect(store.get(Player.volume) == 0.25)
    #expect(store.get(Pane.theme) == .dark)
    #expect(store.get(Pane.launches) == 0)
    #expect(store.source(of: Player.volume)?.name == ".env")
    #expect(layer.unknownNames(among: AppKeys.keySet).isEmpty)
  }

  @Test("What is wrong is said at its line, and reported once")
  func messages() throws {
    let layer = try layer("\nAPP_PLAYER_VOLUME=loud\nAPP_PANE_THEM=dark\n")
    let store = Layers([.reading(layer), .readingAndWriting(MemoryStore())])
    for _ in 0..<2 { #expect(store.get(Player.volume) == 0.5) }
    #expect(store.issues.count == 1)
    #expect(
      store.issues.first?.description.hasSuffix(
        ".env:2: APP_PLAYER_VOLUME=loud: not a number. "
          + "Correct the line, or take it out.") == true)
    #expect(
      layer.unknownNames(among: AppKeys.keySet).map(\.description)
        == ["APP_PANE_THEM: no key has this name; did you mean 'APP_PANE_THEME'?"])
  }

  @Test("A layer whose values change is a memory store that is fed")
  func fed() throws {
    let policy = MemoryStore(name: "policy")
    let store = Layers([.reading(policy), .readingAndWriting(MemoryStore())])
    let heard = Mutex<[Double]>([])
    let token = store.observe(Player.volume) { change in heard.withLock { $0.append(change.new) } }
    let key = try AppKeys.keySet.key(named: "player:volume")
    try key.set(text: "0.25", in: policy)
    #expect(throws: StoreError.self) { try key.set(text: "loud", in: policy) }
    #expect(store.get(Player.volume) == 0.25, "the last good value stays")
    try key.reset(in: policy)
    #expect(heard.withLock { $0 } == [0.25, 0.5])
    token.cancel()
  }

  @Test("The article shows the layer")
  func article() throws {
    let path = "Sources/Keywright/Keywright.docc/Command-line-environment-and-files.md"
    let article = try String(
      contentsOf: ReadmeTests.root.appending(path: path), encoding: .utf8)
    let layer = try String(
      contentsOf: ReadmeTests.here.appending(path: "LayerOfOnesOwn/DotEnvLayer.swift"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(layer)```\n"))
  }
}

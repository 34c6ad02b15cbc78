import Foundation
import Keywright
import KeywrightTesting
import Testing

private let volume = Key<Root, Double>("volume", default: 0.5)

private struct Playback {
  @Stored(volume) var loudness

  func louder() { loudness += 0.25 }
}

@Suite struct TestStoreTests {
  @Test func aPropertyThatNamesNoStoreTakesThatOfTheTest() throws {
    try withTestStore(holding: ["volume": 0.5]) { store in
      Playback().louder()
      #expect(store.get(volume) == 0.75)
      #expect(store.core.name == "aPropertyThatNamesNoStoreTakesThatOfTheTest()")
    }
  }

  @Test func aPropertyKeepsToTheStoreThatItWasMadeWith() throws {
    let playback = try withTestStore { _ in Playback() }
    try withTestStore { store in
      playback.louder()
      let stored = try store.storedKeys()
      #expect(stored == [])
    }
    #expect(playback.loudness == 0.75)
  }

  @Test func childTasksHaveTheStoreAndDetachedOnesDoNot() async throws {
    try await withTestStore { store in
      async let child: Void = Playback().louder()
      await child
      await Task { Playback().louder() }.value
      let isSame = await Task.detached { AmbientStore.current.core === store.core }.value
      #expect(!isSame)
      #expect(store.get(volume) == 1)
    }
  }

  @Test func aSuiteIsAFileOfTheTestAlone() throws {
    let (first, url) = try withTestStore { _ in
      let store = DefaultsStore(suite: "org.example.suite")
      try store.set(volume, to: 1)
      #expect(DefaultsStore(suite: "org.example.suite").get(volume) == 1)
      let url = try #require(store.url)
      try store.flush(compacting: true)
      #expect(FileManager.default.fileExists(atPath: url.path))
      return (store, url)
    }
    let folder = url.deletingLastPathComponent().deletingLastPathComponent()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(throws: StoreError.self) { try first.set(volume, to: 0.1) }
    try withTestStore { _ in
      let second = DefaultsStore(suite: "org.example.suite")
      #expect(second.url != url)
      let stored = try second.storedKeys()
      #expect(stored == [])
    }
  }

  @Test func manyTestsAtATimeShareNothing() async throws {
    try await withThrowingTaskGroup(of: [Double].self) { group in
      for index in 0..<20 {
        group.addTask {
          try await withTestStore { store in
            let file = DefaultsStore(suite: "org.example.shared")
            Playback().loudness = Double(index)
            try file.set(volume, to: Double(index))
            await Task.yield()
            return [store.get(volume), file.get(volume), Double(index)]
          }
        }
      }
      for try await values in group { #expect(Set(values).count == 1) }
    }
  }

  @Test func theFolderGoesAlsoWhenTheTestThrows() throws {
    struct Failure: Error {}
    var url: URL?
    #expect(throws: Failure.self) {
      try withTestStore { _ in
        let store = DefaultsStore(suite: "org.example.suite")
        try store.set(volume, to: 1)
        url = store.url
        throw Failure()
      }
    }
    #expect(try !FileManager.default.fileExists(atPath: #require(url).path))
  }
}

// The trait of the article *Testing and previews*.
struct OwnStore: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTestStore(name: test.name) { _ in try await function() }
  }
}

extension Trait where Self == OwnStore {
  static var ownStore: Self { OwnStore() }
}

@Suite(.ownStore) struct OwnStoreTests {
  @Test(arguments: 0..<8)
  func eachTestBeginsWithAnEmptyStore(_ index: Int) throws {
    let playback = Playback()
    #expect(!playback.$loudness.isStored)
    #expect(try DefaultsStore(suite: "org.example.suite").storedKeys() == [])
    playback.loudness = Double(index)
    try DefaultsStore(suite: "org.example.suite").set(volume, to: Double(index))
    #expect(AmbientStore.current.get(volume) == Double(index))
  }
}

import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("Handles on one file") struct SharingTests {
  let folder = TemporaryFolder()

  @Test(
    "share their values by whatever path they were opened",
    arguments: [
      "a/defaults.plist", "a/./defaults.plist", "a/../a/defaults.plist", "link/defaults.plist",
      "a//defaults.plist",
    ])
  func paths(_ path: String) throws {
    let one = DefaultsStore(url: folder.url.appending(path: "a/defaults.plist"))
    try one.set(House.rooms, to: 3)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"),
      withDestinationURL: folder.url.appending(path: "a"))
    let two = DefaultsStore(url: URL(filePath: folder.url.path + "/" + path))
    #expect(one.core === two.core)
  }

  @Test("opened before their folder exists share it too")
  func missingFolder() throws {
    let one = DefaultsStore(url: folder.url.appending(path: "x/y/defaults.plist"))
    let two = DefaultsStore(url: URL(filePath: folder.url.path + "/x/../x/y/./defaults.plist"))
    try one.set(House.rooms, to: 3)
    #expect(two.get(House.rooms) == 3)
  }

  @Test("wait for who opens it, and for nobody who opens another", .timeLimit(.minutes(20)))
  func opening() {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = FaultyFileSystem { _, _ in
      begun.signal()
      end.wait()
      end.signal()
      return nil
    }
    let files = Gathered<DefaultsFile>()
    let others = Gathered<DefaultsFile>()
    let path = folder.url.path
    onThreads(3) { number in
      if number < 2 {
        files.add(DefaultsFile.shared(at: .success(path + "/a.plist"), fileSystem: slow))
      } else {
        begun.wait()
        others.add(DefaultsFile.shared(at: .success(path + "/b.plist")))
        end.signal()
      }
    }
    #expect(files.all.count == 2 && files.all[0] === files.all[1])
    #expect(others.all.count == 1)
  }

  @Test("a closed file opens again")
  func reopening() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let one = DefaultsStore(url: url)
    try one.set(House.rooms, to: 3)
    one.close()
    let two = DefaultsStore(url: url)
    try two.set(House.rooms, to: 4)
    #expect(one.get(House.rooms) == 3)
    #expect(two.get(House.rooms) == 4)
  }

  @Test("are released with the last one")
  func lifetime() throws {
    let url = folder.url.appending(path: "defaults.plist")
    weak var core: StoreCore?
    do {
      let store = DefaultsStore(url: url)
      core = store.core
      store.onIssue { _ in }
      try Journal().listening { try store.set(House.Kitchen.pots, to: 3) }
      store[House.rooms] += 1
    }
    #expect(core == nil)
  }

  @Test("number their commits in one row, whoever makes them")
  func numbers() throws {
    let url = folder.url.appending(path: "defaults.plist")
    let journal = Journal()
    journal.postCommit["house"] = { [journal] commit in journal.note("\(commit.number)") }
    let first = DefaultsStore(url: url)
    try journal.listening {
      for number in 2...4 { try DefaultsStore(url: url).set(House.rooms, to: number) }
      try first.set(House.rooms, to: 5)
    }
    #expect(journal.take().filter { Int($0) != nil } == ["1", "2", "3", "4"])
  }

  @Test(
    "an invalid suite name is unavailable, never another suite",
    arguments: [
      "", ".", "..", "../x", "a/b", "a\u{0}b", "a\nb", String(repeating: "x", count: 201),
    ])
  func suiteNames(_ suite: String) {
    let store = DefaultsStore(suite: suite)
    guard case .unavailable(let error) = store.status else {
      Issue.record("\(store.status)")
      return
    }
    #expect(error.code == .unavailable)
    #expect(store.url == nil)
    let thrown = #expect(throws: StoreError.self) { try store.set(House.rooms, to: 2) }
    #expect(thrown?.code == .unavailable)
    #expect(throws: StoreError.self) { try store.refresh() }
  }
}

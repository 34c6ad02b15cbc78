import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Verbs that only read, on stores in every state: the folder is afterwards as it was.
@Suite("Verbs that read change no byte, name or time")
struct ReadingVerbsTests {
  let command: BuiltCommand
  let path: String

  init() throws {
    command = try BuiltCommand()
    path = command.folder.file("config/org.example.player/defaults.plist")
    try FileManager.default.createSymbolicLink(
      atPath: command.folder.file("u@host"), withDestinationPath: "config")
  }

  /// The path, with what means something else where there is no such store: a time, or two revisions.
  private let ambiguous = "u@host/../config/org.example.player/defaults.plist"

  enum State: CaseIterable {
    /// A list and no journal.
    case sound
    /// A list and a journal with commits, as `kill -9` leaves them.
    case killed
    /// The same, with the rest of a commit that was cut off.
    case interrupted
    /// A list and a journal with a byte each that is not as it was written.
    case damaged
    /// A list and a journal that a program has open.
    case running
    /// A list that another program wrote as XML.
    case foreign
    /// A journal alone, of a program that was killed within its first second.
    case new
    /// The same, of a program that runs.
    case begun

    var hasList: Bool { self != .new && self != .begun }
  }

  /// Makes the store.
  ///
  /// - Returns: The store that a running program has open.
  private func make(_ state: State) throws -> DefaultsFile? {
    let volume = Key<Root, Double?>(StorageString("player:volume"))
    // Neither brings the list up to date: one may not, the other has no thread for it.
    let store = DefaultsStore(
      file: state.hasList
        ? DefaultsFile(location: .success(path), compactsByItself: false)
        : DefaultsFile(location: .success(path), fileSystem: FaultyFileSystem()))
    if state.hasList {
      try store.set(volume, to: state == .sound ? 0.75 : 0.25)
      try store.flush(compacting: true)
    }
    if state == .sound {
      store.close()
      return nil
    }
    try store.set(volume, to: 0.75)
    if state == .running || state == .begun { return store.file }
    let content = Dictionary(
      uniqueKeysWithValues: files.map { ($0, FileManager.default.contents(atPath: $0)) })
    store.close()
    for name in files { try FileManager.default.removeItem(atPath: name) }
    for (name, data) in content {
      var bytes = [UInt8](data ?? Data())
      if state == .damaged, name == path { bytes[12] ^= 1 }
      if name.hasSuffix(".journal") {
        let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
        if state == .interrupted {
          bytes = Array(bytes[..<end] + bytes[(end - 20)..<end].prefix(9))
        }
        if state == .damaged { bytes[end - 5] ^= 1 }
      }
      try Data(bytes).write(to: URL(filePath: name))
      // Nobody is changing it any more.
      try TemporaryFolder.backdate(name)
    }
    if state == .foreign {
      for name in files where name != path {
        try FileManager.default.removeItem(atPath: name)
      }
      let list = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>player:volume</key><real>0.75</real></dict></plist>
        """
      try Data(list.utf8).write(to: URL(filePath: path))
    }
    return nil
  }

  /// The paths of the store's files.
  private var files: [String] {
    let parent = (path as NSString).deletingLastPathComponent
    return folder().names.map { "\(parent)/\($0)" }
  }

  /// All that is in the store's folder, and the folder itself.
  private func folder() -> FolderContent {
    FolderContent(of: (path as NSString).deletingLastPathComponent)
  }

  private static let verbs = [
    "list", "list --json", "get player:volume", "get player:volume --json",
    "explain player:volume", "export", "export --format env", "export --format plist --defaults",
  ]

  /// A part has each verb and each state, and not each verb in each state.
  private static let inEachState = State.allCases.flatMap { state in verbs.map { (state, $0) } }

  @Test("By suite and by path", arguments: Search.part(of: inEachState, each: 9))
  func unchanged(_ state: State, _ verb: String) throws {
    let open = try make(state)
    defer { withExtendedLifetime(open) {} }
    let before = folder()
    for store in ["org.example.player", path] {
      let words = verb.split(separator: " ").map(String.init)
      let end = try command.run(arguments: words + ["--store", store])
      #expect(folder() == before, "\(end)")
      let isDamaged = state == .damaged
      #expect(end.code == (isDamaged ? 1 : 0), "\(end)")
      #expect(end.output.contains("0.75") || isDamaged, "\(end)")
    }
  }

  @Test(
    "Of files, and of what is undeclared", arguments: State.allCases,
    ["doctor", "list --undeclared --schemas ."])
  func files(_ state: State, _ verb: String) throws {
    let open = try make(state)
    defer { withExtendedLifetime(open) {} }
    let before = folder()
    for store in ["org.example.player", path, ambiguous] {
      let words = verb.split(separator: " ").map(String.init)
      let end = try command.run(arguments: words + ["--store", store])
      #expect(folder() == before, "\(end)")
      if state == .damaged { #expect(end.code != 0, "\(end)") }
      for words in ["there is no store", "is missing"] {
        #expect(!end.complaints.contains(words), "\(end)")
      }
    }
  }

  #if os(Linux)
    @Test("watch, while it looks", arguments: State.allCases)
    func watch(_ state: State) throws {
      let open = try make(state)
      defer { withExtendedLifetime(open) {} }
      let before = folder()
      let process = command.process(["watch", "--store", "org.example.player"])
      process.standardOutput = Pipe()
      process.standardError = Pipe()
      try process.run()
      defer {
        // A thread of the tests may have other signals blocked, which the process inherits.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let descriptors = "/proc/\(process.processIdentifier)/fd"
      func isWatching() -> Bool {
        let files = FileManager.default
        return (try? files.contentsOfDirectory(atPath: descriptors))?.contains {
          let link = try? files.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
          return link?.contains("inotify") == true
        } ?? false
      }
      while process.isRunning, !isWatching() { usleep(1_000) }
      #expect(process.isRunning)
      #expect(folder() == before)
    }
  #endif
}

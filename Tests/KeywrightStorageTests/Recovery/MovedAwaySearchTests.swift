import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// An editor that moves the list away before it saves its own, at any moment of what a program does.
///
/// The moments are the calls of the system that the program makes: the editor moves the list at one of them, and
/// saves its own at a later one, or when the program is done.
@Suite("A list that an editor moves away and saves again, at any call of a program")
struct MovedAwaySearchTests {
  enum Work: CaseIterable {
    case commit, durableCommit, flush, compaction, refresh
  }

  @Test("fails nothing and loses nothing", arguments: Work.allCases)
  func search(work: Work) throws {
    for calls in [1, 2, 4, 1_000] {
      var number = 1
      while try tryOut(work, movedAt: number, savedAfter: calls) { number += 1 }
      #expect(number > 3)
    }
  }

  /// - Returns: Whether the program made so many calls.
  private func tryOut(_ work: Work, movedAt number: Int, savedAfter calls: Int) throws -> Bool {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    let faulty = FaultyFileSystem()
    let file = DurableFile(path: path, fileSystem: faulty)
    file.keepHistory { .init(.kept) }
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0))], to: file)
    try mirror.commit([("b", .integer(1))], to: file)
    // The next commit looks at all names.
    faulty.pause(.nanoseconds(WriterLock.trust))
    let editor = Editor(folder: folder)
    faulty.replacePlan { call, _ in
      if call == number { editor.moveAway() }
      if call == number + calls { editor.save() }
      return nil
    }
    let expected: PropertyListDictionary = [
      "a": .integer(0), "b": .integer(1), "c": work.commits ? .integer(2) : nil, "e": .integer(7),
    ].compactMapValues(\.self).asMembers
    do {
      try untilUnedited {
        switch work {
        case .commit: try mirror.commit([("c", .integer(2))], to: file)
        case .durableCommit: try mirror.commit([("c", .integer(2))], to: file, durability: .durable)
        case .flush: try file.flush()
        case .compaction: try file.flush(compacting: true)
        case .refresh: mirror.adopt(try file.refresh())
        }
      }
      let isReached = faulty.operations.count >= number
      faulty.replacePlan { _, _ in nil }
      guard isReached else { return false }
      editor.save()
      faulty.pause(.nanoseconds(WriterLock.trust))
      mirror.adopt(try file.refresh())
      #expect(mirror.values == expected, "\(work), moved at \(number), saved after \(calls)")
      try untilUnedited { try file.flush(compacting: true) }
      #expect(try DurableFile.read(path) == expected, "\(work), at \(number), after \(calls)")
      #expect(folder.names.allSatisfy { !$0.contains("damaged") })
    } catch {
      Issue.record("\(work), moved at call \(number), saved after \(calls): \(error)")
    }
    return true
  }

  /// Does something again, as a store does, while an edit keeps it from being done.
  private func untilUnedited(_ body: () throws -> Void) throws {
    for _ in 1...10 {
      do {
        return try body()
      } catch let error as StorageError where error.code == .edited {}
    }
    try body()
  }
}

extension MovedAwaySearchTests.Work {
  fileprivate var commits: Bool { self == .commit || self == .durableCommit }
}

extension [String: PropertyList] {
  fileprivate var asMembers: PropertyListDictionary { PropertyListDictionary(self) }
}

/// The editor, which adds `e` to the list that it moved away.
private final class Editor: Sendable {
  private let folder: TemporaryFolder
  private let edited = Protected<Data?>(nil)

  init(folder: TemporaryFolder) { self.folder = folder }

  func moveAway() {
    let path = folder.file("store.plist")
    guard rename(path, path + ".old") == 0, let bytes = folder.read("store.plist.old")
    else { return }
    edited.withLock { $0 = try? EditedList.bytes(of: bytes, "e", 7) }
  }

  /// Saves the list, once.
  func save() {
    guard let bytes = edited.withLock({ $0.take() }) else { return }
    try? bytes.write(to: URL(filePath: folder.file("store.plist")), options: .atomic)
  }
}

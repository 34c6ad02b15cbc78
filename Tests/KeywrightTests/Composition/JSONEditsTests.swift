import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// A file that is edited again and again, also badly, beside threads that read its values.
@Suite("A JSON layer under edits") struct JSONEditsTests {
  enum Space: Namespace {
    typealias Parent = Root
    static let namespaceID = "space"
    static let number = Key<Space, Int>(
      "number", default: -1, descriptor: KeyDescriptor(constraints: [.range(0...)]))
    static let text = Key<Space, String>("text", default: "none")
    static let list = Key<Space, [Int]>("list", default: [])
    static let keys = KeySet([AnyKey(number), AnyKey(text), AnyKey(list)])
  }

  /// The values that a valid file would show.
  private struct State: Equatable {
    var number = -1
    var text = "none"
    var list: [Int] = []
  }

  /// One edit: the bytes to write, nil to take the file away, and what readers see after it.
  private struct Editor {
    var random: SeededGenerator
    var state = State()

    mutating func edit() -> String? {
      let number = Int.random(in: 0..<1_000, using: &random)
      let list = (0..<number % 4).map { $0 + number }
      let whole = """
        {"space": {"number": \(number), "text": "é\(number)", "list": \(list)}}
        """
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        // Cut off, as an editor leaves it that is not finished.
        let bytes = Array(whole.utf8)
        return String(
          decoding: bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)), as: UTF8.self)
      case 1: return whole + "}"
      case 2: return whole.replacing(":", with: "=")
      case 3:
        // A wrong value beside two good ones.
        (state.text, state.list) = ("é\(number)", list)
        return whole.replacing("\"number\": ", with: "\"number\": -1")
          .replacing("-1\(number)", with: "-\(number + 1)")
      case 4:
        (state.number, state.list) = (number, list)
        return whole.replacing("\"é\(number)\"", with: "[\"é\"]")
      case 5:
        // A misspelled name is no value.
        state = State(number: number, text: "none", list: list)
        return whole.replacing("\"text\"", with: "\"txt\"")
      case 6:
        state = State()
        return nil
      default:
        state = State(number: number, text: "é\(number)", list: list)
        return whole
      }
    }
  }

  private let folder = TemporaryFolder()

  private func seen(by store: some ReadableStore) -> State {
    State(
      number: store.get(Space.number), text: store.get(Space.text), list: store.get(Space.list))
  }

  @Test func afterEachEditTheValuesAreTheLastGoodOnes() throws {
    let seed = SeededGenerator.seed
    var editor = Editor(random: SeededGenerator(seed: seed))
    let url = URL(filePath: folder.path + "/settings.json")
    let layer = JSONLayer(url: url, keys: Space.keys)
    layer.onIssue { _ in }
    let isOver = Protected(false)
    let impossible = Protected(0)
    let readers = (0..<2).map { _ in
      Thread.detachedGroup {
        while !isOver.withLock({ $0 }) {
          let state = seen(by: layer)
          let isPossible =
            state.number >= -1 && (state.text == "none" || state.text.hasPrefix("é"))
            && state.list.count < 4
          if !isPossible { impossible.withLock { $0 += 1 } }
        }
      }
    }
    for number in 0..<1_000 {
      let text = editor.edit()
      if let text {
        // Every third in place, as some editors write.
        try? Data(text.utf8).write(to: url, options: number % 3 == 0 ? [] : .atomic)
      } else {
        try? FileManager.default.removeItem(at: url)
      }
      do { try layer.refresh() } catch { Issue.record(error) }
      let found = seen(by: layer)
      #expect(found == editor.state, "seed \(seed), edit \(number): \(text ?? "removed")")
      if found != editor.state { break }
    }
    isOver.withLock { $0 = true }
    for reader in readers { reader.wait() }
    #expect(impossible.withLock { $0 } == 0)
  }
}

extension Thread {
  /// Runs a body on a thread of its own; the group is left at its end.
  fileprivate static func detachedGroup(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
    return group
  }
}

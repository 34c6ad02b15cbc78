import Foundation
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs
import Synchronization

/// `watch`: prints the changes of a running program.
enum Watch: Verb {
  static let description = VerbDescription(
    word: "watch", summary: "prints each change of a store as a line, until it is interrupted",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option,
      SchemaSearch.option,
      .value("count", "N", "ends after so many changes"),
      KeyOutput.reveal,
      .json,
    ],
    discussion: """
      Prints a line for each change of a declared key that any program makes: KEY=value, and where the
      value now comes from, as `keywright list` does; with names only of those. Several
      changes that a program makes between two looks at the store arrive as one for each key.
      """,
    codes: [.success: "so many changes were printed", .problems: "no such key or namespace"],
    examples: [
      "keywright watch --store org.example.player",
      "keywright watch player:volume --json --store ./defaults.plist",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let location = try StoreSearch.location(arguments, for: .reading)
    let most = try count(arguments.values["count"])
    let catalog = try SchemaSearch.catalog(arguments)
    let wanted = try catalog.keys(named: arguments.operands)
    guard location.exists else {
      throw InputFiles.Failure(path: location.path, reason: "there is no store yet")
    }
    let printer = ChangePrinter(
      catalog: catalog, wanted: Set(wanted.map { ExactString($0.storageString) }),
      arguments: arguments, rest: most)
    let live = try LiveStore(location, catalog)
    defer { live.close() }
    Progress.pause()
    StandardError.write(location.notes)
    return try printer.follow(live)
  }

  private static func count(_ text: String?) throws(Arguments.Refusal) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), count > 0 else {
      throw Arguments.Refusal(reason: "--count is a number above 0, not \(text)")
    }
    return count
  }
}

/// Prints changes as they are notified.
private final class ChangePrinter: Sendable {
  private let catalog: SchemaCatalog
  /// The storage strings of keys and families to print.
  private let wanted: Set<ExactString>
  private let arguments: Arguments
  /// Signalled when all wanted changes were printed, or the output cannot be written any more.
  private let end = DispatchSemaphore(value: 0)
  private let state: Mutex<State>

  private struct State {
    /// The number of changes that are still to print; nil for no end.
    var rest: Int?
    /// The reason why the output cannot be written.
    var failure: OutputFailure?

    var hasEnded: Bool { rest == 0 || failure != nil }
  }

  init(catalog: SchemaCatalog, wanted: Set<ExactString>, arguments: Arguments, rest: Int?) {
    (self.catalog, self.wanted, self.arguments) = (catalog, wanted, arguments)
    state = Mutex(State(rest: rest))
  }

  /// Prints the changes of a store until all wanted ones were printed.
  func follow(_ live: LiveStore) throws(OutputFailure) -> Outcome {
    let token = live.store.observe { [self] in print($0, live) }
    end.wait()
    token.cancel()
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return Outcome()
  }

  private func print(_ commit: Keywright.Commit, _ live: LiveStore) {
    state.withLock { state in
      for change in commit.changes where !state.hasEnded {
        guard let key = catalog.owner(of: change.storageString),
          wanted.contains(ExactString(key.storageString))
            || wanted.contains(ExactString(key.model.storageString)),
          let shown = self.state(of: key, change.stored, live)
        else { continue }
        do throws(OutputFailure) {
          try write(shown)
          state.rest = state.rest.map { $0 - 1 }
        } catch {
          state.failure = error
        }
        if state.hasEnded { end.signal() }
      }
    }
  }

  /// The state of a key after a change; nil where the change does not show, as that of a value under a former name beside
  /// one under the key's own.
  private func state(of key: CatalogKey, _ stored: StoredValue?, _ live: LiveStore) -> KeyState? {
    guard key.former != nil, !key.model.movesLater else {
      return KeyState(key: key, stored: stored)
    }
    guard let state = try? live.values().state(of: key) else { return nil }
    return state.held != nil && state.formerKey == nil ? nil : state
  }

  private func write(_ state: KeyState) throws(OutputFailure) {
    let reveal = arguments.has(KeyOutput.reveal)
    try StandardOutput.write(
      arguments.has(.json)
        ? state.document(reveal: reveal).line + "\n" : KeyOutput.table([state], reveal: reveal))
  }
}

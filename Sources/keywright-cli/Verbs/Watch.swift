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
      catalog: catalog, wanted: Set(wanted.map { ExactString($0.storageString) }), most: most,
      asJSON: arguments.has(.json),
      reveal: arguments.has(KeyOutput.reveal))
    let live = try LiveStore(location, catalog)
    defer { live.close() }
    Progress.pause()
    StandardError.write(location.notes)
    return try printer.follow(live.store)
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
  let catalog: SchemaCatalog
  /// The storage strings of keys and families to print.
  let wanted: Set<ExactString>
  let asJSON: Bool
  let reveal: Bool
  /// Signalled when all wanted changes were printed, or the output cannot be written any more.
  let end = DispatchSemaphore(value: 0)
  /// The number of changes that are still to print; nil for no end.
  private let rest: Mutex<Int?>
  private let lastFailure = Mutex<OutputFailure?>(nil)

  /// The reason why the output cannot be written.
  var failure: OutputFailure? { lastFailure.withLock(\.self) }

  init(
    catalog: SchemaCatalog, wanted: Set<ExactString>, most: Int?, asJSON: Bool, reveal: Bool
  ) {
    self.catalog = catalog
    self.wanted = wanted
    self.asJSON = asJSON
    self.reveal = reveal
    rest = Mutex(most)
  }

  /// Prints the changes of a store until all wanted ones were printed.
  func follow(_ store: some Store) throws(OutputFailure) -> Outcome {
    let token = store.observe { [self] in print($0) }
    end.wait()
    token.cancel()
    if let failure { throw failure }
    return Outcome()
  }

  private func print(_ commit: Keywright.Commit) {
    for change in commit.changes {
      guard let key = catalog.holder(of: change.storageString),
        wanted.contains(ExactString(key.storageString))
          || wanted.contains(ExactString(key.model.storageString))
      else { continue }
      let isLast: Bool? = rest.withLock { rest in
        guard let count = rest else { return false }
        rest = count - 1
        return count > 0 ? count == 1 : nil
      }
      guard let isLast else { return }
      do throws(OutputFailure) {
        try write(KeyState(key: key, stored: change.stored))
      } catch {
        lastFailure.withLock { $0 = error }
        rest.withLock { $0 = 0 }
      }
      if isLast || failure != nil { end.signal() }
    }
  }

  private func write(_ state: KeyState) throws(OutputFailure) {
    try StandardOutput.write(
      asJSON
        ? state.document(reveal: reveal).line + "\n" : KeyOutput.table([state], reveal: reveal))
  }
}

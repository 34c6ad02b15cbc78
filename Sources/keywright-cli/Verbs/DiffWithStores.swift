import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// `diff OLD NEW` of the installed command, which also compares stores: with schemas, and with each other.
enum DiffWithStores: Verb {
  static let description = {
    var description = Diff.description
    description.otherUsages.append("[options] STORE[@WHEN] STORE[@WHEN]")
    description.options += [
      .value(
        SchemaSearch.option.name, "PATH",
        """
        of two stores: a target's folder, a package or a schema; without
        it, those around the current folder
        """, completing: .file, repeated: true),
      KeyOutput.reveal,
    ]
    description.discussion += """
       OLD may
      be a store: what would this program lose of this file?

      Of two stores, or two states of one, it says which values differ, by the schemas that it finds.
      \(EarlierStore.forms)
      """
    description.codes[.success] = "stored data is safe, or two stores hold the same"
    description.codes[.problems] = "it is at risk, a schema has errors, or two stores differ"
    description.examples += [
      "keywright diff ~/.config/org.example.app/defaults.plist Sources/App",
      "keywright diff org.example.player@yesterday org.example.player",
    ]
    return description
  }()

  static func run(_ arguments: Arguments) throws -> Outcome {
    if let stores = try stores(arguments) { return try StoreDifference.outcome(stores, arguments) }
    return try Diff.outcome(arguments) { try changes(arguments, includesFree: $0) }
  }

  /// The stores, if the arguments name two.
  private static func stores(
    _ arguments: Arguments
  ) throws -> (EarlierStore, EarlierStore)? {
    let operands = arguments.operands
    guard operands.count == 2,
      operands.contains(where: EarlierStore.isNamed) || operands.allSatisfy(StoreFile.isStore)
    else { return nil }
    return (
      try EarlierStore(operands[0], arguments), try EarlierStore(operands[1], arguments)
    )
  }

  /// The changes between the two versions that the arguments name, of which the older one may be a store.
  static func changes(
    _ arguments: Arguments, includesFree: Bool
  ) throws -> (changes: [Change], sources: [SourceFile]) {
    let operands = arguments.operands
    guard operands.count == 2, StoreFile.isStore(operands[0]) else {
      return try Diff.changes(arguments, includesFree: includesFree)
    }
    let new = try Revision(path: operands[1])
    return (try StoreFile(operands[0]).losses(in: new.inventory), new.sources)
  }
}

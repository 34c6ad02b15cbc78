import KeywrightCodegen
import KeywrightSchema

/// The schemas of other targets of the package: in one store, a storage string means one value.
///
/// A target's own run reports what is wrong with its schemas; here those with errors are passed over.
struct OtherTargets {
  private let module: String
  private let targets: [(name: String, sources: [SourceFile])]

  init(_ arguments: Arguments) {
    module = arguments.module
    var targets: [(name: String, sources: [SourceFile])] = []
    for (name, path) in arguments.others {
      guard let bytes = try? Files.read(path, limit: SourceFile.maximumSize) else { continue }
      if targets.last?.name != name { targets.append((name, [])) }
      targets[targets.count - 1].sources.append(SourceFile(path: path, bytes: bytes))
    }
    self.targets = targets
  }

  /// The keys of a target whose storage strings others have too.
  func diagnostics(for sources: [SourceFile]) -> [Diagnostic] {
    guard let own = Inventory(sources, module: module) else { return [] }
    return targets.flatMap { name, sources -> [Diagnostic] in
      guard let other = Inventory(sources, module: name) else { return [] }
      return own.keys.compactMap { string, entry in
        other.entries[string].map { found in
          Diagnostic(
            .storageInTwoTargets(
              entry.key.storageString, target: name,
              isAlike: entry.key.storesAlike(found.key)),
            at: own.location(of: entry),
            notes: [Diagnostic.Note(.otherTargetHere, at: other.location(of: found))])
        }
      }
    }
  }
}

/// The keys of one target, by storage string.
private struct Inventory {
  let keys: [(ExactString, KeyInventory.Entry)]
  let entries: [ExactString: KeyInventory.Entry]
  private let sources: [SourceFile]

  /// - Returns: nil for schemas with errors.
  init?(_ sources: [SourceFile], module: String) {
    guard let model = SchemaChecker.check(sources, module: module).model else { return nil }
    self.sources = sources
    keys = KeyInventory(model).keys.map { (ExactString($0.key.storageString), $0) }
    entries = Dictionary(keys, uniquingKeysWith: { first, _ in first })
  }

  func location(of entry: KeyInventory.Entry) -> SourceLocation {
    entry.place.location(in: sources)
  }
}

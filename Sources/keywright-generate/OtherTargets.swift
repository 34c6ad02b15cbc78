import KeywrightCodegen
import KeywrightSchema
import Synchronization

/// The schemas of other targets of the package: in one store, a storage string means one value.
///
/// A target's own run reports what is wrong with its schemas; here those with errors are passed over.
final class OtherTargets: Sendable {
  private let module: String
  private let arguments: [(target: String, input: String, isCompared: Bool)]
  /// The keys of the targets; read when they are first asked for, since most runs need none.
  private let read = Mutex<[Target]?>(nil)

  private struct Target {
    let name: String
    let isCompared: Bool
    let inventory: Inventory
  }

  init(_ arguments: Arguments) {
    module = arguments.module
    self.arguments = arguments.others
  }

  private var targets: [Target] {
    read.withLock { known in
      if let known { return known }
      var sources: [(name: String, isCompared: Bool, files: [SourceFile])] = []
      for (name, path, isCompared) in arguments {
        guard let bytes = try? Files.read(path, limit: SourceFile.maximumSize) else { continue }
        if sources.last?.name != name { sources.append((name, isCompared, [])) }
        sources[sources.count - 1].files.append(SourceFile(path: path, bytes: bytes))
      }
      let targets = sources.compactMap { name, isCompared, files in
        Inventory(files, module: name).map {
          Target(name: name, isCompared: isCompared, inventory: $0)
        }
      }
      known = targets
      return targets
    }
  }

  /// The keys of a target whose storage strings others have too.
  func diagnostics(for sources: [SourceFile]) -> [Diagnostic] {
    if !arguments.contains(where: \.isCompared) { return [] }
    guard let own = Inventory(sources, module: module) else { return [] }
    return targets.filter(\.isCompared).flatMap { target in
      own.keys.compactMap { string, entry in
        target.inventory.entries[string].map { found in
          Diagnostic(
            .storageInTwoTargets(
              entry.key.storageString, target: target.name,
              isAlike: entry.key.storesAlike(found.key)),
            at: own.location(of: entry),
            notes: [
              Diagnostic.Note(.otherTargetHere, at: target.inventory.location(of: found))
            ])
        }
      }
    }
  }

  /// The other target that declares a storage string.
  @Sendable func owner(of string: String) -> String? {
    targets.first { $0.inventory.entries[ExactString(string)] != nil }?.name
  }
}

/// The keys of one target, by storage string.
private struct Inventory: Sendable {
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

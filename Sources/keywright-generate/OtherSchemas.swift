import KeywrightCodegen
import KeywrightSchema
import Synchronization

/// The schemas of other targets of the package: in one store, a storage string means one value.
///
/// A target's own run reports what is wrong with its schemas; here those with errors are passed over.
final class OtherSchemas: Sendable {
  private let module: String
  private let arguments: [(target: String, input: String, isCompared: Bool)]
  /// The keys of the targets; read when they are first asked for, since most runs need none.
  private let read = Mutex<[Target]?>(nil)
  private let index = Mutex<OtherTargets.Index?>(nil)

  private struct Target {
    let name: String
    let isCompared: Bool
    let inventory: Inventory
  }

  init(_ arguments: Arguments) {
    module = arguments.module
    self.arguments = arguments.others
  }

  private var known: [Target] {
    read.withLock { known in
      if let known { return known }
      var sources: [(name: String, isCompared: Bool, files: [SourceFile])] = []
      for (name, path, isCompared) in arguments {
        guard let bytes = try? Files.bytes(of: path, limit: SourceFile.maximumSize) else {
          continue
        }
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

  /// The keys of a target whose storage strings others have too, and the values that one target takes from
  /// another. The builds of both report these.
  func diagnostics(for sources: [SourceFile]) -> [Diagnostic] {
    guard let own = Inventory(sources, module: module) else { return [] }
    return known.flatMap { target in
      (target.isCompared ? shared(own, target) : []) + taken(own, target)
    }
  }

  private func shared(_ own: Inventory, _ target: Target) -> [Diagnostic] {
    own.keys.keys.compactMap { entry in
      target.inventory.keys[entry.key.storageString].flatMap { found in
        if entry.allowsStorageClash || found.allowsStorageClash { return nil }
        let consequence: MessageText =
          entry.key.storesAlike(found.key)
          ? ": in one store both mean one value; give one of them another `id`, let both targets link to one schema, or suppress `storage-clash` where no store holds both"
          : " for another type: in one store neither could read the other's value; give one of them another `id`, or suppress `storage-clash` where no store holds both"
        return Diagnostic(
          // The two targets may or may not meet in one store.
          DiagnosticMessage(
            .storageClash,
            "target `\(target.name)` has the storage string `\(entry.key.storageString)` too\(consequence)",
            severity: .warning), at: own.location(of: entry.place),
          notes: [
            Diagnostic.Note(.otherTargetHere, at: target.inventory.location(of: found.place))
          ])
      }
    }
  }

  private func taken(_ own: Inventory, _ target: Target) -> [Diagnostic] {
    let other = target.inventory
    let lost = TakenValue.all(of: own.keys, by: other.keys, named: target.name).map { value in
      Diagnostic(
        .valueTaken(value), at: own.location(of: value.owner),
        notes: [Diagnostic.Note(.otherTargetHere, at: other.location(of: value.taker))])
    }
    let won = TakenValue.all(of: other.keys, by: own.keys, named: module)
      .filter { !$0.isMutual }
      .map { value in
        Diagnostic(
          .valueTaken(value, from: target.name), at: own.location(of: value.taker),
          notes: [Diagnostic.Note(.otherTargetHere, at: other.location(of: value.owner))])
      }
    return lost + won
  }

  /// The uses that the targets make of each other's values.
  var targets: OtherTargets {
    OtherTargets(of: module, areCompared: false) { [self] in
      index.withLock { index in
        let made = index ?? OtherTargets.Index(known.map { ($0.name, $0.inventory.keys, nil) })
        index = made
        return made
      }
    }
  }
}

/// The keys of one target.
private struct Inventory: Sendable {
  let keys: KeyInventory
  private let sources: [SourceFile]

  /// - Returns: nil for schemas with errors.
  init?(_ sources: [SourceFile], module: String) {
    guard let model = SchemaChecker.check(sources, module: module).model else { return nil }
    self.sources = sources
    keys = KeyInventory(model)
  }

  func location(of place: KeyInventory.Place) -> SourceLocation { place.location(in: sources) }
}

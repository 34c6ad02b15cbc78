package import KeywrightSchema

/// Checks the targets in folders: each with its lock, and all with each other.
package struct PackageCheck {
  package private(set) var diagnostics: [Diagnostic] = []
  /// The targets, each with what it stores unless it has errors, and with its lock.
  package private(set) var targets:
    [(folder: SchemaFolder, keys: KeyInventory?, lock: LockRecord)] = []
  /// The keys of the targets seen so far, by storage string.
  private var known: [ExactString: (entry: KeyInventory.Entry, folder: SchemaFolder)] = [:]

  /// - Parameters:
  ///   - mustBeLocked: Whether a lock that is not up to date is an error.
  ///   - release: The last release that each lock must have; nil if any will do.
  ///   - texts: The texts that count in place of files.
  package init(
    _ folders: [String], module: String?, today: String?, mustBeLocked: Bool,
    release: String? = nil, texts: OpenTexts = OpenTexts()
  ) throws {
    for path in folders {
      for target in try SchemaFolder.targets(in: path) {
        let folder = try SchemaFolder(target, module: module, today: today, texts: texts)
        let record = folder.lockSource.map(LockRecord.init) ?? .missing
        targets.append((folder, folder.model.map { KeyInventory($0) }, record))
      }
      for lock in SchemaFolder.locksWithoutSchemas(in: path) {
        diagnostics.append(Diagnostic(.lockLeftBehind, ofFile: lock))
      }
    }
    let index = OtherTargets.Index(
      targets.compactMap { folder, keys, record in
        var lock: KeyLock?
        if case .read(_, let known, _) = record { lock = known }
        return keys.map { (folder.name, $0, lock) }
      })
    for (folder, inventory, record) in targets {
      diagnostics += folder.diagnostics
      guard let model = folder.model, let inventory else { continue }
      diagnostics += LockCheck.diagnostics(
        of: model, in: folder.sources,
        module: folder.knownModule ?? record.lock?.module ?? folder.name, lock: record,
        fixtures: folder.fixtures, severity: .error, today: inventory,
        others: OtherTargets(of: folder.name, areCompared: true) { index })
      if mustBeLocked || release != nil { checkLock(record, of: folder, inventory) }
      if let release, let lock = record.lock { checkRelease(release, lock, of: folder) }
      compare(inventory, of: folder)
      checkTaken(by: inventory, of: folder)
    }
  }

  /// Reports the values that a target takes from another, whose lock reports their loss.
  private mutating func checkTaken(by inventory: KeyInventory, of folder: SchemaFolder) {
    for (other, keys, _) in targets where other.name != folder.name {
      guard let keys else { continue }
      for value in TakenValue.all(of: keys, by: inventory, named: folder.name) {
        diagnostics.append(
          Diagnostic(
            .valueTaken(value, from: other.name), at: value.taker.location(in: folder.sources),
            notes: [
              Diagnostic.Note(.otherTargetHere, at: value.owner.location(in: other.sources))
            ]))
      }
    }
  }

  /// Reports a lock that was not brought up to date.
  private mutating func checkLock(
    _ record: LockRecord, of folder: SchemaFolder, _ today: KeyInventory
  ) {
    guard let source = folder.lockSource else {
      diagnostics.append(
        Diagnostic(
          DiagnosticMessage(.lock, "there is no lock; `keywright lock` writes one"),
          ofFile: folder.lockPath))
      return
    }
    // One that cannot be read has been reported.
    guard case .read(_, let lock?, _) = record else { return }
    var updated = lock
    updated.update(to: today)
    if Array(updated.text.utf8) == source.bytes { return }
    let old = Set(lock.keys.map(\.storageString))
    let new = Set(updated.keys.map(\.storageString))
    let changed = zip(lock.keys, updated.keys).first { $0 != $1 }?.1.storageString
    let example: MessageText =
      (new.subtracting(old).min() ?? old.subtracting(new).min() ?? changed)
      .map { ", as `\($0)` shows" } ?? ""
    let message = DiagnosticMessage(
      .lock,
      "the lock is not up to date with the schemas\(example); run `keywright lock`, and commit it")
    diagnostics.append(Diagnostic(message, ofFile: source.path))
  }

  /// Reports a lock that has not the release whose program is to be built: its users would have the mark of another.
  private mutating func checkRelease(_ name: String, _ lock: KeyLock, of folder: SchemaFolder) {
    if lock.releases.last == name { return }
    let last: MessageText =
      lock.releases.last.map { "has \($0) as its last release" } ?? "has no release"
    diagnostics.append(
      Diagnostic(
        DiagnosticMessage(
          .lock,
          "the lock \(last), and not \(name): run `keywright lock --release \(name)` before the build that is shipped"
        ),
        ofFile: folder.lockPath))
  }

  /// Reports a string that another target has, with values of another type.
  private mutating func compare(_ inventory: KeyInventory, of folder: SchemaFolder) {
    for entry in inventory.keys {
      let name = ExactString(entry.key.storageString)
      guard let other = known.updateValue((entry, folder), forKey: name),
        !entry.allowsStorageClash, !other.entry.allowsStorageClash,
        !entry.key.storesAlike(other.entry.key)
      else { continue }
      let (type, otherType) = (entry.key.string(.type) ?? "", other.entry.key.string(.type) ?? "")
      let message = DiagnosticMessage(
        .storageClash,
        "storage string `\(entry.key.storageString)` holds \(withArticle(type)) here and \(withArticle(otherType)) in the target `\(other.folder.name)`: in one store neither could read the other's; give one of them another `id`, or suppress `storage-clash` where no store holds both"
      )
      diagnostics.append(
        Diagnostic(
          message,
          at: entry.place.location(in: folder.sources),
          notes: [
            Diagnostic.Note(
              .otherTargetHere, at: other.entry.place.location(in: other.folder.sources))
          ]))
    }
  }
}

/// The check of today's schemas against a lock: the part of a build that protects stored data.
package enum LockCheck {
  /// Compares a target with its lock.
  ///
  /// - Parameters:
  ///   - model: The checked schemas.
  ///   - sources: Their files.
  ///   - module: The name of the module that the target builds.
  ///   - record: The target's lock.
  ///   - fixtures: The paths of the stores of releases beside it.
  ///   - severity: The weight of a lock that is gone though the schemas tell of releases, or older than its fixtures.
  ///   - today: The inventory of the model, for callers that have one.
  ///   - others: The other targets of the package.
  /// - Returns: The changes to report, in the order of the schemas.
  /// - Complexity: near linear in the sizes of both.
  package static func diagnostics(
    of model: TargetModel, in sources: [SourceFile], module: String, lock record: LockRecord,
    fixtures: [String] = [], severity: Diagnostic.Severity = .warning, today: KeyInventory? = nil,
    others: OtherTargets = .none
  ) -> [Diagnostic] {
    switch record {
    case .notAsked: return []
    case .missing:
      if let fixture = fixtures.min() {
        let message = DiagnosticMessage(
          .lock,
          "the lock is gone, and this store of a release is there: nothing guards what it holds; take "
            + "keys.lock.json back from version control")
        return [Diagnostic(message, ofFile: fixture)]
      }
      if let (origin, word) = model.firstWordAboutReleases {
        let isNeeded = word == "defaultFor"
        let message = DiagnosticMessage(
          .lock,
          "`\(known: word)` is about earlier releases, and there is no lock, which \(isNeeded ? "alone knows their defaults" : "guards what they stored"): take "
            + "keys.lock.json back from version control, or begin one by `swift package "
            + "--allow-writing-to-package-directory keywright lock --target \(module)`",
          severity: isNeeded ? .error : severity)
        let place = KeyInventory.Place(name: "", origin: origin)
        return [Diagnostic(message, at: place.location(in: sources))]
      }
      guard let first = sources.first, !model.isEmpty else { return [] }
      let message = DiagnosticMessage(
        .lock,
        "nothing guards the values that released programs have stored: a renamed key would lose them; "
          + "before the first release, run `swift package --allow-writing-to-package-directory keywright "
          + "lock --target \(module)`", severity: .note)
      return [Diagnostic(message, ofFile: first.path)]
    case .read(let path, let lock, let diagnostics):
      guard let lock else { return diagnostics }
      if let owner = lock.module, owner != module {
        let message = DiagnosticMessage(
          .lock,
          "this is the lock of the module `\(owner)`, and not of `\(module)`: if the target was renamed, or if its schemas have "
            + "moved here, `keywright lock --adopt --module \(module)` makes the lock this module's; if they were copied, delete this copy"
        )
        return diagnostics + [Diagnostic(message, ofFile: path)]
      }
      let changes = MendTrial.proven(
        LockComparison.changes(
          from: lock, to: today ?? KeyInventory(model), others: others),
        of: sources, module: module, lock: lock, others: others)
      return diagnostics + Self.diagnostics(of: changes, in: sources, lock: path)
        + staleness(of: lock, beside: fixtures, severity)
    }
  }

  /// Reports stores of releases that the lock does not have: it is older than they are.
  private static func staleness(
    of lock: KeyLock, beside fixtures: [String], _ severity: Diagnostic.Severity
  ) -> [Diagnostic] {
    // A file system may give names in another composition of characters.
    let known = Set(lock.releases.map { "\(FixtureName.escaped($0)).plist" })
    return fixtures.sorted().compactMap { path in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if known.contains(name) { return nil }
      let message = DiagnosticMessage(
        .lock,
        "the lock does not have the release of this store: it is an older one; take keys.lock.json of "
          + "that release back from version control, or delete the store", severity: severity)
      return Diagnostic(message, ofFile: path)
    }
  }

  /// Changes as a build reports them, in the order of the schemas.
  package static func diagnostics(
    of changes: [Change], in sources: [SourceFile], lock: String
  ) -> [Diagnostic] {
    func place(_ change: Change) -> (Int, Int) {
      change.place.map { ($0.origin.file, $0.origin.line) } ?? (sources.count, 0)
    }
    return united(changes).enumerated()
      .sorted {
        let (left, right) = (place($0.element), place($1.element))
        return (left.0, left.1, $0.offset) < (right.0, right.1, $1.offset)
      }
      .compactMap { $0.element.diagnostic(in: sources, lock: lock) }
  }

  /// The changes, each change of a type once for all keys that have the type.
  private static func united(_ changes: [Change]) -> [Change] {
    var result: [Change] = []
    var places: [[String]: (index: Int, others: Int)] = [:]
    for change in changes where change.reason == nil {
      let identity = [
        change.fate.rawValue, change.part.rawValue, change.subject, change.from, change.to,
      ]
      if !change.subject.isEmpty, let (index, others) = places[identity] {
        places[identity] = (index, others + 1)
        continue
      }
      places[identity] = (result.count, 0)
      result.append(change)
    }
    for (index, others) in places.values where others > 0 {
      result[index].append(" (and \(counted(others, "more key")))")
    }
    return result
  }
}

/// The lock of a target, read.
package enum LockRecord: Sendable {
  /// The caller does not ask about it.
  case notAsked
  /// The target has none.
  case missing
  /// A file's lock, nil if it has an error, with all that is wrong with it.
  case read(path: String, KeyLock?, [Diagnostic])

  /// The lock, if there is one that can be read.
  package var lock: KeyLock? {
    if case .read(_, let lock, _) = self { lock } else { nil }
  }

  /// Reads a lock.
  ///
  /// - Complexity: near linear in the file's size.
  package init(_ source: SourceFile) {
    let (lock, diagnostics) = LockReader.read(source)
    self = .read(path: source.path, lock, diagnostics)
  }
}

extension TargetModel {
  /// The first place at which a schema tells of earlier releases, with the word by which it does; one that needs the
  /// lock before all others.
  fileprivate var firstWordAboutReleases: (origin: Origin, word: String)? {
    let keys = root.all.flatMap(\.keys)
    if let key = keys.first(where: \.defaultIsForNew) { return (key.origin, "defaultFor") }
    if let key = keys.first(where: \.movesLater) { return (key.origin, "moves") }
    if let key = keys.first(where: { !$0.formerKeys.isEmpty }) { return (key.origin, "former") }
    if let type = types.first(where: { !$0.reserved.isEmpty }) { return (type.origin, "reserved") }
    if let type = types.first(where: \.hasFormerParts) { return (type.origin, "former") }
    return root.all.lazy.compactMap(\.reserved.first).first
      .map { ($0.origin, $0.removes ? "erased" : "reserved") }
  }
}

extension TypeModel {
  /// Whether a case or a field was called otherwise before.
  fileprivate var hasFormerParts: Bool {
    if case .structure(let fields) = kind { return fields.contains { !$0.formerNames.isEmpty } }
    return !formerCases.isEmpty || !formerCaseNames.isEmpty
  }
}

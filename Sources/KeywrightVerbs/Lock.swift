import KeywrightEvolution
import KeywrightSchema

/// `lock FOLDER…`: records what stored data depends on.
package enum Lock: Verb {
  package static let description = VerbDescription(
    word: "lock", summary: "records what stored data depends on, and what was released",
    operands: [.init("[FOLDER…]", .folder)],
    options: [
      .value(
        "release", "NAME",
        """
        makes the drafts part of the release NAME, as in 1.3, and writes a
        store as that release would into keys.fixtures; refused while data is
        at risk
        """),
      .choice(
        "readers", KeyLock.Readers.self,
        """
        both: released programs must also live with what this one stores: an
        app and its extension, devices that share data, a fleet during a
        rollout
        """),
      .value(
        "accept", "KEY",
        "lets the changes of the storage string KEY pass; the lock keeps the reason",
        completing: .key),
      .value("because", "TEXT", "the reason"),
      .value(
        "ended", "NAME",
        """
        says that no program of the release NAME runs any more: with readers
        both, it need not live with today's values
        """),
      .flag("adopt", "makes the lock of another module this module's"),
      .value("module", "NAME", "the target's module, if its folder is called otherwise"),
      .json,
    ],
    discussion: """
      Writes keys.lock.json in a target's folder: one line for each key of its schemas, with its type
      and stored form. Commit it. From the first release on, a build of the target, and
      `keywright check`, fail where a change of the schemas would lose or misread what a released
      program has stored, and say what to write into the schema.

      Without an option it brings the drafts up to date: the keys that no release has. They change
      freely. FOLDER is the current folder if none is given.
      """,
    codes: [
      .success: "written or up to date, also where `check` fails",
      .problems: "refused, or the schemas have errors",
      .failed: "something cannot be read, or the lock cannot be written",
    ],
    examples: [
      "keywright lock Sources/Tour", "keywright lock --release 1.3 Sources/Tour",
      "keywright lock --accept player:token --because \"never shipped to users\" Sources/Tour",
    ])

  package static func run(_ arguments: Arguments) throws -> Outcome {
    let reason = arguments.values["because"]
    if arguments.values["accept"] != nil, reason?.allSatisfy(\.isWhitespace) ?? true {
      throw Arguments.Refusal(reason: "--accept needs a reason: --because \"…\"")
    }
    if reason != nil, arguments.values["accept"] == nil {
      throw Arguments.Refusal(reason: "--because is the reason of --accept KEY")
    }
    if let name = arguments.values["release"], name.allSatisfy(\.isWhitespace) {
      throw Arguments.Refusal(reason: "--release needs a name, as in 1.3")
    }
    var outcome = Outcome()
    var plans: [Plan] = []
    var targets: [(folder: SchemaFolder, keys: KeyInventory?)] = []
    var left: [String] = []
    for path in arguments.operands.isEmpty ? ["."] : arguments.operands {
      left += SchemaFolder.locksWithoutSchemas(in: SchemaFolder.package(ofTarget: path) ?? path)
      for target in try SchemaFolder.targets(in: path) {
        let folder = try SchemaFolder(target, module: arguments.values["module"])
        targets.append((folder, folder.model.map { KeyInventory($0) }))
      }
    }
    if !left.isEmpty, targets.contains(where: { $0.folder.lockSource == nil }) {
      // The schemas of a target without a lock have probably left theirs behind.
      let diagnostics = left.map { Diagnostic(.lockLeftBehind, ofFile: $0) }
      return Outcome(
        complaints: diagnostics.map(DiagnosticPrinter().text).joined()
          + complaint("no lock was written"), code: .problems)
    }
    let index = OtherTargets.Index(
      targets.compactMap { folder, keys in keys.map { (folder.name, $0, try? folder.readLock()) } })
    for (folder, today) in targets {
      let others = OtherTargets(of: folder.name, areCompared: true) { index }
      outcome = try outcome + plan(folder, today, arguments, &plans, others)
    }
    let release = arguments.values["release"]
    if release != nil, outcome.code != .success {
      // A release of some targets could not be made again for all.
      if !plans.isEmpty { outcome.complaints += complaint("no target was released") }
      return outcome
    }
    let reports = try plans.map { try write($0, isRelease: release != nil) }
    outcome.output = arguments.output(
      .array(reports.map(\.document)), or: outcome.output + reports.map(\.text).joined())
    return outcome
  }

  /// The new lock of one target.
  private struct Plan {
    let lock: KeyLock
    let today: KeyInventory
    let folder: SchemaFolder
  }

  /// Makes the lock of one target.
  ///
  /// - Parameters:
  ///   - before: The keys of its schemas, as the lock in the folder completes them; nil if they have errors.
  ///   - plans: Gets the lock, if it can be written.
  ///   - others: The other targets.
  private static func plan(
    _ folder: SchemaFolder, _ before: KeyInventory?, _ arguments: Arguments,
    _ plans: inout [Plan], _ others: OtherTargets
  ) throws -> Outcome {
    let printer = DiagnosticPrinter()
    guard let before else {
      return Outcome(complaints: folder.diagnostics.map(printer.text).joined(), code: .problems)
    }
    var lock: KeyLock
    do throws(SchemaFault) {
      lock = try folder.readLock()
    } catch {
      return Outcome(complaints: error.diagnostics.map(printer.text).joined(), code: .problems)
    }
    if let module = folder.knownModule {
      if let owner = lock.module, owner != module, !arguments.flags.contains("adopt") {
        return Outcome(
          complaints: complaint(
            "\(path: folder.lockPath) is the lock of the module \(owner), and not of \(module): if the target was renamed, or "
              + "if its schemas have moved here, --adopt makes it this module's; if they were copied, delete this copy"
          ),
          code: .problems)
      }
      lock.module = module
    }
    lock.readers = try arguments.choice("readers", or: lock.readers)
    for name in arguments.lists["ended"] ?? [] {
      guard lock.releases.contains(name) else {
        let meant = SpellingSuggestion.nearest(to: name, among: lock.releases)
        return Outcome(
          complaints: complaint(
            "\(path: folder.lockPath) has no release \(name)\(meant.map { "; did you mean \($0)?" } ?? "")"
          ),
          code: .problems)
      }
      lock.ended.insert(name)
    }
    // A release that ended may have kept a key at a former name.
    let today =
      arguments.lists["ended"] == nil ? before : folder.keys(completedBy: lock) ?? before
    let moved = zip(before.keys, today.keys).filter { $0.key.writtenString != $1.key.writtenString }
      .map {
        "`\($1.key.storageString)` is stored as `\($1.key.writtenString)` from the next build on\n"
      }
    for key in arguments.lists["accept"] ?? [] {
      let changes = LockComparison.changes(from: lock, to: today, others: others)
        .filter { $0.key == key && $0.reason == nil && $0.level >= .warning }
      if changes.isEmpty {
        return Outcome(
          complaints: complaint("nothing to accept of `\(key)` in \(path: folder.path)"),
          code: .problems)
      }
      for change in changes { lock.accept(change, because: arguments.values["because"] ?? "") }
    }
    let changes = LockComparison.changes(from: lock, to: today, others: others)
    let proven = MendTrial.proven(
      changes, of: folder.sources, module: folder.knownModule ?? folder.name,
      lock: lock, others: others)
    let complaints = LockCheck.diagnostics(
      of: proven, in: folder.sources, lock: folder.lockPath
    ).map(printer.text).joined()
    if let release = arguments.values["release"] {
      if lock.releases.contains(release) {
        return Outcome(
          complaints: complaint("release \(release) is in \(path: folder.lockPath) already"),
          code: .problems)
      }
      if let last = lock.releases.last, let version = ReleaseVersion(release),
        let lastVersion = ReleaseVersion(last), version < lastVersion
      {
        return Outcome(
          complaints:
            complaint(
              "release \(release) is older than \(last), which "
                + "\(path: folder.lockPath) has: lock it where it is made, and merge that lock into this one"
            ),
          code: .problems)
      }
      if changes.contains(where: { $0.level == .error && $0.reason == nil }) {
        return Outcome(
          complaints: complaints
            + complaint("release \(release) is refused: data is at risk"),
          code: .problems)
      }
      lock.forgetAcceptances(except: changes)
      lock.release(release, with: today)
    } else {
      lock.update(to: today)
    }
    plans.append(Plan(lock: lock, today: today, folder: folder))
    return Outcome(output: moved.joined(), complaints: complaints)
  }

  private static func write(_ plan: Plan, isRelease: Bool) throws -> LockReport {
    let (lock, folder) = (plan.lock, plan.folder)
    var report = LockReport(lock, of: folder, keys: plan.today.keys.count)
    // First, since a release that the lock has cannot be made again.
    if isRelease, let release = lock.releases.last {
      let fixture = Fixture(of: plan.today, release: release)
      report.fixture = (try fixture.write(to: folder.fixtureFolder), fixture)
    }
    if folder.lockSource?.bytes != Array(lock.text.utf8) {
      try OutputFile.write(lock.text, to: folder.lockPath)
    }
    return report
  }
}

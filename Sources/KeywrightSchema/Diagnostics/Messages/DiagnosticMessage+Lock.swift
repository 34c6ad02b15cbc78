extension DiagnosticMessage {
  /// A lock that cannot be read.
  static func badLock(_ what: MessageText) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "this is no lock as `keywright lock` writes it: \(what); take it back from version control")
  }

  static func newerLock(_ version: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "the lock is of version \(version.prefix(20)), this Keywright reads version 1: update it")
  }

  static var lockConflict: DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "a merge left a conflict in the lock; each line is one key, and both sides' lines count: "
        + "`keywright lock` keeps all of them, and makes the drafts from the schemas")
  }

  static func repeatedLine(_ key: String, release: String?) -> DiagnosticMessage {
    guard let release else {
      return DiagnosticMessage(
        .lock, "`\(key)` has two drafts, as a merge leaves them; `keywright lock` makes one")
    }
    return DiagnosticMessage(
      .lock,
      "`\(key)` has two forms in release \(release), as a merge leaves them; keep the line of the "
        + "form that was shipped")
  }

  static func noLock(module: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "nothing guards the values that released programs have stored: a renamed key would lose them; "
        + "before the first release, run `swift package --allow-writing-to-package-directory keywright lock "
        + "--target \(module)`",
      severity: .note)
  }

  /// For `check --locked`, where there is no lock.
  package static var lockMissing: DiagnosticMessage {
    DiagnosticMessage(.lock, "there is no lock; `keywright lock` writes one")
  }

  /// A lock, or fixtures, in a folder without schemas.
  package static var lockLeftBehind: DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "there are no schemas beside it: it guards nothing; move it with them to their target, or delete it if all their keys are gone"
    )
  }

  /// Fixtures without a lock.
  static func lockGone(_ severity: Diagnostic.Severity) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "the lock is gone, and this store of a release is there: nothing guards what it holds; take "
        + "keys.lock.json back from version control",
      severity: severity)
  }

  /// A fixture of a release that the lock does not have.
  static func lockStale(_ severity: Diagnostic.Severity) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "the lock does not have the release of this store: it is an older one; take keys.lock.json of that "
        + "release back from version control, or delete the store",
      severity: severity)
  }

  /// For `check --locked`, where the schemas have changed since the lock was written.
  package static func lockOutdated(_ key: String?) -> DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "the lock is not up to date with the schemas\(key.map { ", as `\($0)` shows" as MessageText } ?? ""); "
        + "run `keywright lock`, and commit it")
  }

  /// One storage string in two targets of a package, which may or may not meet in one store.
  package static func storageInTwoTargets(
    _ string: String, target: String, isAlike: Bool
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageClash,
      "target `\(target)` has the storage string `\(string)` too"
        + (isAlike
          ? ": in one store both mean one value; give one of them another `id`, or let both targets "
            + "link to one schema"
          : " for another type: in one store neither could read the other's value; give one of them "
            + "another `id`"),
      severity: .warning)
  }

  /// One storage string in two targets, with values that are not the same.
  package static func storageSharedByTargets(
    _ string: String, type: String, other: String, target: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageClash,
      "storage string `\(string)` holds \(withArticle(type)) here and \(withArticle(other)) in the target `\(target)`: in one store neither could read the other's; give one of them another `id`"
    )
  }
}

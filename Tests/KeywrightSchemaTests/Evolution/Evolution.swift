import KeywrightSchema

/// Two versions of one schema, of which the first was released.
struct Evolution {
  var lock: KeyLock
  let source: SourceFile
  /// Further files of the target.
  let others: [SourceFile]
  let model: TargetModel

  /// A target of one file, `A.keys.json`.
  init(_ text: String, lock: KeyLock = KeyLock(), others: [SourceFile] = []) throws {
    source = SourceFile(path: "A.keys.json", text: text)
    self.others = others
    let result = SchemaChecker.check([source] + others, module: "App", lock: lock)
    guard let model = result.model else {
      throw Broken(text: result.diagnostics.map(DiagnosticPrinter().text).joined())
    }
    self.model = model
    self.lock = lock
  }

  struct Broken: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// The changes from what was released so far.
  var changes: [Change] { LockComparison.changes(from: lock, to: KeyInventory(model)) }

  /// The changes with the mends that were tried.
  var proven: [Change] {
    MendTrial.proven(changes, of: [source] + others, module: "App", lock: lock)
  }

  /// The output of a build about the schema.
  var printed: String {
    let lock = SourceFile(path: "keys.lock.json", text: lock.text)
    let record = LockRecord(lock)
    return LockCheck.diagnostics(of: model, in: [source] + others, module: "App", lock: record)
      .map(DiagnosticPrinter().text).joined()
  }

  /// The lock after a release of the schema.
  func released(_ name: String) -> KeyLock {
    var lock = lock
    lock.release(name, with: KeyInventory(model))
    return lock
  }

  /// The schema, after a release of another one.
  static func from(_ old: String, to new: String) throws -> Evolution {
    try Evolution(new, lock: Evolution(old).released("1.0"))
  }

  /// The keys of a namespace `player`.
  static func keys(_ keys: String) -> String {
    "{ \"version\": 1, \"namespace\": \"player\", \"keys\": {\n\(keys)\n} }"
  }
}

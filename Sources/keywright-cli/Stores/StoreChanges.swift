import Foundation
import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// Changes that become one commit of a store, made as a program makes them: with its locks, its journal
/// and all or none.
struct StoreChanges {
  /// The option that lets values in which the command cannot process as the program does.
  static let option = VerbDescription.Option.flag(
    "skip-functions",
    """
    stores a value although functions of the program, which the command
    cannot run, would process or read it
    """
  ).common

  /// The option that lets secrets into a store that others reach.
  static let exposing = VerbDescription.Option.flag(
    "exposed", "stores a secret also where other users may read or write"
  ).common

  /// The option that lets values into another store than the program's.
  static let here = VerbDescription.Option.flag(
    "here", "stores a value also where the program does not look for it, by the key's `store`"
  ).common

  /// The option that says why, in the log of a store on etcd.
  static let reason = VerbDescription.Option.value(
    "because", "TEXT", "the reason, for the log of a store on etcd"
  ).common

  /// The option that changes nothing.
  static let trial = VerbDescription.Option.flag(
    "dry-run", "prints what would change, and changes nothing"
  ).common

  private let location: StoreLocation
  private var changes: [StoreChange] = []
  private let arguments: Arguments
  /// The message about a store that the commit made.
  private var creationNote = ""

  init(_ arguments: Arguments, _ location: StoreLocation) {
    (self.arguments, self.location) = (arguments, location)
  }

  var isEmpty: Bool { changes.isEmpty }

  /// Adds a new value of a key.
  ///
  /// - Parameter present: The state that the commit must find, or it changes nothing; nil for any.
  mutating func set(
    _ key: CatalogKey, to value: StoredValue, replacing present: StoreChange.Present? = nil
  ) throws(ValueRefusal) {
    if let refusal = refusal(of: key) {
      throw ValueRefusal(key: key.storageString, reason: refusal)
    }
    changes.append(StoreChange(key: key, value: value, present: present))
  }

  /// The reason why the store gets no value of a key; nil if it does.
  private func refusal(of key: CatalogKey) -> String? {
    if let reason = key.processingInProgram, !arguments.has(Self.option) {
      return "\(reason); the command cannot run it, --\(Self.option.name) stores the value without"
    }
    let isForSecrets = location.secrets != nil && key.isSecret
    if let home = key.otherStore, !isForSecrets, !arguments.has(Self.here) {
      return "the program keeps it in its store `\(home)`, which --store has to name; "
        + "--\(Self.here.name) stores it in \(location.path) all the same"
    }
    if key.isSecret, let exposure = location.exposure, !arguments.has(Self.exposing) {
      return "it is secret, and \(location.path) is \(exposure.found); "
        + "--\(Self.exposing.name) stores it all the same"
    }
    return nil
  }

  mutating func remove(_ key: CatalogKey, replacing present: StoreChange.Present? = nil) {
    changes.append(StoreChange(key: key, value: nil, present: present))
  }

  /// The keys that the program keeps elsewhere, the functions of the program that a commit does not run,
  /// and a store that was made, in sentences.
  var notes: [String] {
    var seen: Set<String> = []
    let functions = changes.flatMap(\.key.unrunFunctions).filter { seen.insert($0).inserted }
    return changes.map(\.key.notes)
      + functions.map { note("\($0) of the program does not run in the command") }
      + [creationNote]
  }

  /// Commits all changes, or none; nothing with `--dry-run`.
  ///
  /// - Parameter live: The store, if it is open already.
  mutating func commit(_ catalog: SchemaCatalog, through live: LiveStore? = nil) throws {
    if changes.isEmpty { return }
    let reason = arguments.value(of: Self.reason)
    try location.refuse(reason: reason)
    if arguments.has(Self.trial) { return try location.refuseChanges(of: changes.count) }
    if let secrets = location.secrets {
      try location.refuseChanges(of: changes.count)
      return try secrets.commit(changes)
    }
    let isNew = !location.exists
    try location.write(because: reason, catalog, through: live) { try commit(to: $0) }
    if isNew { creationNote = location.creationNote }
  }

  private func commit(to store: some Store) throws {
    try store.transaction { transaction in
      var conflicts: [ChangedMeanwhile.Conflict] = []
      for change in changes {
        let key = change.key.storeKey
        var found = try transaction.get(key)
        try transaction.set(key, to: change.value)
        // What the program would bring along from a former name when it opens the store.
        for former in change.key.formerKeys {
          guard let value = try transaction.get(former) else { continue }
          found = found ?? value
          try transaction.remove(former)
        }
        if let present = change.present, found != present.value {
          conflicts.append(.init(key: change.key, found: found))
        }
      }
      if !conflicts.isEmpty { throw ChangedMeanwhile(conflicts: conflicts) }
    }
  }
}

extension StoreLocation {
  /// Runs a body with the store, as a program has it that writes.
  ///
  /// - Parameters:
  ///   - reason: The reason for the log of a store on etcd, which no other store has.
  ///   - live: The store, if it is open already.
  func write<Result>(
    because reason: String?, _ catalog: SchemaCatalog?, through live: LiveStore? = nil,
    _ body: (any Store) throws -> Result
  ) throws -> Result {
    if let store = live?.etcd { return try body(reason.map(store.because) ?? store) }
    if let cluster {
      return try cluster.open { try body(reason.map($0.because) ?? $0) }
    }
    try refuse(reason: reason)
    if let secrets { return try body(secrets.store) }
    Progress.note("waiting for the store, which another program may be writing")
    try refuseDamage()
    let store = DefaultsStore(
      url: URL(fileURLWithPath: path), durability: .durable, watching: .never)
    store.onIssue { if $0.isForPeople { StandardError.write(complaint("\($0)")) } }
    if case .unavailable(let error) = store.status { throw error }
    if let catalog, catalog.keys.contains(where: \.isSecret) {
      store.keepNoSecrets(catalog.isSecret)
    }
    let result = try body(store)
    store.close()
    return result
  }
}

extension StoreError {
  /// Whether a person who uses the command is told: that a commit holds the lock for long is advice to the author of a
  /// program, and of a list that others may read the verb tells itself.
  var isForPeople: Bool { code != .exposed && !(code == .busy && operation == "commit") }
}

/// The change of one key.
struct StoreChange: Sendable {
  let key: CatalogKey
  /// The new value; nil for none.
  let value: StoredValue?
  /// The state that the commit must find; nil for any.
  let present: Present?

  /// The stored value of a key; nil for none.
  struct Present: Sendable {
    let value: StoredValue?
  }
}

/// Another program changed what a commit was to replace, so that nothing was stored.
struct ChangedMeanwhile: VerbRefusal {
  struct Conflict: Sendable {
    let key: CatalogKey
    /// The value that the commit found in the store.
    let found: StoredValue?
  }

  let conflicts: [Conflict]

  var description: String {
    let names = conflicts.map { printable($0.key.storageString) }.joined(separator: ", ")
    return "\(names): another program changed the value meanwhile; nothing was stored"
  }
}

extension CatalogKey {
  /// The function of the program without which a value is not what the program would store.
  var processingInProgram: String? {
    if model.type.holdsOwnType { return "only the program can read a \(typeText)" }
    return model.processing.compactMap(\.symbol).first.map { "`\($0)` processes the value" }
  }

  /// The functions that the program runs at a change of the key.
  var unrunFunctions: [String] {
    let processing = model.processing.compactMap(\.symbol).map { "the step `\($0)`" }
    let hooks = namespaces.flatMap { [$0.preCommit, $0.postCommit] }
      .compactMap(\.self).map { "the hook `\($0.symbol.text)`" }
    let callbacks = [("willChange", model.willChange), ("didChange", model.didChange)]
      .compactMap { name, symbol in symbol.map { "`\(name)`, which is `\($0.symbol.text)`," } }
    return processing + hooks + callbacks
  }
}

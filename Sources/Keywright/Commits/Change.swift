/// The change of one key by a commit, with the key's types.
///
/// ```swift
/// static func announce(_ commit: Commit) {
///   if let volume = commit[Player.volume] { print(volume.old, "→", volume.new) }
/// }
/// ```
public struct Change<Value: Sendable>: Sendable {
  /// The value before; the default if nothing readable was stored.
  public let old: Value
  /// The value that `get` gives afterwards; the default if this is a removal, and if the stored
  /// value cannot be read (``unreadable``).
  public let new: Value
  /// The reason why the value that is stored afterwards cannot be read; nil if it can, or nothing
  /// is stored. Another process or program may store such a value.
  public var unreadable: StoreError? { failure?.value }
  /// Whether something was stored before.
  public let wasStored: Bool
  /// Whether nothing is stored afterwards.
  public let isRemoval: Bool
  /// The origin of the commit.
  public let origin: CommitOrigin
  /// The number of the commit; 0 in a pre-commit hook, where it has none yet.
  public let number: UInt64

  /// The error of an unreadable value; as an object, because its parts would make each change that is
  /// copied or freed cost twice as much.
  @usableFromInline let failure: ValueBox<StoreError>?

  /// The sensitivity of the values.
  @usableFromInline let sensitivity: KeyDescription.Sensitivity

  /// Whether one of the values is the key's default, which may differ for another key of the storage string.
  @usableFromInline let showsDefault: Bool

  @inlinable
  init(
    old: Value, new: Value, unreadable: StoreError?, wasStored: Bool, isRemoval: Bool,
    origin: CommitOrigin, number: UInt64, sensitivity: KeyDescription.Sensitivity,
    showsDefault: Bool
  ) {
    self.old = old
    self.new = new
    failure = unreadable.map(ValueBox.init)
    self.wasStored = wasStored
    self.isRemoval = isRemoval
    self.origin = origin
    self.number = number
    self.sensitivity = sensitivity
    self.showsDefault = showsDefault
  }
}

extension Change: CustomStringConvertible, CustomReflectable {
  /// The change in words: "0.5 → 0.8, commit 12, local". Values of a key that is declared `private`
  /// or `secret` are not shown.
  public var description: String {
    let old = wasStored ? shown(old) : "nothing"
    let new =
      isRemoval ? "nothing" : unreadable == nil ? shown(new) : "a value that cannot be read"
    return "\(old) → \(new)" + (number == 0 ? "" : ", commit \(number), \(origin.words)")
  }

  /// The change for `dump` and debuggers, with the values shown as ``description`` shows them.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "old": shown(old), "new": shown(new), "wasStored": wasStored, "isRemoval": isRemoval,
        "origin": origin, "number": number,
      ], displayStyle: .struct)
  }

  private func shown(_ value: Value) -> String {
    sensitivity.redaction ?? "\(value)"
  }
}

/// The change of one key by a commit, whatever the key's type.
///
/// ```swift
/// let token = store.observe { commit in
///   for change in commit.changes where change.isRemoval { print("gone:", change.storageString) }
/// }
/// ```
///
/// ``Commit/subscript(_:)`` gives the same change with the types of a key.
///
/// Thread safety: an immutable value.
public struct KeyChange: Sendable {
  private let write: StagedWrite

  init(_ write: StagedWrite) { self.write = write }

  /// The storage string of the key.
  public var storageString: String { write.name.string }

  /// Whether something was stored before.
  public var wasStored: Bool { write.wasStored }

  /// Whether nothing is stored afterwards.
  public var isRemoval: Bool { write.isRemoval }

  /// The stored form afterwards, in a cache too; nil for a removal, and for a value that has no
  /// stored form.
  public var stored: StoredValue? { write.newForm }
}

extension KeyChange: CustomStringConvertible, CustomReflectable {
  /// The change in words: "player:volume = 0.8". The value of a key that is declared `private` or
  /// `secret` is not shown, nor, where others made the change, that of a key with which no store of this process
  /// was opened.
  public var description: String {
    isRemoval ? "\(storageString) removed" : "\(storageString) = \(shown)"
  }

  /// The change for `dump` and debuggers, with the value shown as ``description`` shows it.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "storageString": storageString, "stored": shown, "wasStored": wasStored,
        "isRemoval": isRemoval,
      ], displayStyle: .struct)
  }

  private var shown: String {
    write.redaction ?? stored.map { "\($0)" } ?? "a value"
  }
}

/// The origin of a commit.
///
/// ```swift
/// let token = store.observe(Player.volume) { change in
///   if change.origin != .local { print("somebody else set the volume to", change.new) }
/// }
/// ```
///
/// Processing, hooks, `willChange` and `didChange` run once, in the process and the store that make
/// the commit; observers receive commits of every origin.
public enum CommitOrigin: String, Sendable {
  /// A call in this process.
  case local
  /// Another process that uses the same store. Its commits arrive as one change for each key, when
  /// this process commits or refreshes.
  case otherProcess
  /// A default that became a stored value when it was first read.
  case defaultValue
  /// A commit of a store that is made of this one and others, such as ``Layers``: processing and
  /// hooks ran there.
  case composition
  /// A commit that was made directly to one of the stores that this one is made of, or through
  /// another composition: processing and hooks ran there.
  case layer
  /// A migration.
  case migration
  /// A program that knows nothing of Keywright wrote the store's file.
  case externalEdit
  /// The time to live of a value ended, in a store that several machines share; or the value became older than
  /// its key's `maxAge`, without a confirmation of the service.
  case expired
}

/// A commit that was written: its number, its origin, its changes.
///
/// ```swift
/// let token = store.observe { commit in
///   if let volume = commit[Player.volume] { print("commit", commit.number, "volume", volume.new) }
/// }
/// ```
///
/// Thread safety: an immutable value.
public struct Commit: Sendable {
  /// Numbers increase with each commit of a store in this process, from 1.
  public let number: UInt64
  /// The origin of the commit.
  public let origin: CommitOrigin
  @usableFromInline let writes: [StagedWrite]

  /// The writes as they show in a composition, if they were made through it: hooks receive what was committed,
  /// observers what a reader sees of it.
  var shown: [StagedWrite]?

  /// The number of commits that this one stands for: more than one where commits were joined because an observer
  /// held them up.
  var times = 1

  /// All changes, in the order in which they were made.
  public var changes: [KeyChange] { writes.map(KeyChange.init) }

  /// The change of one key, if the commit changed it.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<K: KeyType>(key: K) -> Change<K.Value>? {
    let key = key.key
    return position(of: key).map { change(at: $0, as: key, key.sensitivity) }
  }

  /// The place of a key's change, under its name or else a former one under which the value stays for now.
  @usableFromInline
  func position<Space, Value>(of key: Key<Space, Value>) -> Int? {
    position(of: key.storageString) ?? key.standbyStrings.lazy.compactMap(position).first
  }

  @usableFromInline
  func position(of name: StorageString) -> Int? { writes.firstIndex { $0.name == name } }

  /// One of the changes, with the types of a key that has its storage string.
  @inlinable
  func change<Space, Value>(
    at position: Int, as key: Key<Space, Value>, _ sensitivity: KeyDescription.Sensitivity
  ) -> Change<Value> {
    writes[position].change(as: key, origin: origin, number: number, sensitivity)
  }

  /// The part of the commit that touches one namespace and those below it.
  func narrowed(to space: any Namespace.Type) -> Commit {
    let part = writes.filter { $0.isWithin(space) && !$0.flags.contains(.isForeign) }
    return with(part)
  }

  /// The same commit with other writes.
  func with(_ writes: [StagedWrite]) -> Commit {
    Commit(number: number, origin: origin, writes: writes, times: times)
  }
}

extension Commit {
  /// The commit as observers receive it.
  var observed: Commit {
    shown.map(with) ?? self
  }

  /// Several commits as one: one change for each key, from the first old value to the last new one,
  /// with the number of the last; nil if there are none.
  ///
  /// Its origin is that of all of them if they have the same, else ``CommitOrigin/local``; writes
  /// for which hooks ran elsewhere are marked, so that they do not run again.
  init?(joining commits: [Commit]) {
    guard let last = commits.last else { return nil }
    let isUniform = commits.allSatisfy { $0.origin == last.origin }
    self.init(
      number: last.number, origin: isUniform ? last.origin : .local,
      writes: Commit.joined(commits, \.writes),
      shown: commits.contains { $0.shown != nil } ? Commit.joined(commits, \.observed.writes) : nil,
      times: commits.reduce(0) { $0 + $1.times })
  }

  private static func joined(
    _ commits: [Commit], _ writes: (Commit) -> [StagedWrite]
  ) -> [StagedWrite] {
    var positions: [StorageString: Int] = [:]
    var joined: [StagedWrite] = []
    for commit in commits {
      for write in writes(commit) {
        var write = write
        if !commit.origin.callsHooks {
          write = StagedWrite(copying: write)
          write.flags.insert(.isForeign)
        }
        if let position = positions[write.name] {
          joined[position] = joined[position].joined(with: write)
        } else {
          positions[write.name] = joined.count
          joined.append(write)
        }
      }
    }
    return joined
  }
}

extension Commit: CustomStringConvertible, CustomReflectable {
  /// The commit in words: "commit 12, local: player:volume = 0.8", with the values that
  /// ``KeyChange/description`` shows.
  public var description: String {
    let changes = changes.map(\.description).joined(separator: ", ")
    return "commit \(number), \(origin.words): \(changes)"
  }

  /// The commit for `dump` and debuggers, with values shown as ``description`` shows them.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["number": number, "origin": origin, "changes": changes],
      displayStyle: .struct)
  }
}

extension CommitOrigin {
  /// Whether hooks and `didChange` of a commit run in this process and store.
  var callsHooks: Bool {
    switch self {
    case .local, .defaultValue, .migration: true
    case .otherProcess, .externalEdit, .expired, .composition, .layer: false
    }
  }

  /// The origin for people.
  var words: String {
    switch self {
    case .local: "local"
    case .otherProcess: "of another process"
    case .defaultValue: "a default that was stored"
    case .composition: "through a composition"
    case .layer: "of a layer"
    case .migration: "a migration"
    case .externalEdit: "an edit by another program"
    case .expired: "the end of a time to live"
    }
  }
}

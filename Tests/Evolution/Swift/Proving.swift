// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The work of the programs of all versions: they write values through typed keys, and show what such keys
// read.
import Foundation
import Keywright

/// The work of one module: its keys, each with what copies or shows it.
public struct Version: Sendable {
  let keys: any KeyRegistry.Type
  let copy: @Sendable (Porter) throws -> Void
  let moves: @Sendable (DefaultsStore, DefaultsStore) throws -> Void

  /// - Parameter moves: Brings values from one store to the other: of the settings and the vault.
  public init(
    _ keys: any KeyRegistry.Type, copy: @escaping @Sendable (Porter) throws -> Void,
    moves: @escaping @Sendable (DefaultsStore, DefaultsStore) throws -> Void
  ) {
    self.keys = keys
    self.copy = copy
    self.moves = moves
  }
}

/// Carries the values of typed keys from one store to another.
public struct Porter {
  let source: any Store
  let target: any Store
  /// Whether the target gets what was read under the names of the keys, by keys without constraints.
  let isShowing: Bool
  /// The other store of the program, if it has one.
  var vault: (any Store)?

  /// The same for the keys of the program's other store.
  public var inVault: Porter {
    guard let vault else { return self }
    return isShowing
      ? Porter(source: vault, target: target, isShowing: true)
      : Porter(source: source, target: vault, isShowing: false)
  }

  public func carry<S: Namespace, V: Convertible & Sendable>(_ key: Key<S, V>) throws {
    try carry(key.storageString, to: key, read: { try source.read(key) }) {
      try target.set(Key<Root, V>(StorageString($0), default: $1), to: $1)
    }
  }

  public func carry<S: Namespace, V: Convertible & Sendable>(_ key: Key<S, V?>) throws {
    try carry(key.storageString, to: key, read: { try source.read(key) }) {
      try target.set(Key<Root, V>(StorageString($0), default: $1), to: $1)
    }
  }

  /// Carries a value of a type that is not stored by itself; it is shown as text.
  public func carryCoded<S: Namespace, V: Sendable>(_ key: Key<S, V?>) throws {
    try carry(key.storageString, to: key, read: { try source.read(key) }) { name, value in
      let text = AnyKey(key).json(in: source) ?? "null"
      try target.set(Key<Root, String?>(StorageString(name)), to: text)
    }
  }

  private func carry<K: KeyType, V: Sendable>(
    _ name: StorageString, to key: K, read: () throws -> V?, show: (String, V) throws -> Void
  ) throws {
    let value: V?
    do {
      value = try read()
    } catch let error as StoreError {
      if !isShowing { throw error }
      let failure = Key<Root, String?>(StorageString("error \(name)"))
      return try target.set(failure, to: "\(error.code)")
    }
    guard let value else { return }
    if isShowing { return try show("value \(name)", value) }
    guard let own = value as? K.Value else { throw Mismatch() }
    try target.set(key, to: own)
  }

  struct Mismatch: Error {}
}

/// Does what the arguments ask for: a mode, a store and what it is copied from or to.
public func prove(_ versions: [String: Version]) throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 5, let version = versions[arguments[1]] else { exit(64) }
  func open(_ path: String, _ keys: (any KeyRegistry.Type)? = nil) -> DefaultsStore {
    let url = URL(filePath: path)
    let store = keys.map { DefaultsStore(url: url, keys: $0) } ?? DefaultsStore(url: url)
    store.onIssue { _ in }
    return store
  }
  let other = open(arguments[4])
  switch arguments[2] {
  case "write":
    // The first opening of a new installation.
    let store = open(arguments[3], version.keys)
    let vault = open(arguments[3] + ".vault", version.keys)
    try version.moves(store, vault)
    // The store itself is chosen for its keys, since it was opened as the usual one is.
    let chosen = Layers([Layer.readingAndWriting(vault).only { _ in true }])
    try version.copy(Porter(source: other, target: store, isShowing: false, vault: chosen))
    store.close()
    vault.close()
  case "read":
    let store = open(arguments[3], version.keys)
    let vault = open(arguments[3] + ".vault", version.keys)
    try version.moves(store, vault)
    try version.copy(Porter(source: store, target: other, isShowing: true, vault: vault))
    let issues = Key<Root, [String]>(StorageString("issues"), default: [])
    try other.set(issues, to: store.issues.map(\.description))
    store.close()
    vault.close()
  case "raw":
    for (path, mark) in [(arguments[3], ""), (arguments[3] + ".vault", "vault ")] {
      let store = open(path)
      for name in try store.storedKeys() {
        let value = try store.read(Key<Root, StoredValue?>(StorageString(name)))
        try other.set(Key<Root, StoredValue?>(StorageString("\(mark)\(name)")), to: value)
      }
      store.close()
    }
  case "files":
    // A store that writes each key by itself.
    let store = FileStore(folder: URL(filePath: arguments[3]))
    store.onIssue { _ in }
    try store.migrate(version.keys.migrations)
    try version.copy(Porter(source: store, target: other, isShowing: true))
  case "fill":
    let store = FileStore(folder: URL(filePath: arguments[3]))
    for name in try other.storedKeys() {
      let key = Key<Root, StoredValue?>(StorageString(name))
      try store.set(key, to: other.read(key))
    }
  case "raw-files":
    let store = FileStore(folder: URL(filePath: arguments[3]))
    for name in try store.storedKeys() {
      let key = Key<Root, StoredValue?>(StorageString(name))
      try other.set(key, to: store.read(key))
    }
  default: exit(64)
  }
  try other.flush(compacting: true)
  other.close()
}

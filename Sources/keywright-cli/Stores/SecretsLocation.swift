import Keywright
import KeywrightSchema
import KeywrightSecrets
import KeywrightVerbs

/// The secrets of an application in the system's store of secrets, as a person names them:
/// `secrets:org.example.player`.
struct SecretsLocation: Sendable {
  static let prefix = "secrets:"

  let application: String

  /// - Returns: Nil for a name of another kind of store.
  init?(_ name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    application = String(name.dropFirst(Self.prefix.count))
  }

  /// The store, which connects when it is used.
  var store: SecretStore {
    // The service may ask whoever can see its window.
    let store = SecretStore(
      application: application, promptTimeout: Confirmation.canAsk ? .seconds(120) : nil)
    // A verb says itself what went wrong.
    store.onIssue { _ in }
    return store
  }

  /// Stores one value, or removes it: an item is one key's.
  func commit(_ changes: [StoreChange]) throws {
    guard let change = changes.first else { return }
    let item = Key<Root, String?>(
      StorageString(change.key.storageString), descriptor: KeyDescriptor(sensitivity: .secret))
    let store = store
    try store.set(item, to: change.value.map { change.key.anyKey.text(of: $0) })
    for name in change.key.formerStrings.map({ StorageString($0) }) {
      if try store.stored(name) != nil { try store.remove(Key<Root, String?>(name)) }
    }
  }
}

import Keywright

/// An item as it is kept: a text, and the form of the value that it stands for.
struct SecretItem: Equatable, Sendable {
  var bytes: [UInt8]
  /// The name of the form, see `SecretText`; nil for an item that another program made.
  var form: String?
}

/// The items of one application in the system's store of secrets.
///
/// Nil means that nothing is stored; a call that cannot tell throws `unavailable`.
protocol SecretBackend: Sendable {
  /// The name of the store of secrets, for messages.
  var name: String { get }

  /// The most bytes of one secret.
  var capacity: Int { get }

  /// An item, and how many items there are of that name: the newest counts.
  func read(_ name: String, _ timeout: Duration) throws(StoreError) -> (
    item: SecretItem, count: Int
  )?

  /// The names of all items.
  func names(_ timeout: Duration) throws(StoreError) -> [String]

  /// Stores an item in place of those of its name.
  ///
  /// - Parameters:
  ///   - rules: The key's rules for Apple's keychain.
  ///   - patience: How long the user may take, if the system asks; nil if it may not.
  func write(
    _ item: SecretItem, under name: String, _ rules: KeychainRules, asking patience: Duration?,
    _ timeout: Duration
  ) throws(StoreError)

  /// The reason for which a key's rules cannot be followed; nil if they can.
  func refusal(of rules: KeychainRules) -> String?

  /// Removes all items of a name.
  func remove(_ name: String, asking patience: Duration?, _ timeout: Duration) throws(StoreError)

  /// Asks the user to unlock what is locked.
  func unlock(within patience: Duration, _ timeout: Duration) throws(StoreError)
}

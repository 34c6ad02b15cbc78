import Keywright

/// The calls of the keychain, as far as items of one service need them.
///
/// Each answers with a status, as `SecItemCopyMatching` and its like do.
protocol KeychainCalls: Sendable {
  /// The items that match, at most one with its secret or all without.
  func copy(_ query: KeychainQuery, _ wanted: KeychainQuery.Wanted) -> (
    status: Int32, items: [KeychainItem]
  )

  /// Makes an item; refused as a duplicate where one is there.
  func add(
    _ item: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
  )
    -> Int32

  /// Gives the items that match another secret.
  func update(
    _ query: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
  ) -> Int32

  /// Removes the items that match.
  func delete(_ query: KeychainQuery) -> Int32
}

/// A generic password, as the keychain finds it.
struct KeychainQuery: Hashable, Sendable {
  /// The copies that count: that of iCloud, that of the device, or both.
  enum Synchronizable: Hashable, Sendable {
    case any
    case only(Bool)
  }

  enum Wanted: Hashable, Sendable {
    /// One item, with its secret.
    case secret
    /// All items, without their secrets.
    case items
  }

  /// The application.
  var service: String
  /// The storage string; nil for all.
  var account: String?
  var accessGroup: String?
  var synchronizable: Synchronizable
}

/// An item that the keychain found.
struct KeychainItem: Equatable, Sendable {
  var account: String
  var isSynchronizable: Bool
  /// In seconds since 2001.
  var modified: Double
  /// Empty if it was not asked for.
  var secret: SecretItem
}

/// The statuses that have a meaning of their own here, by Apple's numbers (SecBase.h, MacErrors.h).
enum KeychainStatus {
  static let success: Int32 = 0
  static let diskFull: Int32 = -34
  static let writePermission: Int32 = -61
  static let userCanceled: Int32 = -128
  static let notAvailable: Int32 = -25_291
  static let readOnly: Int32 = -25_292
  static let authenticationFailed: Int32 = -25_293
  static let noSuchKeychain: Int32 = -25_294
  static let duplicateItem: Int32 = -25_299
  static let itemNotFound: Int32 = -25_300
  static let interactionNotAllowed: Int32 = -25_308
  static let missingEntitlement: Int32 = -34_018
}

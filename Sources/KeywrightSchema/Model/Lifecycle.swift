/// The stored form of a type of the user's own.
package enum Coding: String, CaseIterable, Sendable {
  /// By its own conformance to `Convertible`.
  case convertible
  /// By its raw value.
  case rawValue
  /// As a property-list tree, by `Codable`.
  case codable
  /// As JSON in data, by `Codable`.
  case codableJSON
  /// Not at all: in memory alone.
  case memory
}

/// The readers who may see a value.
package enum Sensitivity: String, CaseIterable, Sendable {
  case `public`, `private`, secret

  /// A text that tells of the values that a schema gives a key or allows it: of a secret key only that there is one.
  ///
  /// A default is a value, and a range or a pattern leads to one. A private key is private for what its user
  /// stores, so what its schema says is shown.
  package func shown(_ text: @autoclosure () -> String) -> String {
    self == .secret ? SecretText.redaction : text()
  }
}

/// The rule by which Apple's keychain gives out a value, and iCloud brings it to other devices.
package enum KeychainRule: String, CaseIterable, Sendable {
  case whenUnlocked, afterFirstUnlock
  case whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly, whenPasscodeSetThisDeviceOnly
  case whenUnlockedSynchronized, afterFirstUnlockSynchronized

  /// The rule without that of iCloud, which only a value that is of no one device has.
  package var accessibility: KeychainRule {
    switch self {
    case .whenUnlockedSynchronized: .whenUnlocked
    case .afterFirstUnlockSynchronized: .afterFirstUnlock
    default: self
    }
  }

  package var isSynchronized: Bool { accessibility != self }
}

/// The lifecycle of a key: carried into `allKeys`, ignored by the build.
package struct Lifecycle: Sendable {
  /// The readers who may see the value.
  package var sensitivity: Sensitivity = .public
  /// The rule of Apple's keychain; nil for that of the store.
  package var keychain: KeychainRule?
  /// The day by which it should be gone.
  package var expires: String?
  /// For caches: the time for which a value is kept, in seconds.
  package var timeToLive: Double?
  /// For stores that others feed: the greatest age of a value, in seconds.
  package var maxAge: Double?
  /// The program's name for the store that keeps it; nil for its usual one.
  package var store: String?
  /// The stores that kept it in earlier versions.
  package var formerStores: [String] = []
  /// The message for those who still use it, or nil if it is not deprecated.
  package var deprecated: String?
}

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

/// The rule by which Apple's keychain gives out a value.
package enum KeychainAccessibility: String, CaseIterable, Sendable {
  case whenUnlocked, afterFirstUnlock
  case whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly, whenPasscodeSetThisDeviceOnly

  /// Whether the value stays on its device.
  var isOfThisDevice: Bool { self != .whenUnlocked && self != .afterFirstUnlock }
}

/// The lifecycle of a key: carried into `allKeys`, ignored by the build.
package struct Lifecycle: Sendable {
  /// The readers who may see the value.
  package var sensitivity: Sensitivity = .public
  /// The rule by which Apple's keychain gives out the value; nil for that of the store.
  package var accessibility: KeychainAccessibility?
  /// Whether iCloud brings the value to other devices; nil for what the store says.
  package var isSynchronizable: Bool?
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

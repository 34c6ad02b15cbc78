/// The rules that Apple's keychain follows for a key's value, in a store of secrets (`SecretStore`). No effect on
/// other systems and in other stores.
///
/// ```swift
/// static let token = Key<Account, String?>(
///   "token", descriptor: KeyDescriptor(keychain: KeychainRules(accessibility: .afterFirstUnlock)))
/// ```
///
/// Thread safety: an immutable value.
public struct KeychainRules: Sendable, Hashable {
  /// The rules for giving out a secret, by the names of Apple's `kSecAttrAccessible` constants.
  public enum Accessibility: String, Sendable, CaseIterable {
    /// While the device is unlocked.
    case whenUnlocked
    /// From the first unlock after a restart on: for programs that work in the background.
    case afterFirstUnlock
    /// As ``whenUnlocked``, and no backup or other device gets it.
    case whenUnlockedThisDeviceOnly
    /// As ``afterFirstUnlock``, and no backup or other device gets it.
    case afterFirstUnlockThisDeviceOnly
    /// While the device is unlocked and has a passcode; it goes with the passcode.
    case whenPasscodeSetThisDeviceOnly

    /// Whether a secret stays on its device.
    package var isOfThisDevice: Bool {
      switch self {
      case .whenUnlocked, .afterFirstUnlock: false
      case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
        .whenPasscodeSetThisDeviceOnly:
        true
      }
    }
  }

  /// The rule for giving out the secret; nil for that of the store. It counts when the secret is stored.
  public let accessibility: Accessibility?
  /// Whether iCloud brings the secret to the user's other devices; nil for what the store says. Not with an
  /// accessibility of one device.
  public let isSynchronizable: Bool?

  /// Makes the rules of a key.
  ///
  /// - Parameters:
  ///   - accessibility: When the secret is given out.
  ///   - isSynchronizable: Whether iCloud brings it to the user's other devices.
  public init(accessibility: Accessibility? = nil, isSynchronizable: Bool? = nil) {
    self.accessibility = accessibility
    self.isSynchronizable = isSynchronizable
  }
}

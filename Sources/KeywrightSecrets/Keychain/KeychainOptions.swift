/// What Apple's keychain is told of each secret of a ``SecretStore``. No effect on other systems.
///
/// ```swift
/// let shared = SecretStore(
///   application: "org.example.player",
///   keychain: KeychainOptions(accessGroup: "ABCDE.org.example.shared", accessibility: .afterFirstUnlock))
/// ```
public struct KeychainOptions: Sendable, Hashable {
  /// When the keychain gives out a secret.
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
    var isOfThisDevice: Bool {
      switch self {
      case .whenUnlocked, .afterFirstUnlock: false
      case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
        .whenPasscodeSetThisDeviceOnly:
        true
      }
    }
  }

  /// The group of apps that share the secrets; nil for the app's own.
  public var accessGroup: String?
  /// When secrets are given out. It counts when a secret is stored.
  public var accessibility: Accessibility
  /// Whether iCloud brings the secrets to the user's other devices; not with an accessibility of one device.
  public var isSynchronizable: Bool

  /// Makes the options.
  ///
  /// - Parameters:
  ///   - accessGroup: The group of apps that share the secrets; nil for the app's own.
  ///   - accessibility: When secrets are given out.
  ///   - isSynchronizable: Whether iCloud brings them to the user's other devices.
  public init(
    accessGroup: String? = nil, accessibility: Accessibility = .whenUnlocked,
    isSynchronizable: Bool = false
  ) {
    self.accessGroup = accessGroup
    self.accessibility = accessibility
    self.isSynchronizable = isSynchronizable
  }
}

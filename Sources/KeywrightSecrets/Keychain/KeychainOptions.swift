public import Keywright

/// What Apple's keychain is told of each secret of a ``SecretStore`` whose key says nothing else
/// (`KeychainRules`). No effect on other systems.
///
/// ```swift
/// let shared = SecretStore(
///   application: "org.example.player",
///   keychain: KeychainOptions(accessGroup: "ABCDE.org.example.shared", accessibility: .afterFirstUnlock))
/// ```
public struct KeychainOptions: Sendable, Hashable {
  /// The group of apps that share the secrets; nil for the app's own.
  public var accessGroup: String?
  /// When secrets are given out whose keys do not say it. It counts when a secret is stored.
  public var accessibility: KeychainRules.Accessibility
  /// Whether iCloud brings the secrets whose keys do not say it to the user's other devices; not with an
  /// accessibility of one device.
  public var isSynchronizable: Bool

  /// Makes the options.
  ///
  /// - Parameters:
  ///   - accessGroup: The group of apps that share the secrets; nil for the app's own.
  ///   - accessibility: When secrets are given out.
  ///   - isSynchronizable: Whether iCloud brings them to the user's other devices.
  public init(
    accessGroup: String? = nil, accessibility: KeychainRules.Accessibility = .whenUnlocked,
    isSynchronizable: Bool = false
  ) {
    self.accessGroup = accessGroup
    self.accessibility = accessibility
    self.isSynchronizable = isSynchronizable
  }

  /// What of these options and a key's rules the keychain cannot keep; nil if it can.
  func contradiction(with rules: KeychainRules = KeychainRules()) -> String? {
    let accessibility = rules.accessibility ?? accessibility
    let isSynchronizable = rules.isSynchronizable ?? isSynchronizable
    guard isSynchronizable, accessibility.isOfThisDevice else { return nil }
    return "\(accessibility.rawValue), and synchronizable"
  }
}

public import Keywright

/// The options that Apple's keychain is given for each secret of a ``SecretStore`` whose key says nothing else
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
  /// The rule for giving out secrets whose keys have none of their own. It counts when a secret is stored.
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

  /// The combination of these options and a key's rules that the keychain cannot keep; nil if it can keep them.
  func contradiction(with rules: KeychainRules = KeychainRules()) -> String? {
    let accessibility = rules.accessibility ?? accessibility
    let isSynchronizable = rules.isSynchronizable ?? isSynchronizable
    guard isSynchronizable, accessibility.isOfThisDevice else { return nil }
    return "\(accessibility.rawValue), and synchronizable"
  }
}

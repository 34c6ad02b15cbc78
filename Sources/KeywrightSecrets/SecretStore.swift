public import Keywright
import KeywrightStorage

#if canImport(Security)
  import Foundation
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Secrets in the system's own store of them: the Secret Service of a Linux session (GNOME Keyring, KWallet,
/// KeePassXC), the keychain of Apple's systems.
///
/// ```swift
/// let secrets = SecretStore(application: "org.example.player")
/// try secrets.set(Account.token, to: "…")
/// let store = Layers.routing([.sensitivity(.secret, of: AppKeys.self, to: secrets)], otherwise: defaults)
/// ```
///
/// An item is a text: `Data` is Base64, other forms than texts are JSON. `secret-tool lookup
/// application org.example.player key account:token` prints the one above.
///
/// **Nil means that nothing is stored.** A locked collection, a service that does not answer, a session
/// without a bus are `unavailable`: `read`, `contains`, `set`, `update` and
/// `remove` throw, `get` gives the default and reports it. Nothing is ever written elsewhere instead.
///
/// **Reading never shows a window.** Storing and removing let the service ask the user where the program gave a
/// `promptTimeout`; a service that wants to ask otherwise is `unavailable`, as KeePassXC does for each new item.
/// ``unlock(within:)`` asks.
///
/// **One key for each commit.** An item is one key's, so a commit that changes several throws
/// `unsupported`. The processes that use this library wait for each other, so
/// that `update` loses nothing; against other programs the last write wins. A `get` asks the service: no
/// value is kept in memory. Observers receive the commits of this process.
///
/// Thread safety: safe from any thread; after `fork`, a child connects by itself. Durability: as the service's.
public struct SecretStore: Store {
  private let items: SecretItems
  private let promptTimeout: Duration?
  private let timeout: Duration
  private let lockTimeout: Duration

  /// Names the secrets of an application.
  ///
  /// It never throws, and connects when the first secret is used.
  ///
  /// - Parameters:
  ///   - application: A name such as `org.example.player`, of 1 to 200 bytes.
  ///   - keychain: The options that Apple's keychain is given for each secret.
  ///   - promptTimeout: How long the user may take to answer, where the service wants to ask before it stores or
  ///     removes a secret; nil lets it ask nobody. Other writers wait until then. Apple's keychain asks by itself.
  ///   - timeout: How long the service may take for one call.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     `busy`.
  public init(
    application: String, keychain: KeychainOptions = KeychainOptions(),
    promptTimeout: Duration? = nil, timeout: Duration = .seconds(5),
    lockTimeout: Duration = .seconds(10)
  ) {
    items = SecretStore.shared(application, keychain)
    self.promptTimeout = promptTimeout
    self.timeout = timeout
    self.lockTimeout = lockTimeout
  }

  /// Secrets in a store that a test supplies.
  init(
    application: String, keychain: KeychainOptions = KeychainOptions(), backend: any SecretBackend,
    runtimeFolder: String?, promptTimeout: Duration? = nil, timeout: Duration = .seconds(5)
  ) {
    items = SecretItems(
      application: application, backend: backend, runtimeFolder: runtimeFolder,
      failure: SecretStore.refusal(of: application) ?? SecretStore.refusal(of: keychain))
    self.promptTimeout = promptTimeout
    self.timeout = timeout
    lockTimeout = .seconds(10)
  }

  private static let open = ProcessLocal { SharedObjects<SecretItems>() }

  private static func shared(_ application: String, _ keychain: KeychainOptions) -> SecretItems {
    let failure = refusal(of: application) ?? refusal(of: keychain)
    #if canImport(Security)
      let folder: String? = FileManager.default.temporaryDirectory.path(percentEncoded: false)
      let backend = KeychainItems(
        application: application, options: keychain, calls: SystemKeychain())
      let identity = "\(application)\u{0}\(keychain)"
    #else
      let folder = ProcessEnvironment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let backend = ServiceItems(application: application)
      let identity = "\(application)\u{0}\(folder ?? "")"
    #endif
    return open.object.object(for: identity) {
      SecretItems(
        application: application, backend: backend, runtimeFolder: folder, failure: failure)
    }
  }

  /// The reason for which a name cannot be an application's.
  private static func refusal(of name: String) -> StoreError? {
    let isPlain =
      !name.isEmpty && name.utf8.count <= 200 && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    if isPlain { return nil }
    return StoreError(
      .unavailable, operation: "open",
      expected: "a name of 1 to 200 bytes without '/' and control characters",
      found: "\(StoredValue.string(name))", advice: "Use a name such as org.example.app.")
  }

  /// The reason for which secrets cannot be kept so.
  private static func refusal(of keychain: KeychainOptions) -> StoreError? {
    guard let found = keychain.contradiction() else { return nil }
    return StoreError(
      .unavailable, operation: "open", expected: "an accessibility of all devices",
      found: found,
      advice: "Choose whenUnlocked or afterFirstUnlock, or keep the secrets on this device.")
  }

  /// Asks the user to unlock the secrets, and waits for the answer.
  ///
  /// - Parameter patience: How long the user may take.
  /// - Throws: `unavailable` if they stay locked;
  ///   `reentrant` inside a commit.
  public func unlock(within patience: Duration = .seconds(120)) throws(StoreError) {
    if StoreCore.isCommitting {
      throw StoreError(
        .reentrant, operation: "unlock", advice: "Unlock the secrets before the commit.")
    }
    try items.backend.unlock(within: patience, timeout)
  }

  // MARK: Store

  /// The writer's lock, commit numbers, issues and notifications of the application's secrets.
  public var core: StoreCore { items.core }

  /// False: an item holds one key.
  public var supportsMultiKeyCommits: Bool { false }

  /// The text of an item, or nil; asks the service.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try items.stored(name, timeout)
  }

  /// The keys of all items of the application, also of those that other programs stored.
  ///
  /// Complexity: O(*n*) calls of the service.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try items.storageStrings(timeout)
  }

  /// Takes the lock of this application's processes.
  public func beginCommit() throws(StoreError) { try items.beginCommit(within: lockTimeout) }

  /// Releases that lock.
  public func endCommit() -> CommitWait? {
    items.endCommit()
    return nil
  }

  /// Writes the one change of a commit.
  public func write(_ writes: [StagedWrite]) throws(StoreError) {
    try items.write(writes, asking: promptTimeout, timeout)
  }
}

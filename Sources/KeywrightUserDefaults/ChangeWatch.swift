import KeywrightStorage
import Foundation

/// Calls a function when Foundation says that a suite may have changed, until the watch is freed.
///
/// Foundation posts a notification of what this process changed, under whatever key. It notifies of
/// other processes' changes through key-value observing alone, key by key. On Linux it does neither.
final class ChangeWatch: NSObject, @unchecked Sendable {
  // `@unchecked`: `defaults` is safe from any thread where Foundation calls observers; the rest locks
  // itself or is immutable.
  private let defaults: UserDefaults
  private let onChange: @Sendable () -> Void
  private let observed = Protected<Set<String>>([])
  private let token = Protected<(any NSObjectProtocol)?>(nil)

  init(of defaults: UserDefaults, onChange: @escaping @Sendable () -> Void) {
    self.defaults = defaults
    self.onChange = onChange
    super.init()
    // Foundation calls on the thread that wrote: that of a commit, or of other code.
    let token = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { _ in onChange() }
    self.token.withLock { $0 = token }
  }

  deinit {
    if let token = token.withLock({ $0.take() }) {
      NotificationCenter.default.removeObserver(token)
    }
    #if canImport(Darwin)
      for key in observed.withLock(\.self) { defaults.removeObserver(self, forKeyPath: key) }
    #endif
  }

  /// Observes further keys.
  func observe(_ keys: some Sequence<String>) {
    #if canImport(Darwin)
      for key in keys where Self.isPlain(key) {
        guard observed.withLock({ $0.insert(key).inserted }) else { continue }
        defaults.addObserver(self, forKeyPath: key, options: [], context: nil)
      }
    #endif
  }

  #if canImport(Darwin)
    /// Whether Foundation takes a key for one key: in a path of several it would look into the values.
    private static func isPlain(_ key: String) -> Bool {
      !key.isEmpty && !key.utf8.contains(UInt8(ascii: ".")) && !key.utf8.starts(with: "@".utf8)
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      onChange()
    }
  #endif
}

import Foundation
import Keywright

@testable import KeywrightUserDefaults

/// iCloud's key-value store of one app on one device, in memory, as Apple documents it.
final class CloudStandIn: CloudCalls, @unchecked Sendable {
  // `@unchecked`: all that changes is guarded by `lock`.
  private let lock = NSLock()
  private let limits: CloudLimits
  private var values: [String: Any] = [:]
  private var observers: [@Sendable (CloudNotice) -> Void] = []
  private var hasEntitlement: Bool
  private var errors: [String] = []

  init(limits: CloudLimits = CloudLimits(), hasEntitlement: Bool = true) {
    (self.limits, self.hasEntitlement) = (limits, hasEntitlement)
  }

  /// What would have ended the program.
  var exceptions: [String] { lock.withLock { errors } }

  func object(_ key: String) -> Any? { lock.withLock { values[key] } }

  func objects() -> [String: Any] { lock.withLock { values } }

  func set(_ object: Any?, _ key: String) {
    lock.withLock {
      if key.utf8.count > limits.key { errors.append("key '\(key)' is too long") }
      values[key] = object
    }
  }

  func synchronize() -> Bool { lock.withLock { hasEntitlement } }

  func observe(_ body: @escaping @Sendable (CloudNotice) -> Void) {
    lock.withLock { observers.append(body) }
  }

  /// Puts values there without a notice, as other code of the app does.
  func put(_ changes: [String: Any?]) {
    lock.withLock { for (key, object) in changes { values[key] = object } }
  }

  /// Brings values from iCloud, with a notice.
  func receive(_ changes: [String: Any?], _ reason: CloudNotice.Reason? = .serverChange) {
    put(changes)
    let notice = CloudNotice(reason: reason, keys: changes.keys.sorted())
    for observer in lock.withLock({ observers }) { observer(notice) }
  }
}

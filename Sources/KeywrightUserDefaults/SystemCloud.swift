#if canImport(Darwin)
  import Foundation

  /// iCloud's key-value store of this program.
  struct SystemCloud: CloudCalls {
    private var values: NSUbiquitousKeyValueStore { .default }

    func object(_ key: String) -> Any? { values.object(forKey: key) }

    func objects() -> [String: Any] { values.dictionaryRepresentation }

    func set(_ object: Any?, _ key: String) {
      if let object { values.set(object, forKey: key) } else { values.removeObject(forKey: key) }
    }

    func synchronize() -> Bool { values.synchronize() }

    func observe(_ body: @escaping @Sendable (CloudNotice) -> Void) {
      NotificationCenter.default.addObserver(
        forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: nil, queue: nil
      ) { notification in
        let reason = notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
        let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
        body(CloudNotice(reason: reason.flatMap(CloudNotice.Reason.init), keys: keys ?? []))
      }
    }
  }
#endif

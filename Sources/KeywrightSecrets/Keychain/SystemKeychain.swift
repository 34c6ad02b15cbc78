#if canImport(Security)
  import Foundation
  import Keywright
  import Security

  /// The keychain of the system; on macOS the one that protects data, as on the other systems.
  struct SystemKeychain: KeychainCalls {
    func copy(_ query: KeychainQuery, _ wanted: KeychainQuery.Wanted) -> (
      status: Int32, items: [KeychainItem]
    ) {
      var attributes = SystemKeychain.attributes(query)
      attributes[kSecReturnAttributes] = true
      switch wanted {
      case .secret:
        attributes[kSecReturnData] = true
        attributes[kSecMatchLimit] = kSecMatchLimitOne
      case .items: attributes[kSecMatchLimit] = kSecMatchLimitAll
      }
      var result: CFTypeRef?
      let status = SecItemCopyMatching(attributes as CFDictionary, &result)
      guard status == errSecSuccess else { return (status, []) }
      let found =
        wanted == .secret
        ? [result as? [String: Any]].compactMap(\.self) : result as? [[String: Any]] ?? []
      return (status, found.map(SystemKeychain.item))
    }

    func add(
      _ item: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
    ) -> Int32 {
      var attributes = SystemKeychain.attributes(item)
      attributes[kSecValueData] = Data(secret.bytes)
      if let form = secret.form { attributes[kSecAttrDescription] = form }
      attributes[kSecAttrAccessible] = accessibility.attribute
      attributes[kSecAttrLabel] = item.service
      return SecItemAdd(attributes as CFDictionary, nil)
    }

    func update(
      _ query: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
    ) -> Int32 {
      let changes: [CFString: Any] = [
        kSecValueData: Data(secret.bytes), kSecAttrAccessible: accessibility.attribute,
        kSecAttrDescription: secret.form ?? "",
      ]
      return SecItemUpdate(
        SystemKeychain.attributes(query) as CFDictionary, changes as CFDictionary)
    }

    func delete(_ query: KeychainQuery) -> Int32 {
      SecItemDelete(SystemKeychain.attributes(query) as CFDictionary)
    }

    private static func attributes(_ query: KeychainQuery) -> [CFString: Any] {
      var attributes: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: query.service,
      ]
      if let account = query.account { attributes[kSecAttrAccount] = account }
      if let group = query.accessGroup { attributes[kSecAttrAccessGroup] = group }
      switch query.synchronizable {
      case .any: attributes[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
      case .only(let isSynchronizable): attributes[kSecAttrSynchronizable] = isSynchronizable
      }
      #if os(macOS)
        attributes[kSecUseDataProtectionKeychain] = true
      #endif
      return attributes
    }

    private static func item(_ attributes: [String: Any]) -> KeychainItem {
      let modified = attributes[kSecAttrModificationDate as String] as? Date
      return KeychainItem(
        account: attributes[kSecAttrAccount as String] as? String ?? "",
        isSynchronizable: attributes[kSecAttrSynchronizable as String] as? Bool ?? false,
        modified: modified?.timeIntervalSinceReferenceDate ?? 0,
        secret: SecretItem(
          bytes: (attributes[kSecValueData as String] as? Data).map { Array($0) } ?? [],
          form: attributes[kSecAttrDescription as String] as? String))
    }
  }

  extension KeychainRules.Accessibility {
    fileprivate var attribute: CFString {
      switch self {
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }
#endif

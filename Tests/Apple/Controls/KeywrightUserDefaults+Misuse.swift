#if canImport(Darwin)
  import Foundation

  func isBoolean(_ number: NSNumber) -> Bool {
    CFGetTypeID(number) == CFBooleanGetTypeID(number)  // misuse
  }

  func volume(_ defaults: UserDefaults) -> Double {
    defaults.object(forKey: "volume")  // misuse
  }

  func names(_ values: NSUbiquitousKeyValueStore) -> [String] {
    values.dictionaryRepresentation  // misuse
  }

  func watch(_ defaults: UserDefaults, _ observer: String) {
    defaults.addObserver(observer, forKeyPath: "volume", options: [], context: nil)  // misuse
  }
#endif

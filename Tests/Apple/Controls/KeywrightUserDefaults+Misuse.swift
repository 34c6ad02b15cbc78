#if canImport(Darwin)
  import Foundation

  func isBoolean(_ number: NSNumber) -> Bool {
    CFGetTypeID(number) == CFBooleanGetTypeID(number)  // misuse
  }

  func volume(_ defaults: UserDefaults) -> Double {
    defaults.object(forKey: "volume")  // misuse
  }
#endif

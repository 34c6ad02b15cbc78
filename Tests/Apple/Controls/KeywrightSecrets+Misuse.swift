#if canImport(Security)
  import Foundation
  import Security

  func removed() -> Int32 {
    SecItemDelete("query")  // misuse
  }

  func added() -> String {
    SecItemAdd([:], nil)  // misuse
  }
#endif

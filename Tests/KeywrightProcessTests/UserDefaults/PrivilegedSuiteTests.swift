#if os(Linux)
  import Foundation
  import Glibc
  import Keywright
  import KeywrightUserDefaults
  import Testing

  private enum NoKeys: KeyRegistry {
    static let allKeys: [KeyDescription] = []
    static let namespaces: [any Namespace.Type] = []
  }

  @Suite("A suite of a program with raised privileges")
  struct PrivilegedSuiteTests {
    @Test(
      "is refused, because its user says where it lies",
      .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
    func refused() async {
      await #expect(processExitsWith: .success) {
        // Foundation looks for the program itself, which that user may not read where the tests lie.
        _ = Bundle.main.bundleIdentifier
        // As a set-user-ID program of that user.
        try #require(seteuid(1) == 0)
        let key = Key<Root, Int>("count", default: 7)
        for store in [
          UserDefaultsStore(suite: "org.example.raised"), UserDefaultsStore(standard: NoKeys.self),
        ] {
          store.onIssue { _ in }
          let error = #expect(throws: StoreError.self) { try store.set(key, to: 1) }
          #expect(error?.code == .unavailable)
          #expect(error?.advice == "Use a DefaultsStore.")
          #expect(store.get(key) == 7)
        }
        let earlier = UserDefaultsSuite("org.example.raised")
        earlier.onIssue { _ in }
        #expect(earlier.storageStrings().isEmpty)
        #expect(earlier.issues.map(\.advice) == ["Use a DefaultsStore."])
        #expect(throws: StoreError.self) { try earlier.stored("count") }
      }
    }
  }
#endif

#if os(Linux)
  import Foundation
  import Keywright
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  @Suite("A program that ends", .timeLimit(.minutes(20))) struct ExitLockTests {
    @Test("does not wait for a lock that another one has, and may keep")
    func held() async throws {
      let folder = TemporaryFolder()
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.file("s.plist") as String] in
        let store = DefaultsStore(url: URL(filePath: path), watching: .never)
        try store.set(Key<Root, Int>("number", default: 0), to: 1)
        let other = DurableFile(path: path)
        _ = try other.beginUpdating(timeout: .seconds(10))
        // The store is open, so that its list is due.
        withExtendedLifetime((store, other)) { exit(7) }
      }
    }
  }
#endif

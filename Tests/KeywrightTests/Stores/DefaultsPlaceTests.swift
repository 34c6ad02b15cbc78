import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a suite lies; in processes of their own, since it depends on the environment.
@Suite struct DefaultsPlaceTests {
  @Test("A suite is a folder of its own, for nobody else, where XDG_CONFIG_HOME says")
  func configurationFolder() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      setenv("XDG_CONFIG_HOME", folder.url.path(), 1)
      let store = DefaultsStore(suite: "org.example.place")
      try store.set(Key<Root, Int>("n", default: 0), to: 1)
      store.close()
      let suite = folder.url.appending(path: "org.example.place")
      let attributes = try FileManager.default.attributesOfItem(atPath: suite.path())
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      #expect(FileManager.default.fileExists(atPath: suite.path() + "/defaults.plist"))
    }
  }

  @Test("Without it, or where it is a relative path, in `.config` of the home folder")
  func homeFolder() async {
    await #expect(processExitsWith: .success) {
      for relative in [nil, "somewhere"] as [String?] {
        let folder = TemporaryFolder()
        setenv("HOME", folder.url.path(), 1)
        if let relative {
          setenv("XDG_CONFIG_HOME", relative, 1)
        } else {
          unsetenv("XDG_CONFIG_HOME")
        }
        let store = DefaultsStore(suite: "org.example.place")
        try store.set(Key<Root, Int>("n", default: 0), to: 1)
        store.close()
        let file = folder.url.path() + "/.config/org.example.place/defaults.plist"
        #expect(FileManager.default.fileExists(atPath: file))
      }
    }
  }

  #if os(Linux)
    @Test(
      "With raised privileges in the home of the effective user, whatever the environment says",
      .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
    func raisedPrivileges() async {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        setenv("XDG_CONFIG_HOME", folder.url.path(), 1)
        setenv("HOME", folder.url.path(), 1)
        // As a set-user-ID program of that user.
        try #require(seteuid(1) == 0)
        let home = try #require(getpwuid(1)?.pointee.pw_dir)
        let file = try DefaultsLocation.file(ofSuite: "org.example.place").get()
        #expect(file == String(cString: home) + "/.config/org.example.place/defaults.plist")
      }
    }
  #endif
}

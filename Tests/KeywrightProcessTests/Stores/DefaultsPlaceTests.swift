import Foundation
import KeywrightTestSupport
import Testing

import KeywrightStorage

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
    @Test("Where a variable is not UTF-8 the store is unavailable, and lies nowhere else")
    func foreignBytes() async {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        for variable in ["XDG_CONFIG_HOME", "HOME"] {
          unsetenv("XDG_CONFIG_HOME")
          let bytes =
            Array(folder.url.path().utf8CString.dropLast()) + [0x4D, CChar(bitPattern: 0xFC), 0]
          setenv(variable, bytes, 1)
          let store = DefaultsStore(suite: "org.example.place")
          let error = #expect(throws: StoreError.self) {
            try store.set(Key<Root, Int>("n", default: 0), to: 1)
          }
          #expect(error?.code == .unavailable)
          #expect(error?.found?.contains("M\\xfc") == true)
          #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
        }
        // The control: the same with other bytes.
        setenv("HOME", folder.url.path() + "/Mü", 1)
        try DefaultsStore(suite: "org.example.place").set(Key<Root, Int>("n", default: 0), to: 1)
      }
    }

    @Test("A variable whose bytes are not UTF-8 gives no value, and an issue")
    func foreignValues() async {
      await #expect(processExitsWith: .success) {
        setenv("APP_NAME", [0x61, CChar(bitPattern: 0xFF), 0x62, 0], 1)
        setenv("APP_OTHER", "x\u{FFFD}y", 1)
        let layer = EnvironmentLayer(prefix: "APP")
        let error = #expect(throws: StoreError.self) {
          try layer.read(Key<Root, String>("name", default: "none"))
        }
        #expect(error?.code == .malformed)
        #expect(error.map { "\($0)" }?.contains("not UTF-8") == true)
        let other = try layer.read(Key<Root, String>("other", default: "none"))
        #expect(other == "x\u{FFFD}y")
      }
    }

    /// Goes to a folder whose name is not UTF-8, and gives the one around it.
    private static func enterForeignFolder() -> TemporaryFolder {
      let folder = TemporaryFolder()
      chdir(folder.url.path())
      let name = [0x4D, CChar(bitPattern: 0xFC), 0]
      mkdir(name, 0o700)
      chdir(name)
      return folder
    }

    @Test("A list in a working folder whose name is not UTF-8 is found there")
    func workingFolder() async {
      await #expect(processExitsWith: .success) {
        let folder = Self.enterForeignFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = DefaultsStore(lookingAt: Folder.absolute("d.plist"))
        #expect(store.issues.isEmpty)
        #expect(Folder.absolute("d.plist") == "d.plist")
      }
    }

    @Test("A relative URL in such a folder leads to another one, and is refused")
    func relativeURL() async {
      await #expect(processExitsWith: .success) {
        let folder = Self.enterForeignFolder()
        let key = Key<Root, Int>("n", default: 0)
        let url = URL(fileURLWithPath: "d.plist")
        let stores: [any Store] = [DefaultsStore(url: url), FileStore(folder: url)]
        for store in stores {
          let error = #expect(throws: StoreError.self) { try store.set(key, to: 1) }
          #expect(error?.code == .unavailable && error?.found?.hasSuffix(#"M\xfc"#) == true)
        }
        let layer = JSONLayer(url: url, keys: KeySet([AnyKey(key)]))
        #expect(layer.issues.map(\.code) == [.unavailable])
        #expect(folder.names.count == 1)
        // A whole path leads where it says.
        let other = DefaultsStore(url: folder.url.appending(path: "d.plist"))
        try other.set(key, to: 1)
      }
    }

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

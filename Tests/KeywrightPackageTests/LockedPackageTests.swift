import Foundation
import Testing

/// A lock in a user's package, with the build-tool plugin and with committed sources.
extension PackageTests {
  @Suite("A package with a lock", .serialized)
  struct LockedPackageTests {
    let consumer: Consumer

    init() throws {
      consumer = try PackageTests.shared.get()
    }

    private func begin(_ target: Consumer.Target) throws {
      try consumer.reset()
      try consumer.writeManifest([target])
      try consumer.write(
        """
        import Keywright

        @main
        struct App {
          static func main() {
            for key in AppKeys.allKeys { print(key.storageString) }
          }
        }
        """, to: "Sources/App/App.swift")
    }

    private func write(_ keys: String) throws {
      try consumer.write(
        #"{ "version": 1, "namespace": "library", "keys": { \#(keys) } }"#,
        to: "Sources/App/Keys.keys.json")
    }

    /// Writes a lock of the values that release 1.0 stored.
    private func writeLock() throws {
      try consumer.write(
        """
        {
          "keywright": 1,
          "readers": "newer",
          "releases": [
            {"release": "1.0"},
            {}
          ],
          "keys": [
            {"key": "library:shelves", "in": "1.0", "name": "Library.shelves", "type": "Int", "default": 3},
            {}
          ],
          "retired": [
            {}
          ]
        }

        """, to: "Sources/App/keys.lock.json")
      try consumer.write("<plist><dict/></plist>", to: "Sources/App/keys.fixtures/1.0.plist")
    }

    @Test("stops a build that would lose values, and leaves no file unhandled")
    func plugin() throws {
      try begin(Consumer.app)
      try write(#""shelves": { "type": "Int", "default": 3 }"#)
      try writeLock()
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(build.lines(with: "unhandled") == [])

      try write(#""racks": { "type": "Int", "default": 3 }"#)
      let lossy = try consumer.build()
      #expect(lossy.status != 0)
      let error =
        "Keys.keys.json:1:51: error: `library:shelves` of release 1.0 seems to be `library:racks` now"
      #expect(!lossy.lines(with: error).isEmpty, "\(lossy.output)")
    }

    @Test(
      "is written by a tool that compiles nothing of the runtime, and checked without permission")
    func tool() throws {
      try begin(Consumer.app)
      try write(#""shelves": { "type": "Int", "default": 3 }"#)
      let refused = try consumer.package(["keywright", "lock"])
      #expect(refused.status != 0 && !refused.lines(with: "wants permission").isEmpty)
      let written = try consumer.package(
        ["--allow-writing-to-package-directory", "keywright", "lock", "--target", "App"])
      #expect(!written.lines(with: "1 key, 1 draft; nothing is released").isEmpty, "\(written)")
      let runtime = written.compiled.filter { $0.contains(/Compiling Keywright(Storage)?\s/) }
      #expect(runtime == [])
      let checked = try consumer.package(["keywright-readonly", "check", "--locked"])
      #expect(checked.status == 0, "\(checked)")
      let help = try consumer.package(["keywright-readonly", "--help"])
      #expect(help.status == 0 && !help.lines(with: "usage: keywright VERB").isEmpty, "\(help)")
      for (arguments, reason) in [
        (["keywright-readonly", "lock"], "'lock' writes"),
        (["keywright-readonly", "doctor", "--help"], "'doctor' needs the command"),
      ] {
        let end = try consumer.package(arguments)
        #expect(end.status != 0 && !end.lines(with: reason).isEmpty, "\(end)")
      }
    }

    @Test("guards committed sources, with the files excluded that the article names")
    func committed() throws {
      var app = Consumer.app
      app.usesPlugin = false
      app.excluded = ["Keys.keys.json", "keys.lock.json", "keys.fixtures"]
      try begin(app)
      try write(#""shelves": { "type": "Int", "default": 3 }"#)
      try writeLock()
      let written = try consumer.generateSources()
      try #require(written.status == 0, "\(written.output)")
      #expect(written.lines(with: "nothing guards") == [])
      let build = try consumer.build()
      #expect(build.status == 0 && build.lines(with: "unhandled") == [], "\(build.output)")
      #expect(try consumer.runApp() == ["library:shelves"])

      try write(#""shelves": { "type": "String", "default": "3" }"#)
      let lossy = try consumer.generateSources()
      #expect(lossy.status != 0)
      let error = "error: `library:shelves` was Int in release 1.0 and is String"
      #expect(!lossy.lines(with: error).isEmpty, "\(lossy.output)")
      try consumer.reset()
    }
  }
}

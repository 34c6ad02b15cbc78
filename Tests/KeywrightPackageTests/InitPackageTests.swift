import Foundation
import Testing

/// `keywright init` in a user's package, which must build and run afterwards.
extension PackageTests {
  @Suite("A package that `keywright init` gave its first keys", .serialized)
  struct InitPackageTests {
    let consumer: Consumer

    init() throws {
      consumer = try PackageTests.shared.get()
    }

    @Test("Builds, and runs with its first key")
    func builds() throws {
      try consumer.reset()
      let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
          name: "app",
          targets: [
            .executableTarget(name: "App")
          ]
        )

        """
      try consumer.write(manifest, to: "Package.swift")
      try consumer.write("print(1)\n", to: "Sources/App/main.swift")
      let shown = try consumer.runCommand(initialise)
      #expect(shown.status == 1 && shown.output.contains("--yes makes this change"))
      #expect(try consumer.text("Package.swift") == manifest)
      let made = try consumer.runCommand(initialise + ["--yes"])
      try #require(made.status == 0, "\(made.output)")
      try consumer.write(
        """
        import Keywright

        let store = MemoryStore()
        try store.update(Preferences.launches) { $0 += 1 }
        print(Preferences.launches.storageString, store.get(Preferences.launches))

        """, to: "Sources/App/main.swift")
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(try consumer.runApp() == ["preferences:launches 1"])
      let again = try consumer.runCommand(initialise + ["--yes"])
      #expect(again == Consumer.Outcome(status: 0, output: "keywright: nothing to do\n"))
    }

    private var initialise: [String] {
      ["init", "--package", Consumer.repository.path(percentEncoded: false)]
    }
  }
}

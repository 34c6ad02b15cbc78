import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("init")
struct InitTests {
  let folder = TemporaryFolder()

  private func makePackage(_ manifest: String, target: String = "App") throws {
    _ = try folder.write(manifest, to: "Package.swift")
    let sources = folder.file("Sources/\(target)")
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    _ = try folder.write("print(1)\n", to: "Sources/\(target)/main.swift")
  }

  private func text(_ name: String) -> String {
    String(decoding: folder.read(name) ?? [], as: UTF8.self)
  }

  private let plain = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "App",
      targets: [
        .executableTarget(name: "App"),  // ) "
        .testTarget(name: "AppTests", dependencies: ["App"]),
      ]
    )

    """

  @Test("The change is shown, and made only if somebody says yes")
  func asking() throws {
    try makePackage(plain)
    let shown = Command.run(["init", folder.path])
    #expect(shown.code == .problems)
    #expect(
      shown.complaints == "keywright: nothing was changed; --yes is the answer without a question\n"
    )
    #expect(shown.output.contains("+   \"namespace\": \"preferences\",\n"))
    #expect(shown.output.contains("-     .executableTarget(name: \"App\"),  // ) \"\n"))
    #expect(text("Package.swift") == plain && folder.names == ["Package.swift", "Sources"])

    let made = Command.run(["init", "--yes", folder.path])
    #expect(made.code == .success && made.output == shown.output)
    #expect(
      made.complaints == """
        keywright: done. The build generates a Swift key for each key of the schema; use it so:

          import Keywright
          let store = DefaultsStore(suite: "org.example.App", keys: AppKeys.self)
          try store.update(Preferences.launches) { $0 += 1 }
          print(store[Preferences.launches])

        Commit keys.lock.json, and lock what is released: keywright lock --release 1.0 \
        \(folder.path)/Sources/App

        """)
    #expect(
      text("Package.swift") == """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
          name: "App",
          platforms: [.macOS(.v15)],
          dependencies: [.package(url: "https://github.com/keywright/keywright", branch: "main")],
          targets: [
            .executableTarget(name: "App", dependencies: [.product(name: "Keywright", package: \
        "keywright")], plugins: [.plugin(name: "KeywrightPlugin", package: "keywright")]),  // ) "
            .testTarget(name: "AppTests", dependencies: ["App"]),
          ]
        )

        """)
    #expect(text("Sources/App/keys.lock.json").contains("preferences:launches"))
    #expect(Command.run(["check", "--locked", folder.path]).code == .success)
    let again = Command.run(["init", folder.path])
    #expect(again == Outcome(complaints: "keywright: nothing to do\n"))
  }

  @Test("Arrays that are there get one element more, in their style")
  func arrays() throws {
    let manifest = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "Many", products: [],
        dependencies: [
          .package(url: "https://example.org/other", from: "1.0.0"),
        ],
        targets: [
          .target(
            name: "App",
            dependencies: [
              "Other"
            ],
            swiftSettings: []
          ),
          .target(name: "Other", dependencies: []),
        ]
      )
      """
    let edit = try ManifestEdit(manifest, target: "App", .published)
    #expect(
      edit.text == """
        // swift-tools-version:5.9
        import PackageDescription
        let package = Package(
          name: "Many",
          platforms: [.macOS("15.0")], products: [],
          dependencies: [
            .package(url: "https://example.org/other", from: "1.0.0"),
            .package(url: "https://github.com/keywright/keywright", branch: "main"),
          ],
          targets: [
            .target(
              name: "App",
              dependencies: [
                "Other",
                .product(name: "Keywright", package: "keywright")
              ],
              swiftSettings: [],
              plugins: [.plugin(name: "KeywrightPlugin", package: "keywright")]
            ),
            .target(name: "Other", dependencies: []),
          ]
        )
        """)
    let other = try ManifestEdit(manifest, target: "Other", .copy(in: "../Copy"))
    #expect(other.text.contains("dependencies: [.product(name: \"Keywright\", package: \"copy\")]"))
  }

  @Test("Other products and packages with a like name are no reason to leave one out")
  func likeNames() throws {
    let manifest = """
      let package = Package(
        name: "A", platforms: [.macOS(.v15)],
        dependencies: [.package(url: "https://example.org/keywright-themes", from: "1.0.0")],
        targets: [
          .target(name: "B", dependencies: [.product(name: "KeywrightEtcd", package: "keywright")])
        ])
      """
    let text = try ManifestEdit(manifest, target: nil, .published).text
    #expect(
      text.contains("from: \"1.0.0\"), .package(url: \"https://github.com/keywright/keywright\""))
    #expect(text.contains(".product(name: \"Keywright\", package: \"keywright\")"))
    #expect(try ManifestEdit(text, target: nil, .published).text == text)
  }

  @Test("The only target of a package may have its files in Sources itself")
  func oneTarget() throws {
    _ = try folder.write(plain, to: "Package.swift")
    let sources = folder.file("Sources")
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    _ = try folder.write("print(1)\n", to: "Sources/main.swift")
    #expect(Command.run(["init", "--yes", folder.path]).code == .success)
    #expect(Command.run(["check", "--locked", folder.path]).code == .success)
    #expect(text("Sources/keys.lock.json").contains("preferences:launches"))
  }

  @Test("A namespace that cannot be is refused before anything is written")
  func badNamespace() throws {
    try makePackage(plain)
    let outcome = Command.run(["init", "--yes", "--namespace", "app", folder.path])
    #expect(
      outcome
        == Outcome(
          complaints:
            "keywright: `app` cannot be the first namespace: `App` is reserved: it is the name "
            + "of the module; call the namespace `appSettings`, with \"id\": \"app\"; name another with "
            + "--namespace\n", code: .problems))
    #expect(text("Package.swift") == plain)
  }

  @Test("A manifest that is not UTF-8 keeps its bytes")
  func otherEncoding() throws {
    try makePackage(plain)
    let bytes = Array(plain.utf8) + [0x2F, 0x2F, 0xE9]
    try Data(bytes).write(to: folder.url.appending(path: "Package.swift"))
    #expect(Command.run(["init", "--yes", folder.path]).code == .failed)
    #expect(folder.read("Package.swift").map(Array.init) == bytes)
  }

  @Test("A manifest that is not understood stays as it is")
  func refusals() throws {
    let samples = [
      ("let package = Package(name: \"A\", targets: all)", "no `targets: […]` was found"),
      (
        "let package = Package(name: \"A\", targets: [.target(name: \"B\"), .target(name: \"C\")])",
        "--target says which of the targets gets keys: B, C"
      ),
      (
        "let package = Package(name: \"A\", targets: [.target(name: \"App\", dependencies: all)])",
        "`dependencies:` in Package.swift is no plain array"
      ),
    ]
    for (manifest, reason) in samples {
      try makePackage(manifest)
      let outcome = Command.run(["init", "--yes", folder.path])
      #expect(outcome.code == .problems && outcome.complaints.contains(reason))
      #expect(text("Package.swift") == manifest)
    }
    let missing = Command.run(["init", "--yes", folder.path + "/none"])
    #expect(missing.code == .failed)
  }

  @Test(
    "A change after which SwiftPM cannot read the manifest is taken back",
    .enabled(if: OtherProgram.has(.swift), "NOT RUN: no swift"))
  func takingBack() throws {
    let broken = plain.replacing("import PackageDescription", with: "import Nothing")
    try makePackage(broken)
    let outcome = Command.run(["init", "--yes", folder.path])
    #expect(outcome.code == .problems)
    #expect(outcome.complaints.contains("SwiftPM cannot read the manifest after the change"))
    #expect(text("Package.swift") == broken)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("Sources/App"))
    #expect(names == ["main.swift"])
  }

  @Test("Line ends of a manifest stay as they are", arguments: ["\n", "\r\n"])
  func lineEnds(lineEnd: String) throws {
    try makePackage(plain.replacing("\n", with: lineEnd))
    #expect(Command.run(["init", "--yes", folder.path]).code == .success)
    let made = text("Package.swift")
    #expect(made.contains("KeywrightPlugin"))
    #expect(made.allSatisfy { !$0.isNewline || String($0) == lineEnd })
  }

  @Test(
    "A target whose function is spelled in full gets keys",
    arguments: ["Target.executableTarget", "PackageDescription.Target.target"])
  func spelledInFull(function: String) throws {
    try makePackage(plain.replacing(".executableTarget", with: function))
    let end = Command.run(["init", "--yes", folder.path])
    #expect(end.code == .success, "\(end.complaints)")
    #expect(text("Package.swift").contains("KeywrightPlugin"))
  }
}

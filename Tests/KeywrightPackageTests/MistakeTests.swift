import Foundation
import Testing

/// Mistakes around schemas, as a build of a user's package reports them. Those in one schema are a table
/// of their own, `Tests/Consumers/Mistakes`.
extension PackageTests {
  @Suite("Mistakes in a package", .serialized)
  struct MistakeTests {
    let consumer: Consumer

    init() throws {
      consumer = try PackageTests.shared.get()
    }

    private static let schema = ConsumerTests.schema("player", #""volume": { "type": "Int?" }"#)

    private func writeSources(_ targets: [Consumer.Target]) throws {
      try consumer.reset()
      try consumer.writeManifest(targets)
      for target in targets {
        try consumer.write("", to: "Sources/\(target.name)/\(target.name).swift")
      }
    }

    /// The lines of a build that say what is wrong, once each, without the folder of the package.
    private func findings(of build: Consumer.Outcome) -> [String] {
      let folder = consumer.folder.path(percentEncoded: false) + "/"
      var found: [String] = []
      for line in build.lines(with: ": ") where line.contains(#/(^|: )(error|warning): /#) {
        // SwiftPM's own, of files that no rule is for, and of a package that only a plugin is from.
        if line.contains("which are unhandled") || line.contains("is not used by any target") {
          continue
        }
        let line = line.replacing(folder, with: "")
        if !found.contains(line) { found.append(line) }
      }
      return found
    }

    @Test("A file with the name of a generated one is refused in words")
    func takenNames() throws {
      try writeSources([Consumer.Target(name: "One")])
      try consumer.write(Self.schema, to: "Sources/One/Player.keys.json")
      try consumer.write("", to: "Sources/One/Player.keys.swift")
      #expect(
        findings(of: try consumer.build()).contains {
          $0.contains(
            "'Sources/One/Player.keys.swift' has the name of the Swift that is generated from "
              + "'Sources/One/Player.keys.json': give one of them another name")
        })
    }

    @Test("The plugin says which files it does not read, and what to do")
    func files() throws {
      try writeSources([
        Consumer.Target(name: "Bare"), Consumer.Target(name: "Misnamed"),
        Consumer.Target(name: "One"), Consumer.Target(name: "Two"),
      ])
      for name in ["Player.json", "A.key.json", "player.keys.jsonc"] {
        try consumer.write(Self.schema, to: "Sources/Misnamed/\(name)")
      }
      try consumer.write(
        #"{ "version": 1, "title": "no schema" }"#, to: "Sources/Misnamed/other.json")
      try consumer.write(Self.schema, to: "Schemas/Forgotten.keys.json")
      try consumer.write(Self.schema, to: "Sources/One/Player.keys.json")
      try consumer.write(
        Self.schema.replacing("Int?", with: "String?"), to: "Sources/Two/Player.keys.json")
      let build = try consumer.build()
      #expect(
        Set(findings(of: build)) == [
          "warning: 'Schemas/Forgotten.keys.json' is in the folder of no target: move it to "
            + "'Sources/Bare', the folder of target 'Bare'",
          "warning: 'Schemas/Forgotten.keys.json' is in the folder of no target: move it to "
            + "'Sources/One', the folder of target 'One'",
          "warning: 'Sources/Misnamed/A.key.json' is not read as a schema: the name of one ends in "
            + "'.keys.json'; call it 'A.keys.json'",
          "warning: 'Sources/Misnamed/Player.json' is not read as a schema: the name of one ends in "
            + "'.keys.json'; call it 'Player.keys.json'",
          "warning: 'Sources/Misnamed/player.keys.jsonc' is not read as a schema: the name of one ends "
            + "in '.keys.json'; call it 'player.keys.json'",
          "Sources/Two/Player.keys.json:1:50: warning: target `One` has the storage string "
            + "`player:volume` too for another type: in one store neither could read the other's value; "
            + "give one of them another `id`, or suppress `storage-clash` where no store holds both [storage-clash]",
        ], "\(build.output)")
    }

    @Test("The plugin says that a target has no schema, or not the library that its code imports")
    func targets() throws {
      try writeSources([Consumer.Target(name: "Bare")])
      #expect(
        findings(of: try consumer.build()) == [
          "warning: target 'Bare' has KeywrightPlugin and no schema: add a file such as "
            + "'Settings.keys.json' to 'Sources/Bare', or remove the plugin from the target"
        ])
      try writeSources([Consumer.Target(name: "Alone", usesLibrary: false)])
      try consumer.write(Self.schema, to: "Sources/Alone/Player.keys.json")
      let build = try consumer.build()
      #expect(build.status != 0)
      let identity = Consumer.repository.lastPathComponent
      #expect(
        findings(of: build).first { $0.hasPrefix("error: ") }
          == "error: target 'Alone' has schemas and does not depend on the library that their Swift "
          + "imports: add .product(name: \"Keywright\", package: \"\(identity)\") to its dependencies",
        "\(build.output)")
    }

    @Test(
      "The compiler reports a wrong function of each kind at the line of the schema that names it")
    func functions() throws {
      try writeSources([Consumer.Target(name: "App")])
      try consumer.write(
        """
        { "version": 1, "namespace": "player",
          "preCommit": "Rules.wrong",
          "postCommit": "Rules.wrong",
          "keys": { "volume": {
            "type": "Double",
            "default": { "call": "Rules.wrong" },
            "processing": [
              { "call": "Rules.wrong" },
              { "call": "Rules.missing", "old": true }],
            "willChange": "Rules.wrong",
            "didChange": "Rules.wrong",
            "former": ["player:loudness"],
            "migrate": "Rules.wrong" },
          "tint": {
            "type": "Palette.Colour?", "coding": "codable" } } }
        """, to: "Sources/App/Player.keys.json")
      try consumer.write(
        "enum Rules { static func wrong(_ value: Character) {} }", to: "Sources/App/App.swift")
      let build = try consumer.build()
      // Beside these the build says only that its commands failed.
      let places = findings(of: build).filter { !$0.hasPrefix("error: ") }
        .map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
      #expect(
        Set(places)
          == Set([3, 4, 7, 9, 10, 11, 12, 14, 16].map { "Sources/App/Player.keys.json:\($0)" }),
        "\(build.output)")
      // The compiler shows the line, which ends in the advice.
      #expect(
        !build.lines(
          with:
            "write in Rules: static func missing(_ value: Double, _ old: Double?) throws -> Double"
        ).isEmpty, "\(build.output)")
      #expect(!build.lines(with: #"if another module has it, add that to "imports""#).isEmpty)
      try consumer.reset()
    }
  }
}

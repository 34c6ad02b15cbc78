import Foundation
import Testing

/// The plugin in a user's package, built again and again, since the first build is slow; the tests run
/// in order.
extension PackageTests {
  @Suite("A package that depends on this one", .serialized)
  struct ConsumerTests {
    let consumer: Consumer

    init() throws {
      consumer = try PackageTests.shared.get()
    }

    static func schema(_ namespace: String, _ keys: String) -> String {
      #"{ "version": 1, "namespace": "\#(namespace)", "keys": { \#(keys) } }"#
    }

    @Test("Builds and runs with one schema")
    func first() throws {
      try consumer.write(
        Self.schema("player", #""volume": { "type": "Double", "default": 0.5 }"#),
        to: "Sources/App/Keys.keys.json")
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(try consumer.runApp() == ["player:volume = 0.5"])
      // The second build of a package links the tools of its plugins once more, whatever they are,
      // and so runs them once more.
      let second = try consumer.build()
      #expect(second.status == 0 && second.compiled == [])
    }

    @Test(
      "On Linux a program does not link the whole of Foundation",
      .enabled(if: isLinux, "only on Linux"))
    func linkage() throws {
      let program = try Data(contentsOf: consumer.folder.appending(path: ".build/debug/App"))
      // The names of the libraries that a program needs stand in it as they are.
      #expect(program.range(of: Data("libFoundationEssentials.so".utf8)) != nil)
      #expect(program.range(of: Data("libFoundation.so".utf8)) == nil)
    }

    @Test("A rebuild runs no tool and compiles nothing")
    func rebuild() throws {
      // The second build after a clean one makes SwiftPM link every plugin's tool once more, and so
      // run it; from then on it has nothing to do.
      let settling = try consumer.build()
      #expect(settling.compiled == [])
      let build = try consumer.build()
      #expect(build.status == 0)
      #expect(build.compiled == [])
      #expect(build.lines(with: "Generating") == [])
    }

    @Test("A schema that is touched but not changed compiles nothing")
    func touched() throws {
      try consumer.touch("Sources/App/Keys.keys.json")
      let build = try consumer.build()
      #expect(build.status == 0)
      #expect(build.compiled == [], "\(build.output)")
    }

    @Test("A file's name adds no argument to the tool's, and none with a line end is accepted")
    func injection() throws {
      // So many that the arguments go through a file, where the name would be five lines.
      func schema(_ number: Int) -> String {
        Self.schema("many\(number)", #""k": { "type": "Int?" }"#)
      }
      let name = String(repeating: "n", count: 200)
      for number in 0..<160 {
        try consumer.write(schema(number), to: "Sources/App/Many/\(name)\(number).keys.json")
      }
      let victim = consumer.folder.appending(path: "victim").path(percentEncoded: false)
      try consumer.write("precious", to: "victim")
      try consumer.write(schema(160), to: "Sources/App/zz")
      let other = consumer.folder.appending(path: "other.keys.json").path(percentEncoded: false)
      try consumer.write(schema(161), to: "other.keys.json")
      // The name as it would read across the lines of the output.
      let flat = other.replacing("/", with: "+").replacing(".json", with: ".swift")
      try consumer.write(schema(163), to: flat)
      try consumer.write(
        schema(162),
        to: "Sources/App/zz\n--output\n\(victim)\n--schema\n"
          + other)
      let build = try consumer.build()
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
      #expect(build.status != 0)
      let message = "holds a control character or line separator: rename the file or its folder"
      #expect(!build.lines(with: message).isEmpty, "\(build.output)")
      for path in [
        "Sources/App/Many", "Sources/App/zz", "Sources/App/zz\n--output\n", "victim",
        "other.keys.json", flat,
      ] {
        try consumer.remove(path)
      }
    }

    @Test("A schema in a folder behind a symbolic link, with the same name, is seen when added")
    func added() throws {
      try consumer.write(
        Self.schema("library", #""books": { "type": "[String: Int]", "default": {} }"#),
        to: "Shared schemas/Keys.keys.json")
      try FileManager.default.createSymbolicLink(
        atPath: consumer.folder.appending(path: "Sources/App/Linked").path(percentEncoded: false),
        withDestinationPath: "../../Shared schemas")
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(try consumer.runApp() == ["player:volume = 0.5", "library:books = {}"])
    }

    @Test("A changed schema is seen, also behind the link")
    func changed() throws {
      try consumer.write(
        Self.schema("library", #""shelves": { "type": "Int", "default": 3 }"#),
        to: "Shared schemas/Keys.keys.json")
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      let printed = try consumer.runApp()
      #expect(printed == ["player:volume = 0.5", "library:shelves = 3"], "\(build.output)")
    }

    @Test("Ten mistakes in two files fail the build with ten places, and leave the old code whole")
    func mistakes() throws {
      let before = try consumer.generated()
      let good = Self.schema("library", #""shelves": { "type": "Int", "default": 3 }"#)
      try consumer.write(
        Self.schema(
          "player",
          """
          "Volume": { "type": "Double", "default": 0.5 },
          "speed": { "type": "Dobule", "default": 1 },
          "count": { "type": "Int", "default": 1.5 },
          "title": { "type": "String" },
          "label": { "type": "String", "default": "", "processing": ["trimm"] }
          """), to: "Sources/App/Keys.keys.json")
      try consumer.write(
        Self.schema(
          "library",
          """
          "rate": { "type": "Int", "default": 9, "range": [0, 5] },
          "theme": { "type": "[Int?]", "default": [] },
          "total": { "type": "Int8", "default": 300 },
          "name": { "type": "String", "defualt": "", "default": "" },
          "flag": { "type": "Bool", "default": 0 }
          """), to: "Shared schemas/Keys.keys.json")
      let build = try consumer.build()
      #expect(build.status != 0)
      let errors = build.lines(with: "keys.json:").filter { $0.contains(": error: ") }
      #expect(errors.count == 10, "\(build.output)")
      #expect(errors.first?.contains("Sources/App/Keys.keys.json:1:") == true)
      #expect(errors.contains { $0.contains("did you mean `Double`?") })
      #expect(try consumer.generated() == before)
      try consumer.write(good, to: "Shared schemas/Keys.keys.json")
    }

    @Test("A schema that is removed is gone from the program")
    func removed() throws {
      try consumer.remove("Sources/App/Keys.keys.json")
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(try consumer.runApp() == ["library:shelves = 3"])
    }

    @Test("The command refuses a target that the plugin serves, and writes nothing")
    func served() throws {
      for arguments in [[], ["--target", "App"], ["--check"]] {
        let refused = try consumer.generateSources(arguments)
        #expect(refused.status != 0)
        #expect(!refused.lines(with: "is served by KeywrightPlugin").isEmpty, "\(refused.output)")
      }
      let folder = consumer.folder.appending(path: "Sources/App/Generated Keys")
      #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
    }

    @Test("The command writes through no link, and over nothing that it did not write")
    func links() throws {
      try consumer.writeManifest(usesPlugin: false)
      let committed = "Sources/App/Generated Keys"
      try consumer.write("precious", to: "elsewhere/AppKeys.registry.swift")
      let link = consumer.folder.appending(path: committed).path(percentEncoded: false)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "../../elsewhere")
      let followed = try consumer.generateSources()
      #expect(followed.status != 0)
      #expect(!followed.lines(with: "is no folder but a link").isEmpty, "\(followed.output)")
      try consumer.remove(committed)
      try consumer.write("precious", to: committed + "/AppKeys.registry.swift")
      for arguments in [[], ["--check"]] {
        let replaced = try consumer.generateSources(arguments)
        #expect(replaced.status != 0)
        #expect(!replaced.lines(with: "and was not generated").isEmpty, "\(replaced.output)")
      }
      for path in ["elsewhere", committed] {
        let file = consumer.folder.appending(path: path + "/AppKeys.registry.swift")
        #expect(try String(contentsOf: file, encoding: .utf8) == "precious")
        try consumer.remove(path)
      }
    }

    @Test("The command writes sources to commit, and then the plugin refuses to serve the target")
    func committed() throws {
      try consumer.writeManifest(usesPlugin: false)
      let written = try consumer.generateSources()
      try #require(written.status == 0, "\(written.output)")
      #expect(written.lines(with: "wrote").count == 2)
      try consumer.writeManifest(usesPlugin: true)
      let build = try consumer.build()
      #expect(build.status != 0)
      #expect(!build.lines(with: "has committed keys in its folder").isEmpty, "\(build.output)")
    }

    @Test("Committed sources build without plugin and generator, and a check finds stale ones")
    func check() throws {
      try consumer.writeManifest(usesPlugin: false)
      // A build that needs the generator compiles it again.
      try #require(try consumer.removeGenerator() > 0)
      let build = try consumer.build()
      try #require(build.status == 0, "\(build.output)")
      #expect(try consumer.removeGenerator() == 0)
      #expect(try consumer.runApp() == ["library:shelves = 3"])
      #expect(try consumer.generateSources(["--check"]).status == 0)
      try consumer.write(
        Self.schema("library", #""shelves": { "type": "Int", "default": 4 }"#),
        to: "Shared schemas/Keys.keys.json")
      let check = try consumer.generateSources(["--check"])
      #expect(check.status != 0)
      let stale = check.lines(with: "Generated Keys/Linked+Keys.keys.swift")
      #expect(stale.count == 1, "\(check.output)")
      try consumer.reset()
    }
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif

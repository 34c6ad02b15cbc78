import Foundation
import KeywrightTestSupport
import Testing

/// The tool that the plugins run, as a process: what a plugin runs cannot be linked into tests.
@Suite("keywright-generate")
struct GenerateTests {
  struct End {
    var code: Int32
    var output: String
    var complaints: String
  }

  /// Runs the tool, which is built beside the tests.
  private func run(_ arguments: [String]) throws -> End {
    let process = ChildProcess()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "keywright-generate")
    process.arguments = arguments
    let (output, complaints) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    // The output of these runs fits into the pipes' buffers.
    process.waitUntilExit()
    func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    return End(
      code: process.terminationStatus, output: text(output), complaints: text(complaints))
  }

  let folder = TemporaryFolder()
  let doubtful = #"""
    { "version": 1, "namespace": "n", "keys": { "a": { "type": "String?", "pattern": "a*" } } }
    """#

  private func text(_ name: String) -> String? {
    folder.read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("writes in spite of warnings, unless it is strict")
  func strict() throws {
    let schema = try folder.write(doubtful, to: "a.keys.json")
    let arguments = [
      "--module", "M", "--registry", folder.file("Keys.swift"), "--schema", schema, "--output",
      folder.file("A.swift"),
    ]

    let refusing = try run(["--strict"] + arguments)
    #expect(refusing.code == 1 && refusing.output.isEmpty)
    #expect(refusing.complaints.hasPrefix("\(schema):1:82: error: "))
    #expect(text("A.swift") == nil && text("Keys.swift") == nil)

    let warning = try run(arguments)
    #expect(warning.code == 0)
    #expect(warning.complaints.hasPrefix("\(schema):1:82: warning: "))
    #expect(text("A.swift")?.contains("enum N: Keywright.Namespace") == true)
    #expect(text("Keys.swift") != nil)
  }

  @Test("prints what it has to say as JSON")
  func json() throws {
    let schema = try folder.write(doubtful, to: "a.keys.json")
    let empty = try folder.write(#"{ "version": 1 }"#, to: "b.keys.json")
    let missing = folder.file("none.keys.json")
    func generate(_ schema: String) throws -> End {
      try run([
        "--format", "json", "--module", "M", "--registry", folder.file("Keys.swift"), "--schema",
        schema,
        "--output", folder.file("A.swift"),
      ])
    }

    let warned = try generate(schema)
    #expect(warned.code == 0 && warned.complaints.isEmpty)
    #expect(warned.output.contains(#""line": 1, "column": 82, "endLine": 1, "#))
    #expect(warned.output.contains(#""severity": "warning""#))
    let silent = try generate(empty)
    #expect(silent.code == 0 && silent.output == "[]\n" && silent.complaints.isEmpty)
    let unread = try generate(missing)
    #expect(unread.code == 1 && unread.complaints.isEmpty)
    #expect(unread.output.contains(#""severity": "error", "rule": "file""#))
  }

  @Test("gives the same for any order of schemas, on the command line or in a file")
  func order() throws {
    let first = try folder.write(doubtful, to: "a.keys.json")
    let second = try folder.write(doubtful.replacing(#""n""#, with: #""o""#), to: "b.keys.json")
    let options = [
      ["--module", "M"], ["--base", folder.path], ["--registry", folder.file("Keys.swift")],
      ["--format", "text"], ["--schema", first], ["--output", folder.file("A.swift")],
      ["--schema", second], ["--output", folder.file("B.swift")],
    ]
    let (heads, pairs) = (options.prefix(4), options.suffix(4))
    let list = (pairs + heads).joined().map { $0 + "\0" }.joined()
    var outcomes: Set<[String]> = []
    for arguments in [
      Array(options.joined()), Array((pairs.reversed() + heads.reversed()).joined()),
      ["@" + (try folder.write(list, to: "list"))],
    ] {
      let end = try run(arguments)
      let written = ["A.swift", "B.swift", "Keys.swift"].map { text($0) ?? "" }
      outcomes.insert([end.complaints] + written)
      for name in ["A.swift", "B.swift", "Keys.swift"] {
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
    #expect(outcomes.count == 1 && outcomes.first?.contains("") == false)
  }

  @Test("reads a list whose arguments end in NUL, and a value as a value whatever it is")
  func list() throws {
    let schema = try folder.write(doubtful, to: "a.keys.json")
    let victim = try folder.write("precious", to: "victim")
    // The folder's name would be further options, were a line an argument or a value an option.
    let hostile = "x\n--output\n\(victim)\n--schema\n\(schema)"
    let arguments = [
      "--module", "M", "--base", hostile, "--registry", folder.file("Keys.swift"), "--schema",
      schema, "--output", folder.file("A.swift"),
    ]
    let list = try folder.write(arguments.map { $0 + "\0" }.joined(), to: "list")
    let end = try run(["@" + list])
    #expect(end.code == 0, "\(end.complaints)")
    #expect(text("A.swift") != nil && text("victim") == "precious")

    // A value that begins like a list is a value.
    let missing = try run([
      "--schema", "@" + list, "--output", "o", "--module", "M", "--registry", "r",
    ])
    #expect(missing.complaints.hasPrefix("@\(list):1:1: error: the file cannot be read: "))
    // A list names no further list.
    let nested = try folder.write("@\(list)\0", to: "nested")
    #expect(try run(["@" + nested]).code == 2)
  }

  @Test("refuses a schema whose path holds a control character, and prints no line of its making")
  func controls() throws {
    let name = "a\nb.swift:1:1: error: forged [x]\u{2028}\u{1B}[31m.keys.json"
    let schema = try folder.write(doubtful, to: name)
    let end = try run([
      "--module", "M", "--base", folder.path, "--registry", folder.file("Keys.swift"), "--schema",
      schema, "--output", folder.file("A.swift"),
    ])
    #expect(end.code == 1 && text("A.swift") == nil && text("Keys.swift") == nil)
    let lines = end.complaints.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("\(folder.path)/a\\nb.swift:1:1: error: "))
    #expect(lines[0].hasSuffix(": rename the file or its folder [file]"))
  }

  @Test("reads regular files alone, and none beyond 16 MB")
  func kindsOfFiles() throws {
    let pipe = folder.file("pipe.keys.json")
    #expect(mkfifo(pipe, 0o600) == 0)
    let device = folder.file("device.keys.json")
    try FileManager.default.createSymbolicLink(
      atPath: device, withDestinationPath: "/dev/zero")
    let huge = try folder.write("", to: "huge.keys.json")
    // A terabyte of holes, which no read would end.
    #expect(truncate(huge, 1 << 40) == 0)
    for (schema, reason) in [
      (pipe, "the file cannot be read: it is no regular file [file]"),
      (device, "the file cannot be read: it is no regular file [file]"),
      (folder.path, "the file cannot be read: it is no regular file [file]"),
      (huge, "a schema file is at most 16 MB [limit]"),
    ] {
      let end = try run([
        "--module", "M", "--registry", folder.file("Keys.swift"), "--schema", schema, "--output",
        folder.file("A.swift"),
      ])
      #expect(end.code == 1 && end.complaints == "\(schema):1:1: error: \(reason)\n")
    }
  }

  @Test("warns of a value that one target takes from another, in the builds of both")
  func taken() throws {
    let schemas = [
      #"{ "version": 1, "namespace": "one", "keys": { "a": { "type": "Int?" } } }"#,
      #"{ "version": 1, "namespace": "two", "keys": { "b": { "type": "Int?", "former": ["one:a"] } } }"#,
    ]
    let paths = try zip(schemas, ["One", "Two"]).map { text, name in
      try folder.write(text, to: "\(name).keys.json")
    }
    func warning(_ own: Int, _ option: String) throws -> String {
      let (module, other) = own == 0 ? ("Left", "Right") : ("Right", "Left")
      let end = try run([
        "--module", module, "--registry", folder.file("Keys.swift"), "--schema", paths[own],
        "--output", folder.file("A.swift"), option, other, "--beside", paths[1 - own],
      ])
      #expect(end.code == 0)
      return end.complaints
    }
    let advice =
      "in one store NAME target would lose the value, or share it; leave it to one of them [storage-clash]"
    #expect(
      try warning(0, "--later").hasSuffix(
        """
        \(paths[0]):1:47: warning: target `Right` takes over `one:a` as a former key of `two:b`: \(advice.replacing("NAME", with: "this"))
        \(paths[1]):1:47: note: the other one is here

        """))
    #expect(
      try warning(1, "--other").hasSuffix(
        """
        \(paths[1]):1:47: warning: `two:b` takes over `one:a`, which the target `Left` reads, too: \(advice.replacing("NAME", with: "that"))
        \(paths[0]):1:47: note: the other one is here

        """))
  }

  @Test(
    "says nothing of a string that two targets have where one of them says that no store holds both",
    arguments: [
      #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?" } } }"#,
      #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "String?" } } }"#,
      #"{ "version": 1, "namespace": "m", "keys": { "b": { "type": "Int?", "former": ["n:a"] } } }"#,
    ], [nil, "own", "other"])
  func clash(other: String, saying: String?) throws {
    let own = #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?" } } }"#
    func words(_ schema: String, _ isSaying: Bool) -> String {
      isSaying
        ? schema.replacing(#""keys""#, with: #""suppress": ["storage-clash"], "keys""#) : schema
    }
    let paths = [
      try folder.write(words(own, saying == "own"), to: "Own.keys.json"),
      try folder.write(words(other, saying == "other"), to: "Other.keys.json"),
    ]
    let end = try run([
      "--module", "Left", "--registry", folder.file("Keys.swift"), "--schema", paths[0],
      "--output", folder.file("A.swift"), "--other", "Right", "--beside", paths[1],
    ])
    #expect(end.code == 0)
    #expect(end.complaints.contains("[storage-clash]") == (saying == nil), "\(end.complaints)")
  }

  @Test("tells only the package that is built that it has no lock")
  func dependency() throws {
    let schema = try folder.write(
      #"{ "version": 1, "namespace": "n", "reserved": ["b"], "keys": { "a": { "type": "Int?" } } }"#,
      to: "S.keys.json")
    let words = [
      "--module", "M", "--registry", folder.file("Keys.swift"), "--schema", schema, "--output",
      folder.file("A.swift"),
    ]
    let own = try run(words)
    #expect(
      own.code == 0 && own.complaints.contains("warning: `reserved` is about earlier releases"))
    let other = try run(words + ["--dependency"])
    #expect(other.code == 0 && other.complaints.isEmpty, "\(other)")
  }

  @Test("is refused with a reason and its usage")
  func refusals() throws {
    for arguments in [["--registry", "x"], ["--format", "xml"], ["--schema"], ["--unknown"]] {
      let end = try run(arguments)
      #expect(end.code == 2 && end.output.isEmpty)
      #expect(end.complaints.hasPrefix("error: ") && end.complaints.contains("\n\nusage: "))
    }
    let help = try run(["--help"])
    #expect(help.code == 0 && help.output.hasPrefix("usage: ") && help.complaints.isEmpty)
  }
}

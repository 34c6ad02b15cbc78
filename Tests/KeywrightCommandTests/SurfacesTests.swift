import Foundation
import KeywrightTestSupport
import Testing

/// What one verb says of a value, and what the others do.
@Suite("Verbs agree")
struct SurfacesTests {
  private static let schema = """
    { "version": 1, "namespace": "a", "keys": {
      "now": { "type": "Int?", "former": ["a:old"] },
      "level": { "type": "Int", "default": 3, "range": [0, 100], "outside": "clamp" },
      "part": { "type": "Double", "default": 0.5, "range": [0, 1], "outside": "default" },
      "word": { "type": "String?", "pattern": "[a-z]+" },
      "sum": { "type": "Decimal?" },
      "names": { "type": "[Int: String]", "default": {} },
      "rate": { "type": "Double?" } } }
    """

  private func command() throws -> BuiltCommand { try BuiltCommand(schema: Self.schema) }

  private func run(
    _ command: BuiltCommand, _ words: String..., input: String? = nil
  ) throws -> BuiltCommand.End {
    try command.run(arguments: words + ["--store", "./s.plist"], input: input)
  }

  private func store(_ list: String, in command: BuiltCommand) throws {
    _ = try command.folder.write(
      #"<plist version="1.0"><dict>\#(list)</dict></plist>"#, to: "s.plist")
  }

  @Test("on a value under a former name: watch tells its changes as list shows them")
  func formerName() throws {
    let command = try command()
    try FileManager.default.createDirectory(
      atPath: command.folder.file("old"), withIntermediateDirectories: true)
    _ = try command.folder.write(
      #"{ "version": 1, "namespace": "a", "keys": { "old": { "type": "Int?" } } }"#,
      to: "old/A.keys.json")
    #expect(try run(command, "set", "a:old", "5", "--schemas", "old").code == 0)
    let process = command.process(["watch", "--count", "2", "--store", "./s.plist"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // Nothing says when the watcher is ready: changes are made until it has seen enough.
    var number = 10
    while process.isRunning, number < 200 {
      number += 1
      _ = try run(command, "set", "a:old", "\(number)", "--schemas", "old")
    }
    process.waitUntilExit()
    let lines = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self
    ).split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      #expect(line.hasPrefix("a:now=") && line.contains("stored, under `a:old` until"), "\(line)")
    }
    // Beside a value under the key's own name it does not show.
    #expect(try run(command, "unset", "a:now").code == 0)
    #expect(try run(command, "list", "a:now").output.contains("default"))
  }

  @Test("on what a constraint refuses")
  func refused() throws {
    let command = try command()
    try store(
      "<key>a:part</key><real>3</real><key>a:word</key><string>ABC</string>", in: command)
    let listed = try run(command, "list")
    #expect(listed.code == 1)
    #expect(listed.output.contains("default; what is stored is not in 0.0...1.0"))
    #expect(listed.output.contains("stored; what is stored does not match '[a-z]+'"))
    #expect(listed.complaints.contains("which is not in 0.0...1.0; the program has the default"))
    let got = try run(command, "get", "a:part")
    #expect(got.code == 1 && got.output == "0.5\n")
    let explained = try run(command, "explain", "a:part")
    #expect(explained.output.contains("0.5, default; what is stored is not in 0.0...1.0"))
    #expect(try !run(command, "export").output.contains("part"))
  }

  @Test("on what bounds and steps changed, and on what only has another spelling")
  func processed() throws {
    let command = try command()
    let note = "processed to a:level=100"
    #expect(try run(command, "set", "a:level", "500").complaints.contains(note))
    let imported = try run(
      command, "import", "-", input: #"{ "a": { "level": 600, "sum": "1.50" } }"#)
    #expect(imported.code == 0 && !imported.complaints.contains("a:sum"))
    #expect(try run(command, "unset", "a:level").code == 0)
    let lines = try run(command, "import", "-", input: "a:level=600\n")
    #expect(lines.code == 0 && lines.complaints.contains(note))
  }

  @Test("on a key that is given twice")
  func twice() throws {
    let command = try command()
    let words = "the key is given twice"
    #expect(
      try run(command, "import", "-", input: "a:level=1\na:level=2\n").complaints.contains(words))
    #expect(try run(command, "import", "-", input: "a:old=1\na:old=2\n").complaints.contains(words))
    #expect(try run(command, "set", "a:level=1", "a:level=2").code == 1)
    let names = try run(command, "set", #"a:names={"1": "one", "01": "other"}"#)
    #expect(names.code == 1 && names.complaints.contains(words), "\(names)")
    #expect(try run(command, "list", "--changed").output.isEmpty)
  }

  @Test("on a namespace that is null")
  func null() throws {
    let command = try command()
    let words = "null is not an object of keys"
    #expect(try run(command, "import", "-", input: #"{ "a": null }"#).complaints.contains(words))
  }

  @Test("on a value that begins with a dash")
  func dash() throws {
    let command = try command()
    #expect(try run(command, "set", "a:rate", "-inf").code == 0)
    #expect(try run(command, "get", "a:rate").output == "-inf\n")
  }
}

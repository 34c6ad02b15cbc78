import Foundation

/// The command as a process, in a folder with a schema and, once something is set, a store.
package struct BuiltCommand {
  package struct End: Equatable {
    package var code: Int32
    package var output: String
    package var complaints: String

    package init(_ code: Int32, _ output: String = "", _ complaints: String = "") {
      (self.code, self.output, self.complaints) = (code, output, complaints)
    }
  }

  package let folder = TemporaryFolder()

  /// Makes a folder with a schema.
  package init(schema: String = Self.schema) throws {
    _ = try folder.write(schema, to: "Player.keys.json")
  }

  /// The command, which is built beside the tests.
  package static let path = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "keywright-cli").path

  /// A process of the command that was not started yet.
  package func process(_ arguments: [String], _ environment: [String: String] = [:]) -> ChildProcess
  {
    let process = ChildProcess()
    process.executableURL = URL(filePath: Self.path)
    process.currentDirectoryURL = folder.url
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment
    all["XDG_CONFIG_HOME"] = folder.file("config")
    // An editor that changes nothing, and waits for nobody.
    (all["VISUAL"], all["EDITOR"]) = (nil, "true")
    process.environment = all.merging(environment) { $1 }
    return process
  }

  /// Runs the command in the folder.
  package func run(_ arguments: String..., input: String? = nil) throws -> End {
    try run(arguments: arguments, input: input)
  }

  /// Runs the command, or another program, with arguments from an array.
  package func run(
    arguments: [String], input: String? = nil, program: String = Self.path
  ) throws -> End {
    let process = process(arguments)
    process.executableURL = URL(filePath: program)
    let (output, complaints, source) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    if input != nil { process.standardInput = source }
    try process.run()
    if let input {
      source.fileHandleForWriting.write(Data(input.utf8))
      try source.fileHandleForWriting.close()
    }
    // The output of these runs fits into the pipes' buffers.
    process.waitUntilExit()
    func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    return End(process.terminationStatus, text(output), text(complaints))
  }

  package func text(_ name: String) -> String {
    String(decoding: folder.read(name) ?? [], as: UTF8.self)
  }

  package static let schema = #"""
    { "version": 1, "namespace": "player",
      "types": {
        "Theme": { "enum": ["system", "light", "dark"] },
        "Frame": { "struct": {
          "width": "Double", "height": "Double",
          "theme": { "type": "Theme", "default": "system" } } } },
      "keys": {
        "volume": { "type": "Double", "default": 0.5, "range": [0, 1], "summary": "Loudness." },
        "balance": { "type": "Int", "default": 0, "range": [-5, 5], "outside": "clamp" },
        "theme": { "type": "Theme", "default": "system" },
        "nickname": { "type": "String?", "processing": ["trim", { "call": "Nicknames.normalise" }] },
        "title": { "type": "String?", "processing": ["trim", "uppercase"], "length": [null, 5] },
        "token": { "type": "String?", "sensitivity": "secret", "length": [3, null] },
        "install": { "type": "UUID", "default": { "call": "UUID.init", "persist": "whenMissing" } },
        "window": { "type": "Frame", "default": { "width": 800, "height": 600 } },
        "sleep": { "type": "Duration", "default": "1h30m" },
        "born": { "type": "Date?" },
        "cover": { "type": "Data?" },
        "tags": { "type": "Set<String>", "default": ["b", "a"] },
        "counts": { "type": "[String: Int]", "default": {} },
        "recent": { "type": "[URL]", "default": [], "former": ["player:recentFiles"] } },
      "namespaces": {
        "equaliser": {
          "preCommit": "Hooks.check",
          "keys": {
            "preset": { "type": "String", "default": "flat" },
            "band": { "parameters": { "index": "Int" }, "type": "Double", "default": 0 } } } } }
    """#
}

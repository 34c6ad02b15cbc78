import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("A repository") struct RevisionTests {
  let folder = TemporaryFolder()

  private func run(_ arguments: String...) -> Outcome { Command.run(arguments) }

  @Test(
    "Two revisions of a repository are compared, and one with the files as they are",
    .enabled(if: OtherProgram.has(.git), "NOT RUN: no git"))
  func revisions() throws {
    func git(_ arguments: String...) throws {
      let process = ChildProcess()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", folder.path, "-c", "user.name=A", "-c", "user.email=a@example.org"]
        + arguments
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "git \(arguments)")
    }
    let app = folder.file("Sources/App")
    func schema(_ keys: String, to name: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.file((name as NSString).deletingLastPathComponent),
        withIntermediateDirectories: true)
      _ = try folder.write(#"{ "version": 1, "namespace": "app", "keys": { \#(keys) } }"#, to: name)
    }
    // The target has a folder of the package's through a link, as SwiftPM allows.
    let name = "Schemas/é A.keys.json"
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#, to: name)
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: app + "/Schemas", withDestinationPath: "../../Schemas")
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try git("tag", "v1.0")
    try schema(#""a": { "type": "String?" }, "b": { "type": "Bool?" }"#, to: name)
    try git("commit", "-q", "-a", "-m", "two")

    let changed = run("diff", "v1.0..HEAD", "--", app)
    #expect(changed.code == .problems && changed.complaints == "")
    #expect(
      changed.output.hasPrefix("error: `app:a` was Int in release v1.0 and is String"))
    #expect(run("diff", "v1.0..v1.0", app).output == "no change\n")
    #expect(run("diff", "--reverse", "v1.0..HEAD", app).output.contains("and is Int"))
    let json = run("diff", "--json", "v1.0..HEAD", app)
    #expect(json.output.contains(#""path": "Schemas/é A.keys.json""#), "\(json)")

    try schema(#""a": { "type": "String?" }"#, to: name)
    #expect(run("diff", "HEAD..", app).output.contains("`app:b`"))
    #expect(run("diff", "v9..HEAD", app).code == .failed)
    let missing = run("diff", "v1.0..HEAD", "--", folder.file("Sources/Other"))
    #expect(missing.code == .failed && missing.complaints.contains("no *.keys.json in it"))
  }
}

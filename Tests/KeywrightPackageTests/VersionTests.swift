import Foundation
import KeywrightTestSupport
import Testing

/// The version of the package: one text, from which the rest follows.
@Suite("The version")
struct VersionTests {
  static func text(_ path: String) throws -> String {
    try String(contentsOf: Consumer.repository.appending(path: path), encoding: .utf8)
  }

  let version: String

  init() throws {
    let source = try Self.text("Sources/KeywrightSchema/KeywrightVersion.swift")
    version = String(try #require(source.firstMatch(of: /"([0-9]+\.[0-9]+\.[0-9]+)"/)).output.1)
  }

  @Test("is the first of the change log, and the one that README depends on")
  func places() throws {
    let heading = try #require(Self.text(".github/CHANGELOG.md").firstMatch(of: /\n## ([0-9.]+)/))
    #expect(heading.output.1 == version)
    #expect(try Self.text("README.md").contains("from: \"\(version)\""))
  }

  @Test(
    "can be depended on: README's manifest resolves against a clone with its tag",
    .enabled(if: OtherProgram.has(.git, .swift), "NOT RUN: no git or swift"))
  func resolves() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "keywright-version-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clone = folder.appending(path: "keywright").path(percentEncoded: false)
    let here = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    let repository = here.appending(path: "../..").standardizedFileURL.path(percentEncoded: false)
    try run("git", "clone", "--quiet", "--no-hardlinks", repository, clone)
    try run("git", "-C", clone, "tag", version)

    let readme = try Self.text("README.md")
    let start = try #require(readme.range(of: "// swift-tools-version"))
    let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
    let manifest = readme[start.lowerBound..<end.lowerBound]
      .replacing("https://github.com/keywright/keywright", with: "file://" + clone)
    let package = folder.appending(path: "app")
    let sources = package.appending(path: "Sources/MyPlayer")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: package.appending(path: "Package.swift"))
    try Data().write(to: sources.appending(path: "Empty.swift"))
    let path = package.path(percentEncoded: false)
    let cache = folder.appending(path: "cache").path(percentEncoded: false)
    try run("swift", "package", "--package-path", path, "--cache-path", cache, "resolve")
    let resolved = try String(
      contentsOf: package.appending(path: "Package.resolved"), encoding: .utf8)
    #expect(resolved.contains("\"version\" : \"\(version)\""), "\(resolved)")
  }

  private func run(_ command: String...) throws {
    let process = ChildProcess()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    // A versioned dependency may not have unsafe flags, which CI sets.
    var environment = ProcessInfo.processInfo.environment
    environment["KEYWRIGHT_WARNINGS_AS_ERRORS"] = nil
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
  }
}

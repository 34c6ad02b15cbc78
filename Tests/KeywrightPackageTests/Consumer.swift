import Foundation
import KeywrightTestSupport

/// A package in a temporary folder that depends on this one by path, as a user's would.
struct Consumer {
  /// The output of a command, and its exit code.
  struct Outcome: Equatable {
    var status: Int32
    var output: String

    /// The compilations; SwiftPM names the plugin each time, though it has it cached.
    var compiled: [String] { lines(with: "Compiling").filter { !$0.contains("plugin") } }

    /// The lines that hold a text.
    func lines(with text: String) -> [String] {
      output.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }
  }

  let folder: URL

  /// The folder of this repository.
  static let repository = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Makes the package: one target that prints its keys, and no schema yet.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "keywright consumer é \(UUID().uuidString)")
    try writeManifest(usesPlugin: true)
    try write(
      """
      import Keywright

      @main
      struct App {
        static func main() {
          for key in AppKeys.allKeys { print("\\(key.storageString) = \\(key.default ?? "nil")") }
        }
      }
      """, to: "Sources/App/App.swift")
  }

  /// The target that most tests build.
  static let app = Target(name: "App", kind: "executableTarget")

  /// A target of the package.
  struct Target {
    var name: String
    var kind = "target"
    var usesLibrary = true
    var usesPlugin = true
    /// The files that the manifest excludes.
    var excluded: [String] = []

    fileprivate func text(in identity: String) -> String {
      let library = ".product(name: \"Keywright\", package: \"\(identity)\")"
      let plugin = ".plugin(name: \"KeywrightPlugin\", package: \"\(identity)\")"
      return """
            .\(kind)(
              name: "\(name)", dependencies: [\(usesLibrary ? library : "")],
              exclude: \(excluded), swiftSettings: strict,
              plugins: [\(usesPlugin ? plugin : "")]),
        """
    }
  }

  /// Writes the package's manifest, with or without the build-tool plugin.
  func writeManifest(usesPlugin: Bool) throws {
    var app = Self.app
    app.usesPlugin = usesPlugin
    try writeManifest([app])
  }

  /// Writes the package's manifest.
  func writeManifest(_ targets: [Target]) throws {
    let path = Self.repository.path(percentEncoded: false)
    let identity = Self.repository.lastPathComponent
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let strict: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .unsafeFlags(["-warnings-as-errors"]),
      ]
      let package = Package(
        name: "consumer", platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(path)")],
        targets: [
      \(targets.map { $0.text(in: identity) }.joined(separator: "\n"))
        ],
        swiftLanguageModes: [.v6])
      """, to: "Package.swift")
  }

  /// Removes the sources, and writes the manifest as it was: another suite begins with what is built.
  func reset() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasPrefix(".") { try remove(name) }
    try writeManifest(usesPlugin: true)
  }

  /// Writes a file below the package's folder.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Removes a file below the package's folder.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
  }

  /// Gives a file a new date and the same content.
  func touch(_ path: String) throws {
    let file = folder.appending(path: path)
    try Data(contentsOf: file).write(to: file)
  }

  /// The generated files and their content.
  func generated() throws -> [String: String] {
    let root = folder.appending(path: ".build/plugins/outputs").path(percentEncoded: false)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root)
    where path.hasSuffix(".swift") || path.hasSuffix(".tmp") {
      let data = try Data(contentsOf: URL(filePath: root).appending(path: path))
      files[String(path.split(separator: "/").last ?? "")] = String(decoding: data, as: UTF8.self)
    }
    return files
  }

  /// Builds the package, in another second than the build before.
  ///
  /// The compiler's driver compares times of files by whole seconds: it takes a source that is generated
  /// twice in one second for the one that it has compiled.
  func build() throws -> Outcome {
    Thread.sleep(forTimeInterval: 1)
    return try run(["swift", "build", "--package-path", ".", "-j", "2"])
  }

  /// Removes what was compiled of the generator; returns the number of its object files.
  func removeGenerator() throws -> Int {
    let files = FileManager.default
    let products = folder.appending(path: ".build/debug").resolvingSymlinksInPath()
    var count = 0
    for name in try files.contentsOfDirectory(atPath: products.path(percentEncoded: false)) {
      let isGenerator = ["KeywrightSchema", "KeywrightCodegen", "keywright_generate"]
        .contains { name.hasPrefix($0) }
      guard isGenerator else { continue }
      let item = products.appending(path: name)
      let content = files.enumerator(at: item, includingPropertiesForKeys: nil)
      while let file = content?.nextObject() as? URL { if file.pathExtension == "o" { count += 1 } }
      try files.removeItem(at: item)
    }
    return count
  }

  /// Runs the command that writes generated sources into the package.
  func generateSources(_ arguments: [String] = []) throws -> Outcome {
    try package(
      ["--allow-writing-to-package-directory", "keywright-generate-sources"] + arguments)
  }

  /// Runs a plugin for commands.
  func package(_ arguments: [String]) throws -> Outcome {
    try run(["swift", "package"] + arguments)
  }

  /// Runs the command, which is built beside the tests.
  func runCommand(_ arguments: [String]) throws -> Outcome {
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "keywright-cli").path(percentEncoded: false)
    return try run([path] + arguments)
  }

  /// The text of a file below the package's folder.
  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }

  /// Runs the program that was built.
  func runApp() throws -> [String] {
    try run([".build/debug/App"]).output.split(separator: "\n").map(String.init)
  }

  private func run(_ command: [String]) throws -> Outcome {
    let log = folder.appending(path: "log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = ChildProcess()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Outcome(status: process.terminationStatus, output: output)
  }
}

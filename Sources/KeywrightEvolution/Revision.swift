import Foundation
package import KeywrightSchema

/// One version of a target's schemas, however it was named: a folder, a schema, a lock, a revision in
/// version control.
package struct Revision {
  /// The name that people gave it.
  package let name: String
  package let sources: [SourceFile]
  /// The module of the schemas.
  package let module: String
  package let inventory: KeyInventory
  /// The releases up to it; nil if it is no lock.
  package let lock: KeyLock?
  /// Whether its schemas have a lock, which completes them.
  package let hasLock: Bool
  /// Problems of its schemas.
  package var diagnostics: [Diagnostic] = []

  /// The version at a path.
  package init(path: String) throws {
    if SchemaFolder.isFolder(path) {
      let folder = try SchemaFolder(path)
      try self.init(path, folder)
    } else if path.hasSuffix(".json"), !path.hasSuffix(".keys.json") {
      let source = SourceFile(path: path, bytes: try InputFiles.bytes(of: path))
      try self.init(lock: source, named: path)
    } else {
      let bytes = try InputFiles.bytes(of: path)
      if bytes.starts(with: "bplist".utf8) || bytes.first == UInt8(ascii: "<") {
        throw InputFiles.Failure(
          path: path, reason: "it is a property list, where a schema or a lock is wanted")
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try self.init(
        path,
        SchemaFolder(
          path, [SourceFile(path: path, bytes: bytes)],
          lock: SchemaFolder.lockSource(around: folder)))
    }
  }

  private init(_ name: String, _ folder: SchemaFolder) throws {
    guard let model = folder.model else { throw SchemaFault(diagnostics: folder.diagnostics) }
    self.name = name
    sources = folder.sources
    module = folder.name
    inventory = KeyInventory(model)
    lock = nil
    hasLock = folder.lockSource != nil
  }

  /// The keys of its schemas with what a lock tells of them; nil if it has no schemas.
  package func keys(completedBy lock: KeyLock) -> KeyInventory? {
    if sources.isEmpty { return nil }
    return SchemaChecker.check(sources, module: module, lock: lock).model.map { KeyInventory($0) }
  }

  /// The version of a lock: all of its releases; before the first one, its drafts.
  private init(lock source: SourceFile, named name: String) throws {
    let (lock, diagnostics) = LockReader.read(source)
    guard var lock else { throw SchemaFault(diagnostics: diagnostics) }
    self.name = name
    sources = []
    module = ""
    hasLock = false
    inventory = KeyInventory(latestOf: lock)
    if lock.releases.isEmpty {
      lock.releases.append("the drafts")
      for index in lock.keys.indices where lock.keys[index].release == nil {
        lock.keys[index].release = "the drafts"
      }
    }
    self.lock = lock
  }

  /// The version of a path in a revision of a git repository.
  package init(commit: String, path: String) throws {
    let (git, rest) = Git.around(path)
    let files = try git.files(in: commit, below: rest)
    let name = commit
    let sources = try files.filter { $0.hasSuffix(".keys.json") }.map { file in
      SourceFile(path: file, bytes: try git.content(of: file, in: commit))
    }
    if sources.isEmpty {
      throw InputFiles.Failure(path: "\(commit):\(path)", reason: "there is no *.keys.json in it")
    }
    let lock = try files.filter { $0.hasSuffix("/" + KeyLock.fileName) || $0 == KeyLock.fileName }
      .min { $0.count < $1.count }
      .map { SourceFile(path: $0, bytes: try git.content(of: $0, in: commit)) }
    try self.init(name, SchemaFolder(path, sources, lock: lock))
  }

  /// This version as what was released.
  package var asReleased: KeyLock {
    if let lock { return lock }
    var lock = KeyLock()
    lock.release(name, with: inventory)
    return lock
  }
}

/// The git of the machine, in a folder of a repository.
struct Git {
  let folder: String

  /// The git of the repository that holds a path, which another revision may have and this one has not;
  /// and the path from there.
  static func around(_ path: String) -> (git: Git, rest: String) {
    var folder = URL(fileURLWithPath: path)
    var rest: [String] = []
    while !SchemaFolder.isFolder(folder.path), folder.path != "/" {
      rest.insert(folder.lastPathComponent, at: 0)
      folder.deleteLastPathComponent()
    }
    return (Git(folder: folder.path), rest.isEmpty ? "." : rest.joined(separator: "/"))
  }

  /// The files of a revision, links followed once, as SwiftPM would.
  func files(in commit: String, below path: String) throws -> [String] {
    let list = try run(["ls-tree", "-r", "--full-name", commit, "--", path])
    var files: [String] = []
    for line in list.split(separator: "\n") {
      // mode, type and object, a tab, the name
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = Self.unquoted(String(parts[1]))
      guard parts[0].hasPrefix("120000") else {
        files.append(name)
        continue
      }
      let target = String(decoding: try content(of: name, in: commit), as: UTF8.self)
      let linked = Self.resolved(target, beside: name)
      if let list = try? run(["ls-tree", "-r", "--full-name", commit, "--", ":/\(linked)"]) {
        files += list.split(separator: "\n").compactMap { line in
          line.split(separator: "\t", maxSplits: 1).last.map { Self.unquoted(String($0)) }
        }
      }
    }
    return files.sorted()
  }

  func content(of file: String, in commit: String) throws -> [UInt8] {
    Array(try output(["show", "\(commit):\(file)"]))
  }

  private func run(_ arguments: [String]) throws -> String {
    String(decoding: try output(arguments), as: UTF8.self)
  }

  private func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder, "-c", "core.quotePath=false"] + arguments
    let (output, complaints) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    do {
      try process.run()
    } catch {
      throw InputFiles.Failure(path: "git", reason: InputFiles.reason(error))
    }
    // One pipe after the other: git's complaints are a few lines, which the second pipe holds.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let reason = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      let text = String(decoding: reason, as: UTF8.self)
      throw InputFiles.Failure(
        path: "git", reason: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return data
  }

  /// A relative link's target as a path of the repository.
  static func resolved(_ target: String, beside link: String) -> String {
    var parts = link.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  /// A name as git prints it: in quotes if it has controls.
  private static func unquoted(_ name: String) -> String {
    JSONNode(text: name)?.string?.text ?? name
  }
}

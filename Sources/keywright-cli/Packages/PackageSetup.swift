import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// The files by which a package gets keys, before and after.
struct PackageSetup {
  /// One file that is made or changed.
  struct Change {
    var path: String
    var old: String?
    var new: String
  }

  private(set) var changes: [Change] = []
  private let root: String
  private let target: String
  private let folder: String
  /// The first key in Swift; nil if the target had schemas before.
  private var firstKey: String?

  init(
    package root: String, target: String?, namespace: String,
    dependency: ManifestEdit.Dependency
  ) throws {
    self.root = root
    let manifestPath = SchemaFolder.joined(root, "Package.swift")
    guard let manifest = String(validating: try InputFiles.bytes(of: manifestPath), as: UTF8.self)
    else {
      throw InputFiles.Failure(path: manifestPath, reason: "it is not UTF-8; nothing was changed")
    }
    let edit = try ManifestEdit(manifest, target: target, dependency)
    self.target = edit.target
    let own = SchemaFolder.joined(root, edit.folder)
    let sources = SchemaFolder.joined(root, "Sources")
    folder = SchemaFolder.isFolder(own) || !Self.holdsSwift(sources) ? own : sources
    guard SchemaFolder.isFolder(folder) else {
      throw InputFiles.Failure(path: folder, reason: "the target's folder is not there")
    }
    try addSchema(namespace)
    if edit.text != manifest {
      changes.append(Change(path: manifestPath, old: manifest, new: edit.text))
    }
  }

  /// Whether a folder has Swift files of its own, as `Sources` may have in a package of one target.
  private static func holdsSwift(_ folder: String) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return names?.contains { $0.hasSuffix(".swift") } ?? false
  }

  private mutating func addSchema(_ namespace: String) throws {
    var sources: [SourceFile] = []
    if try !SchemaFolder.schemas(in: folder).isEmpty {
      sources = try SchemaFolder.sources(in: folder)
    } else {
      let name = namespace.prefix(1).uppercased() + namespace.dropFirst() + ".keys.json"
      let text = Self.schema(namespace)
      firstKey = "\(SwiftName.capitalised(namespace)).launches"
      changes.append(Change(path: SchemaFolder.joined(folder, name), old: nil, new: text))
      sources.append(SourceFile(path: SchemaFolder.joined(folder, name), text: text))
    }
    let checked = SchemaFolder(folder, sources, module: module)
    guard let model = checked.model else {
      if firstKey == nil { throw SchemaFault(diagnostics: checked.diagnostics) }
      // The file is not there, so no place in it helps.
      let reason = checked.diagnostics.first.map { ": \($0.message.text)" } ?? ""
      throw PlainRefusal(
        reason:
          "`\(namespace)` cannot be the first namespace\(reason); name another with --namespace")
    }
    if FileManager.default.fileExists(atPath: checked.lockPath) { return }
    var lock = KeyLock()
    lock.module = module
    lock.update(to: KeyInventory(model))
    changes.append(Change(path: checked.lockPath, old: nil, new: lock.text))
  }

  private static func schema(_ namespace: String) -> String {
    """
    {
      "version": 1,
      "namespace": "\(namespace)",
      "keys": {
        "launches": { "type": "Int", "default": 0, "summary": "How often the program was started." }
      }
    }

    """
  }

  /// The changes for people.
  var text: String {
    changes.map { change in
      "\(printable(path: change.path))\(change.old == nil ? " (new)" : ""):\n"
        + LineDifference.text(from: change.old ?? "", to: change.new)
    }.joined(separator: "\n")
  }

  /// The name of the target's module.
  private var module: String { SwiftName.module(ofTarget: target) }

  /// The next steps, for the time after the changes.
  var nextSteps: String {
    let use =
      firstKey.map { "\n  try store.update(\($0)) { $0 += 1 }\n  print(store[\($0)])" } ?? ""
    return """
      keywright: done. The build generates a Swift key for each key of the schema; use it so:

        import Keywright
        let store = DefaultsStore(suite: "org.example.\(target)", keys: \(module)Keys.self)\(use)

      Commit keys.lock.json, and lock what is released: keywright lock --release 1.0 \(printable(path: folder))

      """
  }

  /// Writes all files, and takes everything back if SwiftPM cannot read the manifest then.
  func apply() throws {
    var done: [Change] = []
    do {
      for change in changes {
        try OutputFile.write(change.new, to: change.path)
        done.append(change)
      }
      try checkManifest()
    } catch {
      for change in done.reversed() {
        if let old = change.old {
          try OutputFile.write(old, to: change.path)
        } else {
          try? FileManager.default.removeItem(atPath: change.path)
        }
      }
      throw error
    }
  }

  /// Asks SwiftPM to read the manifest; without SwiftPM it is not checked.
  private func checkManifest() throws {
    Progress.note("having SwiftPM read the manifest")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "dump-package", "--package-path", root]
    process.standardOutput = FileHandle.nullDevice
    let complaints = Pipe()
    process.standardError = complaints
    guard (try? process.run()) != nil else { return }
    let text = String(
      decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // 127: there is no `swift`.
    if ![0, 127].contains(process.terminationStatus) {
      throw PlainRefusal(reason: "SwiftPM cannot read the manifest after the change: \(text)")
    }
  }
}

import Foundation
import KeywrightSchema

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

  init(
    package root: String, target: String?, namespace: String,
    dependency: ManifestEdit.Dependency
  ) throws {
    self.root = root
    let manifestPath = SchemaFolder.joined(root, "Package.swift")
    let manifest = String(decoding: try InputFiles.bytes(of: manifestPath), as: UTF8.self)
    let edit = try ManifestEdit(manifest, target: target, dependency)
    let folder = SchemaFolder.joined(root, edit.folder)
    guard SchemaFolder.isFolder(folder) else {
      throw InputFiles.Failure(path: folder, reason: "the target's folder is not there")
    }
    try addSchema(to: folder, module: edit.target, namespace: namespace)
    if edit.text != manifest {
      changes.append(Change(path: manifestPath, old: manifest, new: edit.text))
    }
  }

  private mutating func addSchema(to folder: String, module: String, namespace: String) throws {
    var sources: [SourceFile] = []
    for name in try SchemaFolder.schemas(in: folder) {
      let path = SchemaFolder.joined(folder, name)
      sources.append(SourceFile(path: path, name: name, bytes: try InputFiles.bytes(of: path)))
    }
    if sources.isEmpty {
      let name = namespace.prefix(1).uppercased() + namespace.dropFirst() + ".keys.json"
      let text = Self.schema(namespace)
      changes.append(Change(path: SchemaFolder.joined(folder, name), old: nil, new: text))
      sources.append(SourceFile(path: SchemaFolder.joined(folder, name), text: text))
    }
    let checked = SchemaFolder(folder, sources, module: module)
    guard let model = checked.model else { throw SchemaFault(diagnostics: checked.diagnostics) }
    if FileManager.default.fileExists(atPath: checked.lockPath) { return }
    var lock = KeyLock()
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

  /// Writes all files, and takes everything back if SwiftPM cannot read the manifest then.
  func apply() throws {
    var done: [Change] = []
    do {
      for change in changes {
        try write(change.new, to: change.path)
        done.append(change)
      }
      try checkManifest()
    } catch {
      for change in done.reversed() {
        if let old = change.old {
          try write(old, to: change.path)
        } else {
          try? FileManager.default.removeItem(atPath: change.path)
        }
      }
      throw error
    }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw OutputFailure(path: path, reason: InputFiles.reason(error))
    }
  }

  /// Asks SwiftPM to read the manifest; without SwiftPM nobody can.
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
      throw ManifestRefusal(reason: "SwiftPM cannot read the manifest after the change: \(text)")
    }
  }
}

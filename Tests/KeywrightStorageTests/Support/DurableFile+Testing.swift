import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

/// The members of a file as a runtime keeps them, changed as commits succeed.
struct Mirror {
  var values = PropertyListDictionary()

  mutating func adopt(_ contents: DurableFile.Contents?) {
    guard let contents else { return }
    values = PropertyListDictionary(sortedMembers: contents.members)
  }

  /// Makes one commit, as a runtime does: adopt, write, publish.
  mutating func commit(
    _ changes: [(String, PropertyList?)], to file: DurableFile,
    durability: Durability = .process
  ) throws(StorageError) {
    adopt(try file.beginWriting(timeout: .seconds(10)))
    var next = values
    for (name, value) in changes { next[name] = value }
    do throws(StorageError) {
      let changes = changes.map { name, value in
        MemberChange(name: name, value: value, replacing: .init(of: values[name]))
      }
      try file.write(changes) { next.members }
    } catch {
      file.endWriting()
      throw error
    }
    values = next
    if let commit = file.endWriting(), durability == .durable { try file.waitUntilDurable(commit) }
  }
}

/// The failures that a commit survives once its call has returned.
enum Durability: Sendable {
  /// The end of the process.
  case process
  /// A power cut.
  case durable
}

extension DurableFile {
  /// Commits members as a program that starts just for that.
  func set(_ values: [String: PropertyList]) throws(StorageError) {
    var mirror = Mirror()
    try mirror.commit(values.map { ($0.key, $0.value) }, to: self)
  }

  /// Writes everything, as a program does that is killed before its checkpoint gets its place.
  static func writeUntilKilled(_ path: String, _ fileSystem: any FileSystem = SystemFileSystem())
    throws(StorageError)
  {
    let isKilled = Protected(false)
    let killed = FaultyFileSystem(fileSystem) { _, operation in
      isKilled.withLock { isKilled in
        isKilled = isKilled || operation == .rename
        return isKilled ? EIO : nil
      }
    }
    let file = DurableFile(path: path, fileSystem: killed)
    let members = try file.beginWriting(timeout: .seconds(1))?.members ?? []
    file.state.withLock { $0.needsCheckpoint = true }
    try? file.write([]) { members }
    file.endWriting()
  }

  /// Reads the file as a program that starts now.
  static func read(_ path: String) throws(StorageError) -> PropertyListDictionary {
    PropertyListDictionary(sortedMembers: try DurableFile(path: path).open().members)
  }
}

extension TemporaryFolder {
  /// The members of a list, without the number of its checkpoint.
  func members(_ name: String) throws -> PropertyListDictionary? {
    guard let bytes = read(name), case .dictionary(var list) = try PropertyList(reading: bytes)
    else { return nil }
    _ = list.takeCheckpointNumber()
    return list
  }
}

extension PropertyListDictionary {
  /// Makes a dictionary of a literal's members.
  init(_ values: [String: PropertyList]) {
    self.init()
    for (key, value) in values { self[key] = value }
  }
}

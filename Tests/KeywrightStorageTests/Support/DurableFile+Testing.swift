import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

/// The members of a file as a runtime keeps them, changed as commits succeed.
struct Mirror {
  var values = PropertyListDictionary()
  /// Whether the first commit of a store writes a list, so that the store is as it is once it was idle.
  var beginsWithList = true

  mutating func adopt(_ contents: DurableFile.Contents?) {
    guard let contents else { return }
    values = PropertyListDictionary(sortedMembers: contents.members)
  }

  /// Makes one commit, as a runtime does: adopt, write, publish.
  mutating func commit(
    _ changes: [(String, PropertyList?)], to file: DurableFile,
    durability: Durability = .process
  ) throws(StorageError) {
    adopt(try file.beginWriting(timeout: .seconds(600)))
    var next = values
    for (name, value) in changes { next[name] = value }
    do throws(StorageError) {
      let changes = changes.map { name, value in
        MemberChange(name: name, value: value, replacing: .init(of: values[name]))
      }
      if beginsWithList { file.beginWithList() }
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

extension Maintenance {
  /// Maintenance that never takes place.
  static var resting: Maintenance { Maintenance(startThread: nil) }
}

extension DurableFile {
  /// Opens a file that only a test itself maintains, so that what is on the disk does not depend on how long the
  /// test takes; one that wants the process's own maintenance gives it.
  convenience init(path: String) { self.init(path: path, maintenance: .resting) }

  /// Commits members as a program that starts just for that.
  func set(_ values: [String: PropertyList], beginningWithList: Bool = true) throws(StorageError) {
    var mirror = Mirror(beginsWithList: beginningWithList)
    try mirror.commit(values.map { ($0.key, $0.value) }, to: self)
  }

  /// Writes everything, as a program does that is killed before it ends the journal that its own supersedes.
  static func writeUntilKilled(_ path: String, _ fileSystem: any FileSystem = SystemFileSystem())
    throws(StorageError)
  {
    // Of the list, of the new journal, and of the folder with its name.
    let synchronizations = Protected(0)
    let killed = FaultyFileSystem(fileSystem) { _, operation in
      synchronizations.withLock { count in
        if count == 3 { return EIO }
        if operation == .fsync { count += 1 }
        return nil
      }
    }
    let file = DurableFile(path: path, fileSystem: killed)
    let members = try file.beginWriting(timeout: .seconds(1))?.members ?? []
    file.state.withLock { $0.needsCheckpoint = true }
    try? file.write([]) { members }
    file.endWriting()
  }

  /// Has the first commit of a store write the list, as an idle store has one.
  func beginWithList() {
    // Whatever has to be kept is a reason to write everything.
    state.withLock { if $0.isNothingThere { $0.cleanup.keepsEdit = true } }
  }

  /// Lets the moment pass for which a commit relies on the names that one before it looked up.
  func passMoment() { state.withLock { $0.checkpoint?.seen = nil } }

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

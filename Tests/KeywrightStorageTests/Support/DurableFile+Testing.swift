import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

extension Maintenance {
  /// Maintenance that never takes place.
  static var resting: Maintenance { Maintenance(startThread: nil) }
}

extension DurableFile {
  /// Opens a file that only a test itself maintains, so that what is on the disk does not depend on how long the
  /// test takes; one that wants the process's own maintenance gives it.
  convenience init(path: String) { self.init(path: path, maintenance: .resting) }

  /// Makes one commit, of changes in an array.
  func write(
    _ changes: [MemberChange], everything: () -> [PropertyListDictionary.Member]
  ) throws(StorageError) {
    try write(
      recording: { record throws(PropertyListError) in try record.append(changes) },
      everything: everything)
  }

  /// Commits members as a program that starts just for that.
  /// - Parameter publishing: Whether it brings the list up to date; else it is killed at once.
  func set(_ values: [String: PropertyList], publishing: Bool = true) throws(StorageError) {
    var mirror = Mirror()
    try mirror.commit(values.map { ($0.key, $0.value) }, to: self)
    if publishing { try flush(compacting: true) }
  }

  /// All that the file holds, where others changed something, with what is to be said; nil where nothing changed.
  func refresh() throws(StorageError) -> Contents? { try everything(try refreshUpdate()) }

  /// Takes the writer's lock; otherwise as ``refresh()``.
  func beginWriting(timeout: Duration) throws(StorageError) -> Contents? {
    try everything(try beginUpdating(timeout: timeout))
  }

  private func everything(_ update: Update?) throws(StorageError) -> Contents? {
    let issues = takeIssues()
    switch update {
    case nil:
      note(issues)
      return nil
    case .contents(var contents):
      contents.issues += issues
      return contents
    case .commits:
      let members = try whileOpen { state throws(StorageError) in
        try state.store.flatMap { store throws(StorageError) in
          try store.journal.map { journal throws(StorageError) in try store.history(journal).members
          }
        }
      }
      return Contents(members: members?.members ?? [], issues: issues, isReadOnly: false)
    }
  }

  private func note(_ issues: [StorageError]) {
    if !issues.isEmpty { state.withLock { note(issues, &$0) } }
  }

  /// Lets the moment pass for which a commit relies on the names that one before it looked up.
  func passMoment() { state.withLock { $0.trust = Trust() } }

  /// Reads the file as a program that starts now.
  static func read(_ path: String) throws(StorageError) -> PropertyListDictionary {
    PropertyListDictionary(sortedMembers: try DurableFile(path: path).open().members)
  }
}

extension TemporaryFolder {
  /// The members of a list, without its number.
  func members(_ name: String) throws -> PropertyListDictionary? {
    guard let bytes = read(name), case .dictionary(var list) = try PropertyList(reading: bytes)
    else { return nil }
    _ = list.takeListNumber()
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

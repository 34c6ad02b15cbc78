import KeywrightTestSupport

@testable import KeywrightStorage

/// A program that takes over what it is told of others, as the runtime does.
final class FollowingProgram {
  let file: DurableFile
  private let members: Protected<PropertyListDictionary>
  var values: PropertyListDictionary { members.withLock(\.self) }

  convenience init(_ path: String) throws { try self.init(DurableFile(path: path)) }

  convenience init(_ path: String, _ fileSystem: any FileSystem) throws {
    try self.init(DurableFile(path: path, fileSystem: fileSystem))
  }

  init(_ file: DurableFile) throws {
    self.file = file
    let members = Protected(PropertyListDictionary())
    self.members = members
    file.findMembers { members.withLock(\.self).members }
    let found = PropertyListDictionary(sortedMembers: try file.open().members)
    members.withLock { $0 = found }
  }

  func take(_ update: DurableFile.Update?) {
    members.withLock { members in
      switch update {
      case nil: break
      case .commits(let commits): members.apply(commits.flatMap(\.changes))
      case .contents(let contents):
        members = PropertyListDictionary(sortedMembers: contents.members)
      }
    }
  }

  /// - Parameter isLate: Whether the names of the files are looked up again.
  func commit(_ name: String, _ value: Int, isLate: Bool = true) throws {
    if isLate { file.passMoment() }
    take(try file.beginUpdating(timeout: .seconds(600)))
    defer { file.endWriting() }
    let change = MemberChange(name: name, value: .integer(Int64(value)))
    try file.write([change]) { values.applying([change]).members }
    members.withLock { $0.apply([change]) }
  }

  /// Commits what only the list holds from then on.
  func commitCompacting(_ name: String, _ value: Int) throws {
    try commit(name, value)
    try file.flush(compacting: true)
  }
}

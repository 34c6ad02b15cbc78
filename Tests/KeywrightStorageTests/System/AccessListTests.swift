#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightStorage

  @Suite("Access control lists") struct AccessListTests {
    static let reason: Comment = "NOT RUN: no temporary folder's file system has any"
    static var isPossible: Bool { parent != nil }

    /// A folder whose file system has them: one in memory has none.
    private static let parent = [
      FileManager.default.temporaryDirectory, URL(filePath: "/var/tmp"),
    ].first { (try? list(of: TemporaryFolder(in: $0).write([], to: "a"), .user)) != nil }

    let folder = TemporaryFolder(in: parent ?? FileManager.default.temporaryDirectory)
    var store: String { folder.file("store") }

    /// The attributes: the list of a file, and what a folder gives to new ones.
    enum Attribute: String {
      case user = "system.posix_acl_access"
      case folderDefault = "system.posix_acl_default"
    }

    /// Gives a file a list by which user 1500 may read and write, its group may read, and the mask allows
    /// both.
    @discardableResult
    static func list(of path: String, _ attribute: Attribute) throws -> [UInt8] {
      let none = [UInt8](repeating: 0xff, count: 4)
      let list: [UInt8] =
        [2, 0, 0, 0] + [1, 0, 6, 0] + none + [2, 0, 6, 0] + [0xdc, 5, 0, 0] + [4, 0, 4, 0] + none
        + [0x10, 0, 6, 0] + none + [0x20, 0, 0, 0] + none
      typealias Setxattr =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32)
        -> Int32
      let setxattr = unsafeBitCast(try #require(dlsym(nil, "setxattr")), to: Setxattr.self)
      guard setxattr(path, attribute.rawValue, list, list.count, 0) == 0 else {
        throw SystemError(.fsetxattr, code: errno)
      }
      return list
    }

    private func attributes(_ name: String) throws -> (mode: UInt32, list: [UInt8]?) {
      let system = SystemFileSystem()
      let file = folder.file(name)
      let status = try system.status(of: file, in: system.workingFolder)
      let list = try system.accessList(of: file, in: system.workingFolder)
      return (status.permissions, list?.bytes)
    }

    /// Makes enough commits for a new list, by each way that leads to one.
    private func rewrite(_ system: any FileSystem = SystemFileSystem()) throws -> [StorageError] {
      let file = DurableFile(
        path: store, fileSystem: system, maintenance: .resting)
      var mirror = Mirror()
      mirror.adopt(try file.open())
      try mirror.commit([("b", .integer(2))], to: file)
      file.state.withLock { $0.values = PropertyListLimits.values }
      try mirror.commit([("c", .integer(3))], to: file)
      try mirror.commit([("d", .integer(4))], to: file)
      try file.flush(compacting: true)
      try mirror.commit([("e", .integer(5))], to: file)
      return file.takeIssues()
    }

    @Test(
      "go from a list to the next, to its journals and its lock", .enabled(if: isPossible, reason))
    func carried() throws {
      try DurableFile(path: store).set(["a": .integer(1)])
      let list = try Self.list(of: store, .user)
      _ = try rewrite()
      #expect(folder.names.count == 3)
      for name in folder.names {
        let (mode, found) = try attributes(name)
        #expect(found == list && mode == 0o660, "\(name)")
      }
    }

    @Test(
      "come to no file from the default of its folder", .enabled(if: isPossible, reason),
      arguments: [0o600, 0o640, 0o660] as [UInt32])
    func folderDefault(mode: UInt32) throws {
      try DurableFile(path: store).set(["a": .integer(1)])
      try #require(chmod(store, mode) == 0)
      try Self.list(of: folder.path, .folderDefault)
      try FileManager.default.removeItem(atPath: store + ".lock")
      _ = try rewrite()
      for name in folder.names {
        let (found, list) = try attributes(name)
        #expect(list == nil && found == mode, "\(name)")
      }
    }

    @Test(
      "that cannot be kept leave to the group what it had, and are reported once",
      .enabled(if: isPossible, reason))
    func lost() throws {
      try DurableFile(path: store).set(["a": .integer(1)])
      try Self.list(of: store, .user)
      let issues = try rewrite(WithoutLists())
      for name in folder.names {
        let (mode, list) = try attributes(name)
        // The lock was made before, and has no list either.
        #expect(list == nil && mode == 0o640, "\(name)")
      }
      #expect(issues.map(\.code) == [.exposed])
    }

    @Test("go from a value's file to the next", .enabled(if: isPossible, reason))
    func values() throws {
      let values = ValueFolder(path: folder.path)
      func write(to values: ValueFolder) throws {
        try values.beginWriting(timeout: .seconds(1))
        defer { values.endWriting() }
        try values.replace("a.plist", with: [1])
      }
      try write(to: values)
      let list = try Self.list(of: folder.file("a.plist"), .user)
      try write(to: values)
      let (mode, found) = try attributes("a.plist")
      #expect(found == list && mode == 0o660)
      let without = ValueFolder(path: folder.path, fileSystem: WithoutLists())
      for _ in 0...1 {
        try write(to: without)
        let (mode, found) = try attributes("a.plist")
        #expect(found == nil && mode == 0o640)
      }
      #expect(without.takeIssues().map(\.code) == [.exposed])
    }

    @Test(
      "come to no value's file from the default of its folder", .enabled(if: isPossible, reason))
    func defaultOfValues() throws {
      try Self.list(of: folder.path, .folderDefault)
      let values = ValueFolder(path: folder.path)
      try values.beginWriting(timeout: .seconds(1))
      defer { values.endWriting() }
      for _ in 0...1 {
        try values.replace("a.plist", with: [1])
        let (mode, found) = try attributes("a.plist")
        // Of the folder's list a new file has what its mode leaves: nothing for anybody else.
        #expect(mode == 0o600, "\(found ?? [])")
      }
    }

    /// A file system on which no list can be set.
    private final class WithoutLists: FileSystemWrapper, @unchecked Sendable {
      override func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {
        if list != nil { throw SystemError(.fsetxattr, code: ENOTSUP) }
      }
    }

    @Test("of a group that the new file cannot have give it nothing")
    func withoutGroup() throws {
      let none = [UInt8](repeating: 0xff, count: 4)
      let entry: (UInt8, UInt8) -> [UInt8] = { [$0, 0, $1, 0] + none }
      let bytes = [2, 0, 0, 0] + entry(1, 6) + entry(4, 6) + entry(0x10, 4) + entry(0x20, 0)
      let list = try #require(AccessList(bytes))
      #expect(list.groupPermissions == 0o040)
      #expect(list.withoutGroup.groupPermissions == 0)
      #expect(list.withoutGroup.bytes.count == bytes.count)
    }

    @Test(
      "of other forms are none",
      arguments: [[], [2, 0, 0], [3, 0, 0, 0], [2, 0, 0, 0, 1], [1, 0, 0, 0]] as [[UInt8]])
    func otherForms(bytes: [UInt8]) { #expect(AccessList(bytes) == nil) }
  }
#endif

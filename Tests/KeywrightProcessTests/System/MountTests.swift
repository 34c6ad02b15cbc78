#if os(Linux)
  import Foundation
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightStorage

  @Suite("Places that cannot do everything") struct MountTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("s") }

    @Test(
      "such as a mount, are told by the system",
      .enabled(if: MountedDisk.canMount, "NOT RUN: needs root, to mount a disk"))
    func realMount() throws {
      try DurableFile(path: path).set(["a": .integer(1)])
      let mount = ChildProcess()
      mount.executableURL = URL(filePath: "/bin/mount")
      mount.arguments = ["--bind", path, path]
      mount.standardError = FileHandle.nullDevice
      try mount.run()
      mount.waitUntilExit()
      try #require(mount.terminationStatus == 0)
      defer {
        let unmount = ChildProcess()
        unmount.executableURL = URL(filePath: "/bin/umount")
        unmount.arguments = [path]
        try? unmount.run()
        unmount.waitUntilExit()
      }
      #expect(try DurableFile(path: path).open().isReadOnly)
      #expect(try DurableFile(path: path + "-other").open().isReadOnly == false)
      let values = ValueFolder(path: folder.path)
      try values.beginWriting(timeout: .seconds(1))
      defer { values.endWriting() }
      for change in [{ try values.replace("s", with: [2]) }, { try values.remove("s") }] {
        #expect(#expect(throws: StorageError.self) { try change() }?.code == .readOnly)
      }
      #expect(try values.read("s")?.isEmpty == false)
    }
  }
#endif

#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightTestSupport

  /// File systems of this thread's own, which the process takes with it when it ends.
  ///
  /// For exit tests alone: no other process sees them, and no other thread of this one.
  struct MountedDisk {
    /// The rights that mounting takes: root's, or some of them.
    static let canMount = run("unshare", "--mount", "true")
    /// The rights that a disk in a file takes besides.
    static let canMountFiles =
      canMount
      && run("unshare", "--mount", "sh", "-c", "command -v mkfs.ext4 && losetup --find")

    struct Failure: Error { let command: [String] }

    private let folder: String
    /// Where to write.
    var path: String { folder + "/disk" }
    private var room: String { folder + "/room" }
    private var filler: String { room + "/filler" }

    private init(in folder: String) throws {
      self.folder = folder
      guard Self.leaveMounts() else { throw Failure(command: ["unshare"]) }
      try Self.must("mount", "--make-rprivate", "/")
      for place in [path, room] { mkdir(place, 0o700) }
    }

    /// A disk of so many bytes.
    static func small(_ bytes: Int, in folder: String) throws -> MountedDisk {
      let disk = try MountedDisk(in: folder)
      try must("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", disk.path)
      return disk
    }

    /// A folder that is part of a disk mounted for reading alone.
    static func readOnly(_ place: String, in folder: String) throws -> MountedDisk {
      let disk = try MountedDisk(in: folder)
      try must("mount", "--bind", place, disk.path)
      try must("mount", "-o", "remount,ro,bind", disk.path)
      return disk
    }

    /// A disk that says it has 16 MB, in a file for which there is room for 2.
    static func overcommitted(in folder: String) throws -> MountedDisk {
      let disk = try MountedDisk(in: folder)
      try must("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.room)
      let image = disk.room + "/image"
      try must("truncate", "--size=16M", image)
      try must("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-m", "0", image)
      try must("mount", "-o", "loop", image, disk.path)
      return disk
    }

    /// A disk of layers, as a container's is, whose lower one holds what `fill` put into a folder.
    static func layered(
      in folder: String, lower fill: (String) throws -> Void
    ) throws -> MountedDisk {
      let disk = try MountedDisk(in: folder)
      // Of its own, since the folder may be one of such a disk already, on which no other can lie.
      try must("mount", "-t", "tmpfs", "tmpfs", disk.room)
      for layer in ["lower", "upper", "work"] { mkdir("\(disk.room)/\(layer)", 0o700) }
      try fill(disk.room + "/lower")
      let layers = ["lowerdir=\(disk.room)/lower", "upperdir=\(disk.room)/upper"]
      let options = (layers + ["workdir=\(disk.room)/work"]).joined(separator: ",")
      try must("mount", "-t", "overlay", "-o", options, "overlay", disk.path)
      return disk
    }

    /// Takes what room the file of the disk has, so that what is written next cannot be kept.
    func fill() {
      _ = Self.run("dd", "if=/dev/zero", "of=\(filler)", "bs=4096", "status=none")
    }

    /// Gives the room back.
    func empty() { unlink(filler) }

    /// Calls `unshare(CLONE_NEWNS)`, which Swift's module of the C library does not name.
    private static func leaveMounts() -> Bool {
      typealias Unshare = @convention(c) (Int32) -> Int32
      guard let unshare = dlsym(nil, "unshare") else { return false }
      return unsafeBitCast(unshare, to: Unshare.self)(0x0002_0000) == 0
    }

    private static func must(_ command: String...) throws {
      if !run(command) { throw Failure(command: command) }
    }

    private static func run(_ command: String...) -> Bool { run(command) }

    private static func run(_ command: [String]) -> Bool {
      let process = ChildProcess()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = command
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }
#endif

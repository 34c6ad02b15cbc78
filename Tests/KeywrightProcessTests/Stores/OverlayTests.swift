#if os(Linux)
  import Foundation
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightStorage

  /// An open file of a lower layer goes on showing that layer's file, its links and its times, once
  /// another took its place.
  @Suite("On a disk of layers") struct OverlayTests {
    let folder = TemporaryFolder()

    @Test(
      "a commit right after another process's compaction is kept",
      .enabled(if: MountedDisk.canMount, "NOT RUN: needs root, to mount a disk"))
    func commits() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let disk = try MountedDisk.layered(in: path) { lower in
          for number in 0...1 { try Self.commit("a", number, to: Self.open(lower)) }
        }
        let (one, two) = (Self.open(disk.path), Self.open(disk.path))
        for number in 2...3 { try Self.commit("a", number, to: one) }
        _ = try two.open()
        try two.flush(compacting: true)
        try Self.commit("b", 1, to: one)
        let members = try Self.open(disk.path).open().members
        try #require(members.map(\.key) == ["a", "b"])
        try #require(members.map(\.value) == [.integer(3), .integer(1)])
      }
    }

    private static func open(_ folder: String) -> DurableFile {
      // Maintenance would compact meanwhile.
      DurableFile(path: folder + "/store.plist", maintenance: Maintenance(startThread: nil))
    }

    private static func commit(_ name: String, _ number: Int, to file: DurableFile) throws {
      var mirror = Mirror()
      try mirror.commit([(name, .integer(Int64(number)))], to: file)
    }
  }
#endif

import Foundation
import KeywrightCodegen
import Testing

/// Files that generated code is written to.
@Suite("Generated files")
struct FilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "keywright-files-\(UUID().uuidString)")

  private func withFolder(_ body: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path(percentEncoded: false))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  @Test("are not written through a link that waits under the temporary name")
  func plantedTemporary() throws {
    try withFolder { folder in
      let (victim, output) = ("\(folder)/victim", "\(folder)/A.swift")
      try Data("precious".utf8).write(to: URL(filePath: victim))
      let temporary = "\(output).\(ProcessInfo.processInfo.processIdentifier).tmp"
      try FileManager.default.createSymbolicLink(
        atPath: temporary, withDestinationPath: victim)
      try Files.writeIfChanged(Array("new".utf8), to: output)
      #expect(try text(victim) == "precious" && text(output) == "new")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test("leave a pipe or a device where it is")
  func otherKinds() throws {
    try withFolder { folder in
      let pipe = "\(folder)/A.swift"
      try #require(mkfifo(pipe, 0o600) == 0)
      #expect(throws: Files.Failure.self) {
        try Files.writeIfChanged(Array("new".utf8), to: pipe)
      }
      var status = stat()
      #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  @Test("replace a link, and leave what it leads to")
  func plantedOutput() throws {
    try withFolder { folder in
      let (victim, output) = ("\(folder)/victim", "\(folder)/A.swift")
      try Data("precious".utf8).write(to: URL(filePath: victim))
      try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: victim)
      try Files.writeIfChanged(Array("new".utf8), to: output)
      #expect(try text(victim) == "precious" && text(output) == "new")
    }
  }
}

import Foundation
import KeywrightTestSupport

/// An authority, and certificates of it, made by the `openssl` command in a folder of their own.
///
/// The folder goes with the object.
final class Certificates: Sendable {
  /// The program, on the search path.
  static let program = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
    separator: ":"
  )
  .map { "\($0)/openssl" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  let folder = EtcdMember.temporaryFolder()
  private let wantsClient: Bool

  /// - Parameters:
  ///   - names: The names of the member, in OpenSSL's words.
  ///   - wantsClient: Whether the member wants certificates of its clients.
  init(names: String = "IP:127.0.0.1", wantsClient: Bool = false) throws {
    self.wantsClient = wantsClient
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout authority.key "
        + "-out authority.pem -days 2 -subj /CN=authority")
    try make("member", names)
    try make("client", "DNS:client")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func make(_ name: String, _ names: String) throws {
    try Data("subjectAltName=\(names)\n".utf8).write(to: folder.appending(path: "\(name).ext"))
    try run(
      "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(name).key "
        + "-out \(name).csr -subj /CN=\(name)")
    try run(
      "x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial "
        + "-out \(name).pem -days 2 -extfile \(name).ext")
  }

  private func run(_ words: String) throws {
    let process = ChildProcess()
    process.executableURL = URL(filePath: Certificates.program ?? "/usr/bin/openssl")
    process.arguments = words.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  func file(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// The words of the member's command line.
  var flags: String {
    let client =
      wantsClient ? "--client-cert-auth --trusted-ca-file '\(file("authority.pem"))'" : ""
    return "--cert-file '\(file("member.pem"))' --key-file '\(file("member.key"))' \(client)"
  }
}

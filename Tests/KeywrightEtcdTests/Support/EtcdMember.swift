import Foundation
import KeywrightTestSupport

/// An etcd of one member on the loopback interface.
struct EtcdMember: Sendable {
  /// A member's process, below a shell that kills it when its standard input is closed: also when the
  /// tests end, however they do.
  struct Running: Sendable {
    let shell: ChildProcess
    let input: Pipe
  }

  let client: UInt16
  let peer: UInt16
  let folder: URL
  /// The files of the certificates, for a member that speaks TLS.
  var certificates: Certificates?

  var url: String { (certificates == nil ? "http" : "https") + "://127.0.0.1:\(client)" }

  static func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "keywright etcd \(UUID().uuidString)")
  }

  /// Starts the member.
  ///
  /// - Parameter command: A command of the shell for the end; `$1` is the folder.
  func start(atEnd command: String = ":") throws -> Running {
    let peerURL = "http://127.0.0.1:\(peer)"
    let shell = ChildProcess()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c",
      """
      "$0" --name test --data-dir "$1" --listen-client-urls \(url) --advertise-client-urls \(url) \
      --listen-peer-urls \(peerURL) --initial-advertise-peer-urls \(peerURL) \
      --initial-cluster test=\(peerURL) --log-level error \
      \(certificates?.flags ?? "") >/dev/null 2>&1 &
      cat >/dev/null; kill -9 $!; wait $! 2>/dev/null; \(command)
      """, EtcdServer.program ?? "", folder.path(percentEncoded: false),
    ]
    let input = Pipe()
    shell.standardInput = input
    try shell.run()
    return Running(shell: shell, input: input)
  }
}

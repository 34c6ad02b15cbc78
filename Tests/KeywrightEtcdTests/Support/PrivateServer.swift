import Foundation
import Keywright
import KeywrightStorage

@testable import KeywrightEtcd

/// An etcd of one member that a test stops, restores and starts again, always on the same port.
///
/// It ends with the object, and with the tests however they end.
final class PrivateServer: Sendable {
  private struct Running: Sendable {
    let shell: Process
    let input: Pipe
    let identifier: pid_t
  }

  private let (client, peer) = (EtcdServer.freePort(), EtcdServer.freePort())
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "keywright etcd \(UUID().uuidString)")
  private let running = Protected<Running?>(nil)

  /// Starts with an empty folder.
  init() throws { try start() }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
    try? FileManager.default.removeItem(at: backup)
  }

  var place: EtcdPlace { EtcdPlace(endpoints: ["http://127.0.0.1:\(client)"], prefix: "/test") }

  private var backup: URL { folder.appendingPathExtension("backup") }

  func start(token: String = "one") throws {
    let (url, peerURL) = ("http://127.0.0.1:\(client)", "http://127.0.0.1:\(peer)")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c",
      """
      "$0" --name test --data-dir "$1" --listen-client-urls \(url) --advertise-client-urls \(url) \
      --listen-peer-urls \(peerURL) --initial-advertise-peer-urls \(peerURL) \
      --initial-cluster test=\(peerURL) --initial-cluster-token \(token) --log-level error \
      >/dev/null 2>&1 &
      echo $!; cat >/dev/null; kill -9 $!; wait $!
      """, EtcdServer.program ?? "", folder.path(percentEncoded: false),
    ]
    let (input, output) = (Pipe(), Pipe())
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let identifier = pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    running.withLock { $0 = Running(shell: shell, input: input, identifier: identifier) }
  }

  /// Kills the member.
  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    kill(running.identifier, SIGCONT)
    try? running.input.fileHandleForWriting.close()
    running.shell.waitUntilExit()
  }

  /// Lets the member sleep, or go on.
  func pause(_ isPaused: Bool) {
    running.withLock { running in
      if let running { kill(running.identifier, isPaused ? SIGSTOP : SIGCONT) }
    }
  }

  /// Copies the folder of the stopped member.
  func save() throws { try FileManager.default.copyItem(at: folder, to: backup) }

  /// Puts the copy back.
  func restore() throws {
    try erase()
    try FileManager.default.moveItem(at: backup, to: folder)
  }

  /// Removes the folder of the stopped member.
  func erase() throws { try FileManager.default.removeItem(at: folder) }
}

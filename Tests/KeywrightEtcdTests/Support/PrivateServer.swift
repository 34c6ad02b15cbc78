import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport

@testable import KeywrightEtcd

/// An etcd of one member that a test stops, restores and starts again, always on the same port.
///
/// It ends with the object, and with the tests however they end.
final class PrivateServer: Sendable {
  private let member: EtcdMember
  private let running = Protected<EtcdMember.Running?>(nil)

  private var folder: URL { member.folder }

  /// Starts with an empty folder.
  ///
  /// - Parameter certificates: The files of a member that speaks TLS.
  init(certificates: Certificates? = nil) throws {
    member = EtcdMember(
      client: EtcdServer.freePort(), peer: EtcdServer.freePort(),
      folder: EtcdMember.temporaryFolder(), certificates: certificates)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
    try? FileManager.default.removeItem(at: backup)
  }

  var place: EtcdPlace { EtcdPlace(endpoints: [member.url], prefix: "/test") }

  private var backup: URL { folder.appendingPathExtension("backup") }

  func start(token: String = "one") throws {
    let started = try member.start(token: token)
    running.withLock { $0 = started }
  }

  /// Starts the stopped member where its usual clients do not see it, and stops it after a body.
  func startElsewhere(_ body: (EtcdPlace) throws -> Void) throws {
    let hidden = EtcdMember(
      client: EtcdServer.freePort(), peer: member.peer, folder: folder,
      certificates: member.certificates)
    let started = try hidden.start()
    running.withLock { $0 = started }
    defer { stop() }
    try body(EtcdPlace(endpoints: [hidden.url], prefix: place.prefix))
  }

  /// Kills the member.
  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    kill(running.identifier, SIGCONT)
    try? running.input.fileHandleForWriting.close()
    running.shell.waitUntilExit()
  }

  /// Lets the member sleep, or go on.
  ///
  /// The signal stops each thread when the system next runs it, and until then the member answers.
  func pause(_ isPaused: Bool) {
    running.withLock { running in
      guard let running else { return }
      kill(running.identifier, isPaused ? SIGSTOP : SIGCONT)
      while isPaused, !running.isStopped { usleep(1_000) }
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

extension EtcdMember.Running {
  /// Whether no thread of the member runs any more; true where the system has no folder of its threads.
  fileprivate var isStopped: Bool {
    let tasks = URL(filePath: "/proc/\(identifier)/task")
    let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks.path)
    return (threads ?? []).allSatisfy { thread in
      // The state follows the name, which is in parentheses. A thread that has ended has no file.
      let text = try? String(contentsOf: tasks.appending(path: thread + "/stat"), encoding: .utf8)
      let state = text?.split(separator: ")").last?.first { $0 != " " }
      return state.map { "TtZX".contains($0) } ?? true
    }
  }
}

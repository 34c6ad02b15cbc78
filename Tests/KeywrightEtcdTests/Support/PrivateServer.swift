import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport

@testable import KeywrightEtcd

/// An etcd of one member that a test stops and starts again, always on the same port.
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
  }

  var place: EtcdPlace { EtcdPlace(endpoints: [member.url], prefix: "/test") }

  func start() throws {
    let started = try member.start()
    running.withLock { $0 = started }
  }

  /// Kills the member.
  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    try? running.input.fileHandleForWriting.close()
    running.shell.waitUntilExit()
  }
}

import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

/// An etcd of one member for all tests of the process; each test has a prefix of its own.
///
/// `KEYWRIGHT_ETCD=/usr/bin/etcd swift test` runs the tests that need one.
enum EtcdServer {
  /// Whether there is one.
  static var isAvailable: Bool { endpoint != nil }

  static let endpoint: String? = {
    guard program != nil else { return nil }
    let member = EtcdMember(
      client: freePort(), peer: freePort(), folder: EtcdMember.temporaryFolder())
    guard let running = try? member.start(atEnd: #"rm -rf "$1""#) else { return nil }
    server.withLock { $0 = running }
    return member.url
  }()

  /// Kept until the tests end.
  private static let server = Protected<EtcdMember.Running?>(nil)

  /// The program, if a variable names one: what a machine has installed does not change which tests run.
  static let program = ProcessInfo.processInfo.environment["KEYWRIGHT_ETCD"].flatMap { path in
    FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// Why a test that needs a server is skipped.
  static let reason: Comment = "KEYWRIGHT_ETCD names no etcd"

  /// A port of the loopback interface that nobody uses at the moment.
  static func freePort() -> UInt16 {
    let (descriptor, port) = boundSocket()
    close(descriptor)
    return port
  }

  /// A socket with a port of the loopback interface, which nobody else gets while it is open.
  static func boundSocket() -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(descriptor, pointer, size) == 0, getsockname(descriptor, pointer, &size) == 0
        else { return }
      }
      return (descriptor, UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }

  /// A new, empty place.
  static func place() -> EtcdPlace {
    EtcdPlace(endpoints: [endpoint ?? ""], prefix: "/test/\(UUID().uuidString)")
  }

  /// A store that shares nothing with others of the process, as on a machine of its own.
  static func machine(
    _ place: EtcdPlace, options: EtcdOptions = .quick
  ) throws -> EtcdStore {
    let store = EtcdStore(EtcdSpace(place, options: options))
    store.onIssue { _ in }
    try store.waitUntilReady(within: .seconds(600))
    return store
  }
}

extension EtcdOptions {
  /// For tests: it notices soon what others notice later, and waits long on a machine that has much to do.
  ///
  /// A store that never reaches a member says why once its first load has taken `requestTimeout`: a test that
  /// waits for that has a shorter one.
  static var quick: EtcdOptions {
    var options = EtcdOptions()
    options.heartbeat = .milliseconds(500)
    options.requestTimeout = .seconds(60)
    options.commitTimeout = .seconds(60)
    options.watchTimeout = .seconds(60)
    options.conflictPatience = .seconds(600)
    return options
  }
}

import Foundation
import Keywright
import KeywrightEtcd
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// A store on etcd, as a person names it: `etcd://host:2379,other:2379/prefix`, or `etcds://…` by TLS.
struct ClusterLocation: Sendable {
  /// The name as it was given.
  let name: String
  let endpoints: [String]
  let prefix: String
  private let credentials: EtcdCredentials?
  private let options: EtcdOptions

  /// Whether a person names a cluster.
  static func isNamed(_ name: String) -> Bool {
    name.hasPrefix("etcd://") || name.hasPrefix("etcds://")
  }

  /// The cluster of a store, for verbs that work on no other one.
  init(of location: StoreLocation) throws(Arguments.Refusal) {
    guard let cluster = location.cluster else {
      throw Arguments.Refusal(
        reason: "`\(location.given)` is no store on etcd, as etcd://10.0.0.1:2379/shop is one")
    }
    self = cluster
  }

  init(_ name: String) throws {
    let isSecure = name.hasPrefix("etcds://")
    let rest = name.drop { $0 != ":" }.dropFirst(3)
    let hosts = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(hosts.count)
    guard !hosts.contains("@") else {
      throw Arguments.Refusal(
        reason:
          "a password in an argument can be seen by other users; the variables ETCDCTL_USER and "
          + "ETCDCTL_PASSWORD hold it")
    }
    guard !hosts.isEmpty, path.count > 1 else {
      throw Arguments.Refusal(
        reason: "`\(name)` lacks \(hosts.isEmpty ? "a host" : "the prefix of the store"), "
          + "as in etcd://10.0.0.1:2379,10.0.0.2:2379/shop")
    }
    self.name = name
    endpoints = hosts.split(separator: ",").map { host in
      (isSecure ? "https://" : "http://") + host + (Self.namesPort(host) ? "" : ":2379")
    }
    prefix = String(path)
    let environment = ProcessInfo.processInfo.environment
    var options = EtcdOptions()
    options.author = "\(NSUserName()) on \(ProcessInfo.processInfo.hostName), by keywright"
    options.authorityFile = environment["ETCDCTL_CACERT"]
    options.certificateFile = environment["ETCDCTL_CERT"]
    options.privateKeyFile = environment["ETCDCTL_KEY"]
    self.options = options
    credentials = try Self.credentials(environment)
  }

  private static func namesPort(_ host: Substring) -> Bool {
    guard let colon = host.lastIndex(of: ":") else { return false }
    // The last colon before the closing bracket of an address in brackets is a part of the address.
    return host.lastIndex(of: "]").map { $0 < colon } ?? true
  }

  /// The user and the password, of the variables that `etcdctl` has.
  private static func credentials(
    _ environment: [String: String]
  ) throws -> EtcdCredentials? {
    guard let user = environment["ETCDCTL_USER"], !user.isEmpty else { return nil }
    if let password = environment["ETCDCTL_PASSWORD"] {
      return EtcdCredentials(user: user, password: password)
    }
    guard let colon = user.firstIndex(of: ":") else {
      throw InputFiles.Failure(
        path: "ETCDCTL_USER", reason: "it has no password, as USER:PASSWORD has")
    }
    return EtcdCredentials(
      user: String(user[..<colon]), password: String(user[user.index(after: colon)...]))
  }

  // MARK: The store

  /// The store, which may not have heard from its cluster yet.
  ///
  /// - Parameter keys: Keys whose values have a greatest age.
  func connected(_ keys: [AnyKey] = []) -> EtcdStore {
    Progress.note("waiting for the cluster")
    let store = EtcdStore(
      endpoints: endpoints, prefix: prefix, keys: KeySet(keys), credentials: credentials,
      options: options)
    // A verb says itself what went wrong.
    store.onIssue { _ in }
    return store
  }

  /// Runs a body with the store, once it has all values.
  func open<Result>(_ body: (EtcdStore) throws -> Result) throws -> Result {
    let store = connected()
    defer { store.close() }
    try store.waitUntilReady(within: .seconds(10), orRefused: true)
    return try body(store)
  }

  /// A sentence about a password that others may read on its way; empty if none is sent so.
  var exposureNote: String {
    guard credentials != nil else { return "" }
    return endpoints.first(where: EtcdStore.isPlainAndRemote).map {
      note("the password goes to \($0) as plain text; etcds:// protects it")
    } ?? ""
  }
}

import Keywright

/// The options with which a store talks to its cluster.
///
/// ```swift
/// var options = EtcdOptions()
/// options.commitTimeout = .seconds(3)
/// let store = EtcdStore(endpoints: ["http://10.0.0.1:2379"], prefix: "/player", options: options)
/// ```
///
/// Thread safety: an immutable value once the store is open.
public struct EtcdOptions: Sendable {
  /// The time for which one request waits for its answer, before the next endpoint is asked.
  public var requestTimeout: Duration = .seconds(2)

  /// The time for which a commit goes on to ask for its answer, before it throws
  /// `uncertain`, or `unavailable` if nothing
  /// was sent.
  public var commitTimeout: Duration = .seconds(10)

  /// The time for which a commit that other machines overtake goes on to run again, before it throws
  /// `busy`.
  public var conflictPatience: Duration = .seconds(30)

  /// The time for which a commit waits for the watch to show what it wrote, or what overtook it.
  public var watchTimeout: Duration = .seconds(5)

  /// The time between two checks that the member that the store watches is alive and up to date.
  public var heartbeat: Duration = .seconds(5)

  /// The shortest and the longest wait before a request is repeated; each wait is drawn at random
  /// between half of it and all of it.
  public var retryDelay: ClosedRange<Duration> = .milliseconds(20) ... .seconds(2)

  /// The time for which the store watches one member before it moves to another, drawn at random between half
  /// of it and all of it: so watches spread over the members again after some of them were restarted.
  public var watchLifetime: Duration = .seconds(600)

  /// About how many processes follow the prefix. When all of them have to load at one moment, because history
  /// was compacted or a backup restored, each waits at random for up to the time that all loads take one
  /// after another; a process in which a caller waits for values loads at once.
  public var fleet = 100

  /// The time for which etcd keeps the marker of a process that has died, by which lost answers are resolved.
  public var markerLifetime: Duration = .seconds(60)

  /// The most bytes of an answer; a larger one is an error.
  public var maximumAnswer = 64 << 20

  /// The most bytes of keys and values that the store takes from the cluster into memory. With more it is
  /// not kept current, and ``EtcdStore/status`` says why.
  public var maximumTotal = 1 << 30

  /// The most bytes of a request; etcd's own limit is 1.5 MiB unless it was started with another.
  public var maximumRequest = 1_500_000

  /// A file of certificates in PEM form: the authorities that may sign those of the members. Nil is the
  /// system's authorities. On Apple's systems these are the keychain's, and no file is read.
  public var authorityFile: String?

  /// A file of a certificate in PEM form that shows the members who this program is, with its chain; nil
  /// for none. Files of certificates are read again within a minute, so that they may be replaced.
  public var certificateFile: String?

  /// A file of the private key of ``certificateFile``, in PEM form.
  public var privateKeyFile: String?

  /// The author of commits, for the log; nil is the name of the host, the program and the process.
  public var author: String?

  /// The number of records of one key that the log keeps, the newest ones; see ``EtcdStore/log(last:)``.
  public var logPerKey = 20

  /// The time for which the log keeps a record; that of a present value stays for as long as the value.
  public var logAge: Duration = .seconds(30 * 86_400)

  /// The storage strings whose changes the log leaves out, and namespaces as in `"metrics:"`, with all below them:
  /// for counters and states of machines, whose history nobody reads. To a process without this option the last
  /// change of such a key is one of an unknown hand.
  public var unlogged: Set<String> = []

  /// Makes the default options.
  public init() {}

  /// Whether the log leaves out the changes of a key.
  func leavesOutOfLog(_ name: StorageString) -> Bool {
    if unlogged.isEmpty { return false }
    let text = name.string
    return unlogged.contains(text)
      || unlogged.contains { $0.hasSuffix(":") && text.utf8.starts(with: $0.utf8) }
  }

  var securityFiles: SecurityFiles {
    SecurityFiles(
      authorities: authorityFile, certificate: certificateFile, privateKey: privateKeyFile)
  }
}

/// A user of etcd, and the password; never shown in a description.
///
/// Thread safety: an immutable value.
public struct EtcdCredentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The user's name.
  public let user: String
  let password: String

  /// Makes credentials.
  ///
  /// - Parameters:
  ///   - user: The user's name.
  ///   - password: The password; sent only to the store's endpoints. Use `https` endpoints.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// The user's name alone.
  public var description: String { "the etcd user '\(user)'" }

  /// The user's name alone.
  public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

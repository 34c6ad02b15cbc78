import Foundation
import Keywright
import KeywrightEtcd
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// The store that a verb reads and writes: a suite, the path of a property list, or a store on etcd.
struct StoreLocation: Sendable {
  /// The name that was given: a suite, a path, an address.
  let given: String
  /// The path of the property list; of a store on etcd the name that was given.
  let path: String
  /// The cluster, for a store on etcd.
  let cluster: ClusterLocation?
  /// The application, for the system's store of secrets.
  let secrets: SecretsLocation?
  /// The message about the way in which the store was found; empty where a person named it.
  var finding = ""

  /// The option of all verbs that need a store.
  static let option = VerbDescription.Option.value(
    "store", "STORE",
    """
    a suite, as in org.example.player; the path of a store's property
    list; an application's items in the system's store of secrets, as in
    secrets:org.example.player, which change one at a time and tell of no
    change; or a store on etcd, as in
    etcd://10.0.0.1:2379,10.0.0.2:2379/shop, with etcds: by TLS. Without
    it KEYWRIGHT_STORE, or the suite that the program around the current
    folder opens
    """, completing: .store
  ).common

  /// Whether a name is that of a file, not of a suite.
  static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".plist") }

  /// The store that a person names: by a path if the name has a slash or ends in `.plist`, else by its
  /// suite.
  init(_ name: String) throws {
    given = name
    if ClusterLocation.isNamed(name) {
      (path, cluster, secrets) = (name, try ClusterLocation(name), nil)
      return
    }
    cluster = nil
    secrets = SecretsLocation(name)
    if secrets != nil {
      path = name
      return
    }
    if Self.isPath(name) {
      path = name
      return
    }
    guard case .success(let file) = DefaultsLocation.file(ofSuite: name) else {
      if case .failure(let error) = DefaultsLocation.folderOfSuites() {
        let expected = error.expected.map { ", expected \($0)" } ?? ""
        throw InputFiles.Failure(path: name, reason: "found \(error.found ?? "none")\(expected)")
      }
      throw Arguments.Refusal(reason: "`\(name)` is no suite; name the property list by its path")
    }
    path = file
  }

  /// Reads the store beside running programs without changing a byte.
  ///
  /// - Throws: `InputFiles.Failure` for a store that cannot be read.
  func read() throws(InputFiles.Failure) -> DurableFile.Contents {
    if secrets != nil {
      throw InputFiles.Failure(path: path, reason: "the store of secrets is no file")
    }
    do throws(StorageError) {
      return try DurableFile(path: path).inspect().opening.get()
    } catch {
      throw InputFiles.Failure(error)
    }
  }

  /// Refuses a store that keeps no earlier lists.
  func requireFile() throws(Arguments.Refusal) {
    if isFile { return }
    throw Arguments.Refusal(
      reason: secrets != nil
        ? "the store of secrets keeps no earlier values"
        : "only a store in a file keeps earlier lists; one on etcd has commits, of which `keywright "
          + "history` tells, and `keywright revert` undoes one")
  }

  /// Refuses a store with damage, which opening it for writing would put aside.
  func refuseDamage() throws {
    guard isFile, exists else { return }
    if let damage = try read().damage {
      throw OutputFailure(
        path: damage.path,
        reason: "\(damage.words). Nothing was written; \(Self.doctorAdvice(path))")
    }
  }

  /// Refuses a reason that no log takes.
  func refuse(reason: String?) throws(Arguments.Refusal) {
    if reason == nil || cluster != nil { return }
    throw Arguments.Refusal(reason: "\(path) has no log for a reason; a store on etcd has one")
  }

  /// Refuses a store that would refuse a commit, before a person is asked or begins to change values.
  ///
  /// - Parameter count: The number of keys that change; nil for any.
  func refuseChanges(of count: Int? = nil) throws {
    if secrets != nil {
      if count == 1 { return }
      throw Arguments.Refusal(
        reason: "the store of secrets changes one key at a time"
          + (count.map { "; \($0) are named" } ?? ": `keywright set KEY -`"))
    }
    if let cluster {
      return try cluster.open { store in
        if let reason = store.freezeReason {
          throw OutputFailure(path: path, reason: "it is frozen: \(reason)")
        }
      }
    }
    try refuseDamage()
    // The folder must be writable, since commits make files beside the store; for a new store it is the
    // innermost one that exists.
    let parent = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    let folder =
      SchemaFolder.ancestors(of: parent).first(where: FileManager.default.fileExists) ?? "/"
    let file = FileManager.default.fileExists(atPath: path) ? path : folder
    for name in [folder, file] where access(name, W_OK) != 0 {
      throw OutputFailure(path: name, reason: String(cString: strerror(errno)))
    }
  }

  /// The name by which people know the store: the suite, or the last part of a path.
  var name: String {
    let parts = path.split(separator: "/").map(String.init)
    guard isFile, parts.last == DefaultsLocation.fileName, parts.count > 1 else {
      return parts.last ?? path
    }
    return parts[parts.count - 2]
  }

  /// The sentence for a reader of a store with damage.
  func sentence(about damage: StorageError) -> String {
    complaint(
      "\(path: damage.path): \(words: damage.words). "
        + "Values that cannot be read are missing here; \(words: Self.doctorAdvice(path))")
  }

  /// The advice for a store with damage.
  static func doctorAdvice(_ path: String) -> String {
    "`keywright doctor --store \(printable(path: path))` says what can be read"
  }

  /// The suites in the user's own folder for settings.
  static var suites: [String] {
    guard case .success(let folder) = DefaultsLocation.folderOfSuites() else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).sorted().filter { name in
      !DurableFile(path: "\(folder)/\(name)/\(DefaultsLocation.fileName)").isMissing
    }
  }

  /// Whether the store is a property list.
  var isFile: Bool { cluster == nil && secrets == nil }

  /// Whether there is a store, or anything else, at the path, or something that cannot be looked at.
  var exists: Bool { !isFile || !DurableFile(path: path).isMissing }

  /// The messages about the store: how it was found, and which other users own or reach it.
  var notes: String {
    if let cluster { return finding + cluster.exposureNote }
    guard isFile, let exposure = Exposure(ofStoreAt: path) else { return finding }
    return finding + note("\(path: path): \(words: exposure.found)")
  }

  /// The ways in which other users may read what is written now, or write it; nil if they cannot.
  ///
  /// The superuser may reach every file, and changes those of others: their owners are no strangers.
  var exposure: Exposure? {
    if !isFile { return nil }
    return switch Exposure(ofStoreAt: path) {
    case .owner where geteuid() == 0: nil
    case let exposure: exposure
    }
  }

  /// A sentence on a store that a commit just made.
  ///
  /// A file that the superuser makes in a user's folder is one that this user's own program cannot write.
  var creationNote: String {
    guard geteuid() == 0, let owner = Exposure.folderOwner(ofStoreAt: path), owner != 0 else {
      return complaint("made the store \(path: path)")
    }
    return complaint(
      "made the store \(path: path), which belongs to the superuser; user \(owner), whose folder it lies "
        + "in, cannot write it: change the owner of its files, or begin as that user")
  }

  /// A sentence for a person who may have misspelled the store; nil if it exists.
  var absence: String? {
    exists ? nil : complaint("there is no store at \(path: path) yet")
  }
}

import Foundation
import Keywright
import KeywrightSchema
import KeywrightVerbs

/// An administrator's values for a program: those that come before what is stored, and those that come
/// before the defaults.
struct Policies: Sendable {
  /// The option of verbs that print values.
  static let option = VerbDescription.Option.value(
    "policies", "ID",
    """
    the values of an administrator too, from /etc/ID/policies; a path
    stands for the folder with `policies` in it
    """
  ).common

  /// The folder of the administrator's files.
  private let folder: String
  private let managed: ManagedLayer
  private let recommended: ManagedLayer
  /// Both as one store, which tells of changes.
  private let layers: Layers

  /// The policies that a person asks for; nil for none.
  init?(_ arguments: Arguments, _ catalog: SchemaCatalog) throws(Arguments.Refusal) {
    guard let id = arguments.values["policies"] else { return nil }
    let url = URL(fileURLWithPath: id.contains("/") ? id : "/etc/\(id)").standardizedFileURL
    let (root, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
    guard id != ".", id != "..", !id.isEmpty, name != "/" else {
      throw Arguments.Refusal(reason: "--policies: `\(id)` is no name of a folder in /etc")
    }
    folder = "\(url.path)/policies"
    let keys = catalog.keySet
    managed = ManagedLayer(.managed, id: name, keys: keys, root: root)
    recommended = ManagedLayer(.recommended, id: name, keys: keys, root: root)
    layers = Layers([.reading(managed), .reading(recommended)], name: "policies")
  }

  /// The mistakes in the files, each of which is on standard error already, and who else may write them.
  var issues: [StoreError] { managed.issues + recommended.issues }

  /// Sets the function that is called with each mistake in the files.
  func onIssue(_ handler: @escaping @Sendable (StoreError) -> Void) {
    managed.onIssue(handler)
    recommended.onIssue(handler)
    layers.onIssue { _ in }
  }

  /// Calls a function with the storage strings of the values that changed.
  func observe(_ body: @escaping @Sendable ([String]) -> Void) -> ObservationToken {
    layers.observe { body($0.changes.map(\.storageString)) }
  }

  /// The value that an administrator gives a key.
  ///
  /// - Parameter isStored: Whether there is a value that comes before a recommended one.
  func value(of key: CatalogKey, isStored: Bool) -> Value? {
    let name = Keywright.StorageString(key.storageString)
    if let value = try? managed.stored(name) { return Value(level: .managed, value: value) }
    guard !isStored, let value = try? recommended.stored(name) else { return nil }
    return Value(level: .recommended, value: value)
  }

  /// The storage strings of all values.
  var names: [String] {
    (managed.storageStrings() + recommended.storageStrings()).map(\.string)
  }

  /// The sentences about a folder that does not exist, and about others who may write there.
  var complaints: String {
    if !FileManager.default.fileExists(atPath: folder) {
      return note("there is no \(path: folder)")
    }
    return issues.filter { $0.code == .exposed }.map { complaint("\(words: "\($0)")") }.joined()
  }

  /// A value that an administrator gives.
  struct Value: Equatable, Sendable {
    let level: ManagedLayer.Level
    let value: StoredValue
  }
}

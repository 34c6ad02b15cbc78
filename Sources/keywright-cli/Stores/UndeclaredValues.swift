import Foundation
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// The values of a store that no schema declares, or brings along from a former key.
struct UndeclaredValues {
  /// The option of verbs that are about them.
  static let option = VerbDescription.Option.flag(
    "undeclared", "what no schema of --schemas declares, which has to name all that share the store"
  )

  private let location: StoreLocation
  private let catalog: SchemaCatalog
  private(set) var members: [PropertyListDictionary.Member]

  /// Reads a store, and changes nothing.
  init(_ location: StoreLocation, _ arguments: Arguments) throws {
    guard arguments.lists[SchemaSearch.option.name] != nil else {
      throw Arguments.Refusal(
        reason: "--undeclared needs --schemas PATH, once for each target whose program uses the "
          + "store: the keys of the others would count as undeclared")
    }
    // A misspelled path must not look like a store in which all is declared.
    guard location.exists else {
      throw InputFiles.Failure(path: location.path, reason: "there is no store")
    }
    // What cannot be read could be the value of any key.
    try location.refuseDamage()
    let values = try StoredValues(location, nil)
    if values.outcome.code != .success {
      throw InputFiles.Failure(path: location.path, reason: values.outcome.complaints)
    }
    let catalog = try SchemaSearch.catalog(arguments)
    (self.location, self.catalog) = (location, catalog)
    members = values.names.filter { !catalog.isDeclared($0) }.compactMap { name in
      values[name].map { PropertyListDictionary.Member(key: name, value: $0.tree) }
    }
  }

  var names: [String] { members.map(\.key) }

  /// Those of some storage strings; all of them if there is no name.
  func named(_ names: [String]) throws(ValueRefusal) -> UndeclaredValues {
    if names.isEmpty { return self }
    let known = Set(members.map { ExactString($0.key) })
    for name in names where !known.contains(ExactString(name)) {
      throw ValueRefusal(
        key: name,
        reason: "\(printable(path: location.path)) holds no undeclared value of that name")
    }
    let wanted = Set(names.map(ExactString.init))
    var some = self
    some.members.removeAll { !wanted.contains(ExactString($0.key)) }
    return some
  }

  /// A line for each: its name, its kind and the bytes of a file that holds it alone.
  var text: String {
    members.map { "\(printable($0.key)): \($0.value.kind), \(Self.size(of: $0)) bytes\n" }.joined()
  }

  var document: JSONDocument {
    .array(
      members.map {
        [
          "key": .string($0.key), "kind": .string($0.value.kind),
          "bytes": .integer(Self.size(of: $0)),
        ]
      })
  }

  private static func size(of member: PropertyListDictionary.Member) -> Int {
    (try? BinaryPropertyList.encode(member.value).count) ?? 0
  }

  /// Writes the values to a file and removes them, in one commit. If another program has changed one of them since
  /// they were read, nothing is removed.
  ///
  /// - Returns: The path of the file.
  func remove(_ arguments: Arguments) throws -> String {
    let stamp = Date().formatted(.iso8601.timeSeparator(.omitted))
    guard
      let export = arguments.values["export"]
        ?? (location.isFile ? "\(location.path).removed-\(stamp).plist" : nil)
    else {
      throw Arguments.Refusal(
        reason: "--export FILE is missing: where the values are written before they are removed")
    }
    try location.write(because: arguments.value(of: StoreChanges.reason), catalog) { store in
      try PrivateFile.write(Self.bytes(of: members, for: export), to: export)
      if location.secrets != nil {
        // It changes one item at a time.
        for name in names { try store.remove(Key<Root, String?>(StorageString(name))) }
        return
      }
      try store.transaction { transaction in
        for member in members {
          // No schema says that the value is no secret, which a log would show.
          let key = Key<Root, StoredValue?>(
            StorageString(member.key), descriptor: KeyDescriptor(sensitivity: .private))
          guard try transaction.get(key)?.tree == member.value else {
            throw ValueRefusal(
              key: member.key, reason: "another program changed it meanwhile; nothing was removed")
          }
          try transaction.remove(key)
        }
      }
    }
    return export
  }

  /// The values as a file: a binary one, since XML has no parts of a second and no control characters.
  private static func bytes(
    of members: [PropertyListDictionary.Member], for path: String
  ) throws -> [UInt8] {
    do {
      return try BinaryPropertyList.encode(.dictionary(PropertyListDictionary(members)))
    } catch {
      throw OutputFailure(path: path, reason: "\(error)")
    }
  }
}

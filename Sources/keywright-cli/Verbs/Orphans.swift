import Foundation
import Keywright
import KeywrightEtcd
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `orphans STORE FOLDER…`: what is stored and no longer declared.
enum Orphans: Verb {
  static let description = VerbDescription(
    word: "orphans",
    summary: "lists what a store holds and no schema declares, and removes it",
    operands: [.init("STORE", .store), .init("FOLDER…", .folder)],
    options: ClusterLocation.options + [
      StoreChanges.reason,
      .value("remove", "all|KEY,…", "removes all of them; or the named storage strings"),
      .flag(
        "yes",
        "does not ask; without it, the values are listed and the removal confirmed"),
      .value(
        "export", "FILE",
        """
        where what is removed is written first, as a binary property list
        for this user alone; without it, beside the store, with the day and
        time in its name
        """, completing: .file),
      .flag("json", "one JSON array instead of lines; of a removal an object"),
    ],
    discussion: """
      Lists the values of STORE, a suite or the path of a property list, that no schema of the targets
      in FOLDER… declares, or brings along by a former key, with their sizes. Values of other programs
      that use the file are listed too: look before you remove.
      """,
    codes: [.success: "no orphan, or removed", .problems: "orphans were found"],
    examples: [
      "keywright orphans org.example.app Sources/App",
      "keywright orphans --remove app:oldToken --yes defaults.plist Sources/App",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let operands = try arguments.some("a store")
    if operands.count < 2 {
      throw Arguments.Refusal(reason: "a target's folder is missing, as in Sources/App")
    }
    let location = try StoreLocation(operands[0], arguments)
    var outcome = try outcome(of: location, arguments, folders: operands.dropFirst())
    outcome.complaints = location.notes + outcome.complaints
    return outcome
  }

  private static func outcome(
    of location: StoreLocation, _ arguments: Arguments, folders: ArraySlice<String>
  ) throws -> Outcome {
    let store = try StoreFile(location)
    var orphans = store.members
    for path in folders {
      for target in try SchemaFolder.targets(in: path) {
        let folder = try SchemaFolder(target)
        guard let model = folder.model else {
          let text = folder.diagnostics.map(DiagnosticPrinter().text).joined()
          return Outcome(complaints: text, code: .problems)
        }
        let found = Set(store.orphans(in: KeyInventory(model)).map { ExactString($0.key) })
        orphans.removeAll { !found.contains(ExactString($0.key)) }
      }
    }
    let listing = list(orphans, of: store, asJSON: arguments.flags.contains("json"))
    guard let wanted = arguments.values["remove"] else {
      return Outcome(output: listing, code: orphans.isEmpty ? .success : .problems)
    }
    if wanted != "all" {
      let names = wanted.split(separator: ",").map { ExactString(String($0)) }
      let known = Set(orphans.map { ExactString($0.key) })
      if let name = names.first(where: { !known.contains($0) }) {
        return Outcome(
          complaints:
            "keywright: `\(printable(name.text))` is no orphan of \(printable(path: store.path))\n",
          code: .problems)
      }
      orphans.removeAll { !names.contains(ExactString($0.key)) }
    }
    if orphans.isEmpty { return Outcome(output: listing) }
    let selection = list(orphans, of: store, asJSON: arguments.flags.contains("json"))
    guard arguments.flags.contains("yes") || Confirmation.ask(selection + "Remove these?") else {
      return Outcome(
        output: selection, complaints: "keywright: nothing was removed; --yes removes these\n",
        code: .problems)
    }
    let (count, export) =
      try location.cluster.map {
        try remove(orphans, from: $0, arguments)
      } ?? remove(orphans, from: store, export: arguments.values["export"])
    if arguments.flags.contains("json") {
      let document: JSONDocument = ["removed": .integer(count), "export": .string(export)]
      return Outcome(output: document.text() + "\n")
    }
    return Outcome(
      output:
        "removed \(counted(count, "value")) of \(printable(path: store.path)), "
        + "exported to \(printable(path: export))\n")
  }

  private static func list(
    _ orphans: [PropertyListDictionary.Member], of store: StoreFile, asJSON: Bool
  ) -> String {
    if asJSON {
      return JSONDocument.array(
        orphans.map {
          [
            "key": .string($0.key), "kind": .string($0.value.kind),
            "bytes": .integer(store.size(of: $0)),
          ]
        }
      ).text() + "\n"
    }
    return orphans.map {
      "\(printable($0.key)): \($0.value.kind), \(store.size(of: $0)) bytes\n"
    }.joined()
  }

  /// Removes values of a store on etcd, which it writes to a file first. If another program has changed one
  /// of them since they were read, nothing is removed.
  private static func remove(
    _ orphans: [PropertyListDictionary.Member], from cluster: ClusterLocation,
    _ arguments: Arguments
  ) throws -> (count: Int, export: String) {
    let stamp = Date().formatted(.iso8601.timeSeparator(.omitted))
    let export = arguments.values["export"] ?? "removed-\(stamp).plist"
    try cluster.open { store in
      let store = arguments.values[StoreChanges.reason.name].map(store.because) ?? store
      try PrivateFile.write(bytes(of: orphans, for: export), to: export)
      try store.transaction { transaction in
        for orphan in orphans {
          let key = Key<Root, StoredValue?>(StorageString(orphan.key))
          guard try transaction.get(key)?.tree == orphan.value else {
            throw ValueRefusal(
              key: orphan.key, reason: "another program changed it meanwhile; nothing was removed")
          }
          try transaction.remove(key)
        }
      }
    }
    return (orphans.count, export)
  }

  /// Removes values, which it writes to a file first.
  ///
  /// - Returns: the number of values, and the path of the file.
  private static func remove(
    _ orphans: [PropertyListDictionary.Member], from store: StoreFile, export: String?
  ) throws -> (count: Int, export: String) {
    let stamp = Date().formatted(.iso8601.timeSeparator(.omitted))
    let export = export ?? "\(store.path).removed-\(stamp).plist"
    let names = Set(orphans.map { ExactString($0.key) })
    let file = DurableFile(path: store.path)
    defer { file.close() }
    do {
      var present = try PropertyListDictionary(file.open().members)
      // Another program may have stored new values since the opening: those are removed, and exported.
      switch try file.beginUpdating(timeout: .seconds(10)) {
      case nil: break
      case .commits(let commits): present = present.applying(commits.flatMap(\.changes))
      case .contents(let contents): present = try PropertyListDictionary(contents.members)
      }
      defer { file.endWriting() }
      let removed = present.members.filter { names.contains(ExactString($0.key)) }
      let rest = present.members.filter { !names.contains(ExactString($0.key)) }
      try PrivateFile.write(bytes(of: removed, for: export), to: export)
      try file.write(
        recording: { record throws(PropertyListError) in
          try record.append(removed.map { MemberChange(name: $0.key, value: nil) })
        }, everything: { rest })
      return (removed.count, export)
    } catch let error as StorageError {
      throw OutputFailure(path: store.path, reason: error.sentence)
    }
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

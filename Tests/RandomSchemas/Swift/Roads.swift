#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightEtcd

// The roads by which a value that was printed gets into a program again.

extension Checker {
  /// What prints reads back, or is refused for a constraint: as a variable, an argument, and by name.
  ///
  /// - Parameter isRefused: Whether it is to be refused; nil if one road has to say it for the others.
  /// - Returns: Whether it is.
  func compareTexts(
    of key: AnyKey, _ account: Account, isRefused: Bool?, _ registry: any KeyRegistry.Type
  ) -> Bool {
    guard account.source == "stored", let text = account.text, let json = account.json else {
      return false
    }
    let layers = layers(of: key, text, registry)
    let isRefused = isRefused ?? ((try? layers[0].road()) == nil)
    // An argument and a variable end at a zero.
    for (name, road) in layers where !text.utf8.contains(0) {
      compare(road, text, isRefused: isRefused, "\(key) as \(name)")
    }
    // A callback of a key that is set would receive a default that is only compiled; and processing may
    // change a stored value that is set again, or refuse another.
    for (name, road) in setters(of: key, text, json) where key.defaultText != nil {
      if key.isPlain {
        compare(road, text, isRefused: isRefused, "\(key) as \(name)")
      } else {
        _ = try? road()
      }
    }
    return isRefused
  }

  /// A way to a text that is stored, or in a layer.
  private typealias Road = () throws -> String?
  private typealias Roads = [(name: String, road: Road)]

  private func compare(
    _ road: Road, _ text: String, isRefused: Bool, _ what: String
  ) {
    do {
      let found = try road()
      if isRefused { return differ(what, found ?? "nil", "a refusal") }
      if found != text { differ(what, found ?? "nil", text) }
    } catch {
      if !isRefused { differ(what, "\(error)", text) }
    }
  }

  private func layers(
    of key: AnyKey, _ text: String, _ registry: any KeyRegistry.Type
  ) -> Roads {
    let variable = EnvironmentLayer.Naming.keywright.variable(of: key.storageString)
    // By scalars: a `:` and a combining mark behind it are one character.
    let argument = key.storageString.string.unicodeScalars.map {
      $0 == ":" ? "." : $0 == "=" ? "%3D" : String($0)
    }.joined()
    return [
      (
        "a variable",
        { try key.storedText(in: EnvironmentLayer(prefix: "", environment: [variable: text])) }
      ),
      ("an argument", { try key.storedText(in: ArgumentsLayer(["--\(argument)=\(text)"])) }),
      (
        "a variable of the registry",
        {
          let variables = ["\(registry.textNames.prefix)_\(variable)", variable].map { ($0, text) }
          return try key.storedText(
            in: EnvironmentLayer(keys: registry, environment: Dictionary(variables) { $1 }))
        }
      ),
      (
        "an argument of the registry",
        { try key.storedText(in: ArgumentsLayer(["--\(argument)=\(text)"], keys: registry)) }
      ),
    ]
  }

  private func setters(of key: AnyKey, _ text: String, _ json: String) -> Roads {
    [
      (
        "text",
        {
          let store = MemoryStore()
          try key.set(text: text, in: store)
          return try key.storedText(in: store)
        }
      ),
      (
        // A cache keeps values of types, so that one gets there by its key.
        "JSON in a cache",
        {
          let store = CacheStore(capacity: 1_000_000)
          try key.set(json: json, in: store)
          // A value may cost more than that, or live for no time.
          return try key.storedText(in: store) ?? text
        }
      ),
      (
        "JSON",
        {
          let store = MemoryStore()
          try key.set(json: json, in: store)
          return try key.storedText(in: store)
        }
      ),
    ]
  }

  // MARK: Files that people write

  /// Compares what a JSON file gives that has the value of every key, under the whole names and in objects.
  func compareFiles(in folder: String, _ memory: MemoryStore, _ refused: Set<StorageString>) {
    var flat: [(String, String)] = []
    var nested = Members()
    for key in keys.all {
      let account = account(of: key, in: memory)
      guard account.source == "stored", let json = account.json else { continue }
      let name = key.storageString.string
      flat.append((name, json))
      nested.add(json, at: name.split(separator: ":", omittingEmptySubsequences: false)[...])
    }
    if lies("JSONLayer") { flat = Array(flat.dropFirst()) }
    for (form, text) in [("flat", Members.object(flat)), ("nested", nested.text)] {
      let url = URL(filePath: "\(folder)/\(form).json")
      do { try Data(text.utf8).write(to: url) } catch { differ(form, "\(error)", "no error") }
      let layer = JSONLayer(url: url, keys: keys)
      for name in layer.unknownNames { differ("a \(form) JSON file", "\(name)", "no such name") }
      for key in keys.all {
        var expected = account(of: key, in: memory)
        // What is unreadable prints nothing that a file could have.
        if expected.source == "unreadable" { expected.source = "default" }
        compare(key, in: layer, refused, with: expected, "a \(form) JSON file")
      }
    }
  }

  /// Compares what a store that checks constraints has of a key with what one has that does not.
  private func compare(
    _ key: AnyKey, in store: some ReadableStore, _ refused: Set<StorageString>,
    with expected: Account, _ what: String
  ) {
    var expected = expected
    if refused.contains(key.storageString) {
      expected = Account(source: "unreadable", text: key.defaultText, json: key.defaultJSON)
    }
    let found = account(of: key, in: store)
    if found != expected { differ("\(key) in \(what)", "\(found)", "\(expected)") }
  }

  // MARK: A cluster

  /// Compares what two programs have of the same values in etcd: one that declares its keys, and one that
  /// reads what it is asked for.
  func compareCluster(
    _ endpoint: String, prefix: String, _ trees: Trees, _ memory: MemoryStore,
    _ refused: Set<StorageString>
  ) {
    let writer = EtcdStore(endpoints: [endpoint], prefix: prefix)
    // One place has one table of values in a process; spelled otherwise it is another place.
    let other = endpoint.replacing("127.0.0.1", with: "localhost")
    let reader = EtcdStore(
      endpoints: [other], prefix: prefix,
      keys: lies("EtcdStore, declared") ? KeySet([]) : keys)
    defer {
      writer.close()
      reader.close()
    }
    do {
      try writer.waitUntilReady(within: .seconds(30))
      fill(writer, with: lies("EtcdStore") ? lessened(trees) : trees, atOnce: 100)
      try reader.waitUntilReady(within: .seconds(30))
      try reader.refresh()
    } catch {
      return differ("etcd", "\(error)", "no error")
    }
    // A declared key may limit the age of its values.
    let stale = reader.status.stale
    for key in keys.all {
      let expected = account(of: key, in: memory)
      let found = account(of: key, in: writer)
      if found != expected { differ("\(key) in etcd", "\(found)", "\(expected)") }
      if stale.contains(key.storageString.string) { continue }
      compare(key, in: reader, refused, with: expected, "etcd, declared")
    }
    let wrong = keys.all.filter {
      refused.contains($0.storageString) || account(of: $0, in: memory).source == "unreadable"
    }
    let names = wrong.map(\.storageString.string).sorted()
    if reader.status.refused != names {
      differ("what etcd has refused", "\(reader.status.refused)", "\(names)")
    }
  }
}

/// The members of a JSON object, in order; names are compared by their bytes.
private struct Members {
  private var names: [String] = []
  private var values: [String] = []
  private var inner: [Members?] = []

  mutating func add(_ json: String, at path: ArraySlice<Substring>) {
    guard let first = path.first else { return }
    let isSame: (String) -> Bool = { $0.utf8.elementsEqual(first.utf8) }
    if path.count == 1 {
      append(String(first), json, nil)
    } else if let index = names.indices.first(where: { isSame(names[$0]) && inner[$0] != nil }) {
      inner[index]?.add(json, at: path.dropFirst())
    } else {
      append(String(first), "", Members())
      inner[names.count - 1]?.add(json, at: path.dropFirst())
    }
  }

  private mutating func append(_ name: String, _ value: String, _ members: Members?) {
    names.append(name)
    values.append(value)
    inner.append(members)
  }

  var text: String {
    Members.object(names.indices.map { (names[$0], inner[$0]?.text ?? values[$0]) })
  }

  /// An object of members, each value as its JSON.
  static func object(_ members: [(name: String, json: String)]) -> String {
    let lines = members.map { name, json in
      let quoted = (try? JSONEncoder().encode(name)).map { String(decoding: $0, as: UTF8.self) }
      return "\(quoted ?? "null"): \(json)"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Keywright

// The program's side of the search across surfaces: it fills a store with random trees, valid and not, and
// says of each key what it has, by each road that it knows.

/// What the program has of one key.
private struct Account: Equatable, CustomStringConvertible {
  /// `stored`, `unreadable` or `default`.
  var source: String
  var text: String?
  var json: String?

  var description: String { "\(source) \(text ?? "nil") \(json ?? "nil")" }
}

extension Checker {
  /// Stores a random tree under each key of the target, and prints what the program has of each.
  ///
  /// - Parameters:
  ///   - registry: The registry of the target.
  ///   - folder: Where the stores are made: `defaults.plist` is the one that the command reads.
  ///   - seed: The seed of the trees.
  public func compareSurfaces(
    of registry: any KeyRegistry.Type, in folder: String, seed: UInt64
  ) {
    var random = SplitMix(state: seed)
    var trees: [(key: AnyKey, tree: StoredValue)] = []
    for key in keys.all where Int.random(in: 0..<8, using: &random) > 0 {
      trees.append((key, tree(for: key, &random)))
    }
    let defaults = DefaultsStore(
      url: URL(filePath: folder + "/defaults.plist"), watching: .never)
    let files = FileStore(folder: URL(filePath: folder + "/files"))
    let memory = MemoryStore()
    do {
      for (key, tree) in trees {
        let raw = Key<Root, StoredValue?>(storageString: key.storageString.string)
        try defaults.set(raw, to: tree)
        try files.set(raw, to: tree)
        try memory.set(raw, to: tree)
      }
      try defaults.flush(compacting: true)
    } catch {
      differ("a tree is not stored", "\(error)", "no error")
    }
    for key in keys.all {
      let account = self.account(of: key, in: memory)
      for (name, other) in [
        ("DefaultsStore", self.account(of: key, in: defaults)),
        ("FileStore", self.account(of: key, in: files)),
        ("Layers", self.account(of: key, in: Layers([.readingAndWriting(memory)]))),
      ] where other != account {
        differ("\(key) in a \(name)", "\(other)", "\(account)")
      }
      compareTexts(of: key, account, registry)
      let fields = [
        hexadecimal(key.storageString.string), account.source,
        account.text.map { "=" + hexadecimal($0) } ?? "-",
        account.json.map { "=" + hexadecimal($0) } ?? "-",
        key.defaultJSON.map { "=" + hexadecimal($0) } ?? "-",
      ]
      say("surface", fields.joined(separator: ";"))
    }
    defaults.close()
  }

  private func account(of key: AnyKey, in store: some ReadableStore) -> Account {
    do {
      let text = try key.storedText(in: store)
      let json = text == nil ? key.defaultJSON : key.json(in: store)
      return Account(
        source: text == nil ? "default" : "stored", text: text ?? key.defaultText, json: json)
    } catch {
      return Account(source: "unreadable", text: key.defaultText, json: key.defaultJSON)
    }
  }

  /// What prints reads back: as a variable, an argument, in a file, and by name.
  private func compareTexts(
    of key: AnyKey, _ account: Account, _ registry: any KeyRegistry.Type
  ) {
    guard account.source == "stored", let text = account.text, let json = account.json else {
      return
    }
    let variable = EnvironmentLayer.Naming.keywright.variable(of: key.storageString)
    // By scalars: a `:` and a combining mark behind it are one character.
    let argument = key.storageString.string.unicodeScalars.map {
      $0 == ":" ? "." : $0 == "=" ? "%3D" : String($0)
    }.joined()
    let read: [(String, () throws -> String?)] = [
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
    // A callback of a key that is set would receive a default that is only compiled.
    let isSet = key.defaultText != nil
    for (name, read) in read
    where isSet || name.hasPrefix("an argument") || name.hasPrefix("a variable") {
      do {
        let found = try read()
        // Processing may change a stored value that is set again; a layer does not process.
        let isProcessed = !key.isPlain && (name == "text" || name.hasPrefix("JSON"))
        if found != text, !isProcessed { differ("\(key) as \(name)", found ?? "nil", text) }
      } catch let error as StoreError {
        // A stored value may violate what a new one has to satisfy.
        let isRefused = [.constraint, .refused].contains(error.code) || error.violatesConstraint
        if !isRefused, !text.utf8.contains(0) { differ("\(key) as \(name)", "\(error)", text) }
      } catch {
        differ("\(key) as \(name)", "\(error)", text)
      }
    }
  }

  // MARK: Trees

  /// A tree for a key: what it stores, with an edit, or any other.
  private func tree(for key: AnyKey, _ random: inout SplitMix) -> StoredValue {
    var valid: StoredValue?
    if let json = key.defaultJSON {
      let store = MemoryStore()
      try? key.set(json: json, in: store)
      let raw = Key<Root, StoredValue?>(storageString: key.storageString.string)
      valid = store.get(raw)
    }
    guard let valid, Int.random(in: 0..<4, using: &random) > 0 else {
      return leaf(depth: 2, &random)
    }
    return edited(valid, &random)
  }

  private func edited(_ tree: StoredValue, _ random: inout SplitMix) -> StoredValue {
    let choice = Int.random(in: 0..<4, using: &random)
    switch tree.content {
    case .integer(let number) where choice > 1:
      return choice == 2 ? .real(Double(number)) : .integer(number &+ 1)
    case .real(let number) where choice > 1:
      return choice == 2 ? .real(number * 1e300) : .real(-number)
    case .array(var elements) where choice > 0:
      if elements.isEmpty { return [leaf(depth: 1, &random)] }
      let index = Int.random(in: elements.indices, using: &random)
      if choice == 1 {
        elements.append(elements[index])
      } else {
        elements[index] = edited(elements[index], &random)
      }
      return .array(elements)
    case .dictionary(let members) where choice > 0:
      var members = members.map { ($0.key, $0.value) }
      if members.isEmpty || choice == 1 {
        members.append(
          (
            ["zzzzz", "é", "e\u{301}", "1", "$date"].randomElement(using: &random) ?? "",
            leaf(depth: 1, &random)
          ))
      } else {
        let index = Int.random(in: members.indices, using: &random)
        if choice == 2 {
          members.remove(at: index)
        } else {
          members[index].1 = edited(members[index].1, &random)
        }
      }
      return .dictionary(members)
    default: return choice == 0 ? leaf(depth: 1, &random) : tree
    }
  }

  private func leaf(depth: Int, _ random: inout SplitMix) -> StoredValue {
    let leaves: [StoredValue] = [
      true, false, 0, 1, -1, 255, .unsigned(.max), 5.0, 0.5, -0.0, 1e300, .real(.infinity),
      .real(.nan), "", "a", " a\nb=#", "é", "e\u{301}", "unknown(a)", "[1]", "12.50", "1e-7",
      "http://a/b", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .date(secondsSince2001: 0.1),
      .date(secondsSince2001: 1e12), .data([]), .data([0xCA, 0xFE]), [], [:], [1, 1],
      ["b", "a", "a"],
      [.integer(.max), 999_999_999_999_999_999], [.integer(.min), -1], ["$date": "2026-01-31"],
      ["a": 1], ["1": 1], ["1": 0.5, "2": 0.5],
    ]
    return leaves.randomElement(using: &random) ?? true
  }
}

extension AnyKey {
  /// Whether a value that is set again stays as it is.
  fileprivate var isPlain: Bool {
    let text = explain(in: MemoryStore())
    return !text.contains("processing")
  }
}

extension StoreError {
  /// Whether a layer refused a value for a constraint of its key.
  fileprivate var violatesConstraint: Bool {
    let words = [
      "not in ", "shorter than", "longer than", "does not match", "more than", "twice",
      "not one of",
      // Of a private value the constraint alone is said.
      "expected a value in ", "expected a text of at ", "expected at most ",
      "expected a text that matches",
      "expected elements that",
      "expected one of ",
    ]
    return words.contains { "\(self)".contains($0) }
  }
}

/// A generator of which the seed gives all numbers (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

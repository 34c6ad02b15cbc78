import Testing

@testable import KeywrightSchema

/// Schemas that declare the last step alone: the lock tells the others.
@Suite("The lock as an input")
struct LockInputTests {
  /// The last of some versions, after a release of each one before.
  private func evolved(_ versions: [String], readers: KeyLock.Readers = .newer) throws -> Evolution
  {
    var lock = KeyLock()
    lock.readers = readers
    for (index, version) in versions.dropLast().enumerated() {
      lock = try Evolution(version, lock: lock).released("\(index + 1).0")
    }
    return try Evolution(versions[versions.count - 1], lock: lock)
  }

  private func errors(_ evolution: Evolution) -> [String] {
    evolution.changes.filter { $0.level >= .warning }.map(\.message)
  }

  @Test(
    "says where the last release looks for a value that moves later",
    arguments: [
      KeyLock.Readers.newer, .both,
    ])
  func place(readers: KeyLock.Readers) throws {
    let keys = #""late": { "type": "Int?", "former": ["player:lat"], "moves": "later" }"#
    let evolution = try evolved(
      [
        Evolution.keys(#""lat": { "type": "Int?" }"#),
        #"{ "version": 1, "namespace": "sound", "former": ["player"], "keys": { \#(keys) } }"#,
      ], readers: readers)
    let key = try #require(evolution.model.root.children.first?.keys.first)
    // No release ever had the key's new name in the namespace of before.
    #expect(key.formerKeys == ["player:lat", "player:late"])
  }

  @Test("follows a key through each name that it had")
  func keys() throws {
    let evolution = try evolved([
      Evolution.keys(#""a": { "type": "Int?" }"#),
      Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#),
      Evolution.keys(#""c": { "type": "Int?", "former": ["player:b"] }"#),
      Evolution.keys(#""d": { "type": "Int?", "former": ["player:c"] }"#),
    ])
    let key = try #require(evolution.model.root.children.first?.keys.first)
    #expect(key.formerKeys == ["player:c", "player:b", "player:a"])
    #expect(key.lockedFormerKeys.map(\.string) == ["player:b", "player:a"])
    #expect(key.lockedFormerKeys.map(\.release) == ["2.0", "1.0"])
    #expect(errors(evolution) == [])
  }

  @Test(
    "looks for the newest value first, also where a schema lists an older name beside the last one")
  func older() throws {
    let evolution = try evolved([
      Evolution.keys(#""a": { "type": "Int?" }"#),
      Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#),
      Evolution.keys(#""c": { "type": "Int?", "former": ["player:b"] }"#),
      Evolution.keys(#""d": { "type": "Int?", "former": ["player:c", "player:a"] }"#),
    ])
    #expect(
      evolution.model.root.children.first?.keys.first?.formerKeys
        == ["player:c", "player:b", "player:a"])
    #expect(errors(evolution) == [])
  }

  @Test("follows a key whose schema forgets its former names after a release has them")
  func forgotten() throws {
    let evolution = try evolved([
      Evolution.keys(#""a": { "type": "Int?" }"#),
      Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#),
      Evolution.keys(#""b": { "type": "Int?" }"#),
    ])
    #expect(evolution.model.root.children.first?.keys.first?.formerKeys == ["player:a"])
    #expect(errors(evolution) == [])
  }

  @Test("follows the keys of a namespace through each name that it had")
  func namespaces() throws {
    func version(_ name: String, _ former: String) -> String {
      """
      { "version": 1, "namespace": "\(name)", \(former) "keys": { "a": { "type": "Int?" } },
      "namespaces": { "inner": { "keys": { "k": { "type": "Int?", "parameters": { "i": "Int" } } } } } }
      """
    }
    let evolution = try evolved([
      version("x", ""), version("y", #""former": ["x"],"#), version("z", #""former": ["y"],"#),
    ])
    let space = try #require(evolution.model.root.children.first)
    #expect(space.keys.first?.formerKeys == ["y:a", "x:a"])
    #expect(space.children.first?.keys.first?.formerKeys == ["y:inner:k", "x:inner:k"])
    #expect(errors(evolution) == [])
  }

  @Test("follows a key through each store that had it")
  func stores() throws {
    func version(_ store: String) -> String {
      Evolution.keys("\"a\": { \"type\": \"Int?\" \(store) }")
    }
    let evolution = try evolved([
      version(""), version(#", "store": ["b", "default"]"#), version(#", "store": ["c", "b"]"#),
    ])
    let key = try #require(evolution.model.root.children.first?.keys.first)
    #expect(key.lifecycle.formerStores == ["b", "default"])
    #expect(errors(evolution) == [])
  }

  @Test("follows a case through each raw value, and a field through each name")
  func parts() throws {
    func version(_ cases: String, _ fields: String) -> String {
      """
      { "version": 1, "namespace": "player", "types": {
        "E": { "enum": \(cases) }, "S": { "struct": \(fields) } },
        "keys": { "e": { "type": "[E]", "default": [] }, "s": { "type": "[String: S]", "default": {} } } }
      """
    }
    let evolution = try evolved([
      version(#"["l", "a"]"#, #"{ "a": "Int" }"#),
      version(
        #"{ "l": "l", "b": { "former": ["a"] } }"#,
        #"{ "b": { "type": "Int", "former": ["a"] } }"#),
      version(
        #"{ "l": "l", "c": { "former": ["b"] } }"#,
        #"{ "c": { "type": "Int", "former": ["b"] } }"#),
    ])
    #expect(errors(evolution) == [])
    let types = evolution.model.types
    #expect(types[0].formerCases.map(\.rawValue.text) == ["\"b\"", "\"a\""])
    #expect(types[0].formerCases.map(\.name) == ["c", "c"])
    guard case .structure(let fields) = types[1].kind else {
      Issue.record("no struct")
      return
    }
    #expect(fields.map(\.formerNames) == [["b", "a"]])
  }

  @Test(
    "adds nothing that a function converted, that is reserved, or that another key has",
    arguments: [
      // A step with a function ends the chain: the schema names the function, and what it converts.
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "String?", "former": ["player:a"], "migrate": "F.f" }"#,
        #""c": { "type": "String?", "former": ["player:b"] }"#,
      ],
      // The key that names a function has it for what it declares.
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""b": { "type": "Int?", "former": ["player:z"], "migrate": "F.f" }"#,
      ],
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""b": { "type": "Int?" } }, "reserved": ["a"], "x-none": {"#,
      ],
    ])
  func ends(versions: [String]) throws {
    let evolution = try evolved(versions.map(Evolution.keys))
    #expect(
      evolution.model.root.children.first?.keys.allSatisfy { $0.lockedFormerKeys.isEmpty } == true)
    #expect(Set(evolution.changes.filter { $0.level == .error }.map(\.fate)) == [.lost])
  }

  @Test("leaves alone what a string meant before it came back")
  func lives() throws {
    var lock = try Evolution(Evolution.keys(#""a": { "type": "Int?" }"#)).released("1.0")
    lock = try Evolution(
      Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#), lock: lock
    ).released("2.0")
    lock = try Evolution(
      Evolution.keys(#""a": { "type": "Int?", "former": ["player:b"] }"#), lock: lock
    ).released("3.0")
    let evolution = try Evolution(
      Evolution.keys(#""c": { "type": "Int?", "former": ["player:a"] }"#), lock: lock)
    #expect(
      evolution.model.root.children.first?.keys.first?.formerKeys == ["player:a", "player:b"])
    #expect(errors(evolution) == [])
  }

  @Test("names both keys to which releases of two branches gave one string")
  func heirs() throws {
    let first = try Evolution(
      Evolution.keys(#""a": { "type": "Int?" }"#)
    ).released("1.0")
    let hotfix = try Evolution(
      Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#), lock: first
    ).released("1.1")
    var both = try Evolution(
      Evolution.keys(#""c": { "type": "Int?", "former": ["player:a"] }"#), lock: first
    ).released("2.0")
    both.releases.append("1.1")
    both.keys += hotfix.keys.filter { $0.release == "1.1" }
    both.retired += hotfix.retired.filter { $0.release == "1.1" }
    both.sort()
    let evolution = try Evolution(
      Evolution.keys(#""b": { "type": "Int?" }, "c": { "type": "Int?" }"#), lock: both)
    let errors = errors(evolution)
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.contains("`player:b`") == true, "\(errors)")
    #expect(errors.first?.contains("`player:c`") == true, "\(errors)")
  }

  /// The earlier defaults of a key, with the last release of those that showed each, and the first without it.
  private func defaults(_ evolution: Evolution) throws -> [String] {
    let key = try #require(evolution.model.root.children.first?.keys.first)
    return (key.earlierDefaults ?? []).map {
      "\($0.value.text) to \($0.releases.last ?? "") before \($0.end)"
    }
  }

  @Test(
    "gives users the default that the last release showed those who began with theirs",
    arguments: [
      ([(1, false), (2, true)], ["1 to 1.0 before a release after 1.0"]),
      ([(1, false), (2, true), (2, true)], ["1 to 1.0 before 2.0"]),
      (
        [(1, false), (2, true), (3, true)],
        ["2 to 2.0 before a release after 2.0", "1 to 1.0 before 2.0"]
      ),
      // A change for all counts for those who began before it, too.
      ([(1, false), (2, false), (3, true)], ["2 to 2.0 before a release after 2.0"]),
      ([(1, false), (2, true), (3, false), (4, true)], ["3 to 3.0 before a release after 3.0"]),
      ([(1, false), (2, true), (3, false)], []),
      // Users of 1.0 see what they saw; a store without a mark is as old as theirs.
      (
        [(1, false), (2, true), (1, true)],
        ["2 to 2.0 before a release after 2.0", "1 to 1.0 before 2.0"]
      ),
      ([(1, true), (1, true), (1, true)], []),
    ] as [([(Int, Bool)], [String])])
  func defaults(versions: [(value: Int, isForNew: Bool)], expected: [String]) throws {
    let evolution = try evolved(
      versions.map { value, isForNew in
        Evolution.keys(
          "\"a\": { \"type\": \"Int\", \"default\": \(value) \(isForNew ? #", "defaultFor": "new""# : "") }"
        )
      })
    #expect(try defaults(evolution) == expected)
  }

  @Test("spells a default of a release in the names of today")
  func spelled() throws {
    func version(_ cases: String, _ fields: String, _ default: String) -> String {
      """
      { "version": 1, "namespace": "player", "types": {
        "E": { "enum": \(cases) }, "S": { "struct": \(fields) } },
        "keys": { "s": { "type": "[S]", "default": [\(`default`)], "defaultFor": "new" } } }
      """
    }
    let evolution = try evolved([
      version(
        #"["l", "a"]"#, #"{ "e": "E", "w": { "type": "Int", "default": 4 }, "h": "Int" }"#,
        #"{ "e": "a", "h": 1 }"#),
      version(
        #"{ "l": "l", "b": { "former": ["a"] } }"#,
        #"{ "e": "E", "wide": { "type": "Int", "default": 5, "former": ["w"] }, "h": "Int" }"#,
        #"{ "e": "l", "h": 2 }"#),
    ])
    #expect(
      try defaults(evolution) == ["[{e: b, wide: 4, h: 1}] to 1.0 before a release after 1.0"])
  }

  @Test("keeps the default of a key that had another name, until a function converts its values")
  func renamedDefault() throws {
    let first = Evolution.keys(#""a": { "type": "Int", "default": 1 }"#)
    let renamed = try evolved([
      first,
      Evolution.keys(
        #""b": { "type": "Int", "default": 2, "former": ["player:a"], "defaultFor": "new" }"#),
    ])
    #expect(try defaults(renamed) == ["1 to 1.0 before a release after 1.0"])
    #expect(errors(renamed) == [])
    let converted = try evolved([
      first,
      Evolution.keys(
        #""b": { "type": "String", "default": "", "former": ["player:a"], "migrate": "F.f", "defaultFor": "new" }"#
      ),
    ])
    #expect(try defaults(converted) == [])
  }

  // MARK: What a release with the chain changes

  /// The generated reading of the last of some versions, before and after its release: the same, since its schema is.
  @Test(
    "adds the same after the release of a schema as before it",
    arguments: [
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""c": { "type": "String?", "former": ["player:b"], "migrate": "F.f" }"#,
      ],
      [
        #""a": { "type": "Int32?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""c": { "type": "Duration?", "former": ["player:b"], "migrate": "F.f" }"#,
      ],
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""c": { "type": "Int?", "former": ["player:b"] }"#,
        #""d": { "type": "Int?", "former": ["player:c"], "moves": "later" }"#,
      ],
      [
        #""a": { "type": "Int", "default": 1 }"#,
        #""b": { "type": "Int", "default": 2, "former": ["player:a"], "defaultFor": "new" }"#,
        #""c": { "type": "Int", "default": 3, "former": ["player:b"], "defaultFor": "new" }"#,
      ],
    ])
  func released(versions: [String]) throws {
    let schemas = versions.map(Evolution.keys)
    let before = try evolved(schemas)
    let after = try evolved(schemas + [schemas[schemas.count - 1]])
    let (key, later) = (
      try #require(before.model.root.children.first?.keys.first),
      try #require(after.model.root.children.first?.keys.first)
    )
    #expect(errors(before) == [] && errors(after) == [])
    #expect(key.formerKeys.count == schemas.count - 1)
    #expect(later.formerKeys == key.formerKeys)
    #expect(
      (key.earlierDefaults ?? []).map(\.value.text)
        == (later.earlierDefaults ?? []).map(\.value.text))
    // And a lock that is written again is the same.
    var lock = after.lock
    lock.update(to: KeyInventory(after.model))
    #expect(lock.text == after.lock.text)
  }

  @Test("says what a single key that a family took in had been called, which no family reads")
  func family() throws {
    let versions = [
      #""a": { "type": "Int?" }"#,
      #""b": { "type": "Int?", "storageString": "player:f:one", "former": ["player:a"] }"#,
      #""f": { "type": "Int?", "parameters": { "x": "String" } }"#,
    ].map(Evolution.keys)
    for evolution in [try evolved(versions), try evolved(versions + [versions[2]])] {
      #expect(evolution.model.root.children.first?.keys.first?.formerKeys == [])
      #expect(
        evolution.changes.filter { $0.level == .error }.map { "\($0.fate.rawValue) \($0.key)" }
          == ["lost player:a"])
    }
  }

  @Test("keeps defaults, and what a function is given, by the names that the lock adds to types")
  func types() throws {
    func version(_ fields: String, _ cases: String, _ defaults: (String, String)) -> String {
      """
      { "version": 1, "namespace": "player", "types": {
        "S": { "struct": \(fields) }, "E": { "enum": \(cases) } },
        "keys": { "s": { "type": "S", "default": \(defaults.0), "defaultFor": "new" },
        "e": { "type": "E", "default": \(defaults.1), "defaultFor": "new" } } }
      """
    }
    let second = (#"{ "x": 5 }"#, #""k""#)
    let evolution = try evolved([
      version(
        #"{ "w": { "type": "Int", "default": 0 } }"#, #"["r", "k"]"#, (#"{ "w": 2 }"#, #""r""#)),
      version(
        #"{ "x": { "type": "Int", "default": 0, "former": ["w"] } }"#,
        #"{ "s": { "former": ["r"] }, "k": "k" }"#, second),
      version(#"{ "x": { "type": "Int", "default": 0 } }"#, #"["s", "k"]"#, second),
    ])
    let keys = try #require(evolution.model.root.children.first?.keys)
    #expect(
      keys.map { ($0.earlierDefaults ?? []).map(\.value.text) } == [["{x: 2}"], ["s"]])
    let converted = try evolved([
      version(#"{ "w": "Int" }"#, #"["r", "k"]"#, (#"{ "w": 2 }"#, #""r""#)),
      version(
        #"{ "w": "Int" }"#, #"{ "s": { "former": ["r"] }, "k": "k" }"#, (#"{ "w": 2 }"#, #""k""#)),
      #"{ "version": 1, "namespace": "player", "types": { "E": { "enum": ["s", "k"] } }, "reserved": ["s"], "keys": { "c": { "type": "Bool?", "former": ["player:e"], "migrate": "F.f" }, "o": { "type": "E?" } } }"#,
    ])
    #expect(converted.model.types.first?.formerCases.map(\.rawValue.text) == ["\"r\""])
  }

  @Test("keeps no default from before a function")
  func convertedDefault() throws {
    let evolution = try evolved([
      Evolution.keys(#""a": { "type": "Int", "default": 1500, "unit": "ms" }"#),
      Evolution.keys(
        #""b": { "type": "Int", "default": 1, "unit": "s", "former": ["player:a"], "migrate": "F.f", "defaultFor": "new" }"#
      ),
    ])
    #expect(try defaults(evolution) == [])
  }

  @Test("prints no default that a release kept secret")
  func secretDefault() throws {
    var lock = KeyLock()
    for (name, words) in [
      ("1.0", #""default": "CANARY", "sensitivity": "secret""#),
      ("2.0", #""default": "pub", "defaultFor": "new""#),
    ] {
      lock = try Evolution(Evolution.keys("\"a\": { \"type\": \"String\", \(words) }"), lock: lock)
        .released(name)
    }
    let evolution = try Evolution(
      Evolution.keys(#""a": { "type": "String", "default": "third" }"#), lock: lock)
    #expect(evolution.changes.contains { $0.fate == .default })
    #expect(!evolution.printed.contains("CANARY"), "\(evolution.printed)")
  }

  @Test("finds the values of keys that a lock says became each other")
  func circle() throws {
    var lock = try Evolution(
      Evolution.keys(#""a": { "type": "Int?" }, "b": { "type": "Int?" }"#)
    ).released("1.0")
    lock.releases.append("2.0")
    for (old, new) in [("a", "b"), ("b", "a")] {
      lock.retired.append(
        KeyLock.Retirement(
          storageString: "player:\(old)", release: "2.0", successor: "player:\(new)"))
    }
    let evolution = try Evolution(Evolution.keys(#""c": { "type": "Bool?" }"#), lock: lock)
    #expect(evolution.changes.filter { $0.level == .error }.map(\.key) == ["player:a", "player:b"])
  }

  @Test("lets a schema give a disputed string to either key")
  func choice() throws {
    let first = try Evolution(Evolution.keys(#""a": { "type": "Int?" }"#)).released("1.0")
    func branch(_ name: String, _ release: String) throws -> KeyLock {
      try Evolution(
        Evolution.keys("\"\(name)\": { \"type\": \"Int?\", \"former\": [\"player:a\"] }"),
        lock: first
      ).released(release)
    }
    var both = try branch("c", "2.0")
    let hotfix = try branch("b", "1.1")
    both.releases.append("1.1")
    both.keys += hotfix.keys.filter { $0.release == "1.1" }
    both.retired += hotfix.retired.filter { $0.release == "1.1" }
    both.sort()
    for name in ["b", "c"] {
      let keys = ["b", "c"].map { key in
        "\"\(key)\": { \"type\": \"Int?\"\(key == name ? #", "former": ["player:a"]"# : "") }"
      }
      let evolution = try Evolution(Evolution.keys(keys.joined(separator: ", ")), lock: both)
      #expect(errors(evolution) == [], "\(name)")
    }
  }
}

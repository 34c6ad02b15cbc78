import KeywrightSchema
import Testing

/// The one question of every thing that a release stored: under which name are its bytes read now?
@Suite("The meaning of stored bytes")
struct MeaningTests {
  @Test("is kept, or the build says so", arguments: MeaningSample.all)
  func meaning(_ sample: MeaningSample) throws {
    let found = try sample.changes().map { change in
      let arrow = sample.expected.contains {
        $0.hasPrefix("\(change.level.name) \(change.fate.rawValue) ->")
      }
      let mend = change.mends.first.map { " -> \($0.text)" } ?? ""
      return "\(change.level.name) \(change.fate.rawValue)" + (arrow ? mend : "")
    }
    #expect(found == sample.expected, "\(found)")
  }

  @Test("A mend ends the releases that still run, and not those that were the first to have a key")
  func ending() throws {
    let sample = try #require(MeaningSample.causes.last)
    let change = try #require(try sample.changes().first)
    #expect(change.mends.last?.text == "keywright lock --ended 2")
    #expect(change.message.contains("a program of release 2 that runs"))
  }
}

extension MeaningSample {
  static let all =
    cases + fields + keys + moves + retired + migrations + causes + meetings + chains + families
    + repairs

  // Row 1.
  static let cases: [MeaningSample] = [
    .enums(
      "integers shifted by a new case",
      [#""enum": { "off": 0, "on": 1 }"#, #""enum": { "auto": 0, "off": 1, "on": 2 }"#],
      [#"error misread -> "rawValue": 0"#, #"error misread -> "rawValue": 1"#]),
    .enums(
      "integers exchanged",
      [#""enum": { "a": 0, "b": 1 }"#, #""enum": { "b": 0, "a": 1 }"#],
      [#"error misread -> "rawValue": 0"#, #"error misread -> "rawValue": 1"#]),
    .enums(
      "strings exchanged",
      [#""enum": { "a": "a", "b": "b" }"#, #""enum": { "b": "a", "a": "b" }"#],
      ["error misread", "error misread"]),
    .enums(
      "a case in the middle removed, and the rest renumbered",
      [#""enum": { "low": 0, "mid": 1, "high": 2 }"#, #""enum": { "low": 0, "high": 1 }"#],
      [#"error misread -> "rawValue": 2"#, #"error lost -> "rawValue": 2"#]),
    .enums(
      "a case renamed over its raw value",
      [#""enum": { "off": 0, "on": 1 }"#, #""enum": { "off": 0, "enabled": 1 }"#],
      [#"warning source -> "former": ["on"]"#]),
    .enums(
      "a case renamed over its raw value, whose former name texts say still",
      [
        #""enum": { "off": 0, "on": 1 }"#,
        #""enum": { "off": 0, "enabled": { "rawValue": 1, "former": ["on"] } }"#,
        #""enum": { "off": 0, "active": { "rawValue": 1, "former": ["on", "enabled"] } }"#,
      ], ["note source"]),
    .enums(
      "a chain of names without its beginning, which the lock has",
      [
        #""enum": { "off": 0, "on": 1 }"#,
        #""enum": { "off": 0, "enabled": { "rawValue": 1, "former": ["on"] } }"#,
        #""enum": { "off": 0, "active": { "rawValue": 1, "former": ["enabled"] } }"#,
      ], ["note source"]),
    .enums(
      "a former name that the first release had, for another case",
      [
        #""enum": { "off": { "rawValue": 0, "former": ["no"] }, "on": 1 }"#,
        #""enum": { "off": 0, "on": { "rawValue": 1, "former": ["no"] } }"#,
      ], [#"error misread -> "former": ["no"]"#]),
    .enums(
      "a name that is the raw value of another case now",
      [
        #""enum": { "black": "b" }"#, #""enum": { "dark": "b", "white": "black" }"#,
      ], [#"error misread -> "rawValue": …"#, "note source"]),
    .enums(
      "a raw value that is the name of another case now",
      [#""enum": { "dark": "black" }"#, #""enum": { "dark": "black", "black": "b" }"#],
      [#"error misread -> "…": "b""#]),
    .enums(
      "a case renamed beside a raw value that is a text, whose former name texts say still",
      [
        #""enum": { "black": "b" }"#,
        #""enum": { "dark": { "rawValue": "b", "former": ["black"] } }"#,
      ], ["note source"]),
    Self(
      name: "an enum that became its raw values, of which names are none",
      versions: [
        type(#""enum": { "light": "l" }"#), Evolution.keys(#""a": { "type": "String?" }"#),
      ], expected: ["warning source", "note older-unreadable"]),
    .enums(
      "a raw value of a case that is gone",
      [
        #""enum": { "a": 0, "b": 1 }"#, #""enum": { "a": { "rawValue": 0, "former": [1] } }"#,
        #""enum": { "b": { "rawValue": 0, "former": [1] } }"#,
      ], ["error misread", "warning source"]),
    .enums(
      "a case of a name that an earlier release had for another one",
      [
        #""enum": { "k": 0, "l": 1 }"#, #""enum": { "k": 0, "other": 1 }"#,
        #""enum": { "l": 0, "other": 1 }"#,
      ],
      [
        #"error misread -> "…": 0"#, #"error misread -> "…": 0"#, "warning source",
      ]),
    .enums(
      "a taken raw value that is reserved",
      [
        #""enum": { "a": 0, "b": 1 }"#, #""enum": { "a": 0 }, "reserved": [1]"#,
        #""enum": { "b": 0 }, "reserved": [1]"#,
      ], [#"error misread -> "…": 0"#, "warning source"]),
    .enums(
      "former cases that the first release had, dropped",
      [
        #""enum": { "light": "light", "dark": { "former": ["black"] } }"#,
        #""enum": ["light", "dark"]"#,
      ], []),
    .enums(
      "former cases that the first release had, for another case",
      [
        #""enum": { "light": "light", "dark": { "former": ["black"] } }"#,
        #""enum": { "light": { "former": ["black"] }, "dark": "dark" }"#,
      ], [#"error misread -> "former": ["black"]"#]),
    .enums(
      "a chain of cases without its beginning, which the lock has",
      [
        #""enum": ["a", "black"]"#, #""enum": { "a": "a", "dark": { "former": ["black"] } }"#,
        #""enum": { "a": "a", "night": { "former": ["dark"] } }"#,
      ], ["note older-unreadable"]),
    .enums(
      "a chain of cases",
      [
        #""enum": ["a", "black"]"#, #""enum": { "a": "a", "dark": { "former": ["black"] } }"#,
        #""enum": { "a": "a", "night": { "former": ["dark", "black"] } }"#,
      ], ["note older-unreadable"]),
    Self(
      name: "a case in storage strings, whose former raw value nothing reads",
      versions: [
        type(#""enum": ["a", "b"]"#, key: #""type": "Int?", "parameters": { "of": "T" }"#),
        type(
          #""enum": { "a": "a", "c": { "former": ["b"] } }"#,
          key: #""type": "Int?", "parameters": { "of": "T" }"#),
      ], expected: [#"error lost -> "rawValue": "b""#]),
    .enums(
      "a case reserved",
      [#""enum": ["a", "b"]"#, #""enum": ["a"], "reserved": ["b"]"#], []),
    Self(
      name: "a case reserved that is inside values",
      versions: [
        type(#""enum": ["a", "b"]"#, key: #""type": "[T]", "default": []"#),
        type(#""enum": ["a"], "reserved": ["b"]"#, key: #""type": "[T]", "default": []"#),
      ], expected: [#"error unreadable -> "former": ["b"]"#]),
    Self(
      name: "allowed strings that became an enum",
      versions: [
        Evolution.keys(#""a": { "type": "String?", "allowed": ["x", "y"] }"#),
        type(#""enum": ["x", "y"]"#),
      ], expected: ["note older-unreadable"]),
    Self(
      name: "allowed strings that became an enum that keeps unknown ones",
      versions: [
        Evolution.keys(#""a": { "type": "String?", "allowed": ["x", "y"] }"#),
        type(#""enum": ["x"], "unknown": "keep""#),
      ], expected: ["note older-unreadable"]),
    Self(
      name: "allowed strings that became an enum of numbers that keeps unknown ones",
      versions: [
        Evolution.keys(#""a": { "type": "String?", "allowed": ["x", "y"] }"#),
        type(#""enum": { "x": 0, "y": 1 }, "unknown": "keep""#),
      ], expected: ["error unreadable"]),
    Self(
      name: "allowed strings that became an enum without one of them",
      versions: [
        Evolution.keys(#""a": { "type": "String?", "allowed": ["x", "y"] }"#),
        type(#""enum": ["x"]"#),
      ], expected: ["error unreadable"]),
    .enums(
      "a changed raw value where unknown ones are kept",
      [
        #""enum": { "a": 0, "b": 1 }, "unknown": "keep""#,
        #""enum": { "a": 0, "b": 2 }, "unknown": "keep""#,
      ], [#"error lost -> "rawValue": 1"#]),
    .enums(
      "a case that is gone where unknown ones are kept",
      [
        #""enum": { "a": 0, "b": 1 }, "unknown": "keep""#,
        #""enum": { "a": 0 }, "unknown": "keep""#,
      ], ["warning unreadable"]),
    Self(
      name:
        "a case with another raw value and its former one, where older programs that run keep it as unknown",
      versions: [
        type(#""enum": ["a", "b"], "unknown": "keep""#),
        type(#""enum": { "a": "a", "c": { "former": ["b"] } }, "unknown": "keep""#),
      ], readers: .both, expected: [#"error older-lost -> "rawValue": "b""#]),
    Self(
      name: "a required field reserved, while older programs run",
      versions: [
        type(#""struct": { "x": "Int", "z": "Int" }"#),
        type(#""struct": { "z": "Int" }, "reserved": ["x"]"#),
      ], readers: .both, expected: ["error older-unreadable"]),
    Self(
      name: "an optional field reserved, while older programs run",
      versions: [
        type(#""struct": { "x": "Int?", "z": "Int" }"#),
        type(#""struct": { "z": "Int" }, "reserved": ["x"]"#),
      ], readers: .both, expected: []),
    Self(
      name: "a case in storage strings that is gone where unknown ones are kept",
      versions: [
        type(
          #""enum": ["a", "b"], "unknown": "keep""#,
          key: #""type": "Int?", "parameters": { "of": "T" }"#),
        type(
          #""enum": ["a"], "unknown": "keep""#,
          key: #""type": "Int?", "parameters": { "of": "T" }"#),
      ], expected: ["error lost"]),
  ]

  // Rows 3, 9 and 12.
  static let fields: [MeaningSample] = [
    .structs(
      "two fields renamed at once",
      [
        #""struct": { "w": "Int", "h": "Int" }"#,
        #""struct": { "width": { "type": "Int", "default": 0 }, "height": { "type": "Int", "default": 0 } }"#,
      ],
      [
        #"error lost -> "former": ["w"]"#,
        #"error lost -> "former": ["h"]"#,
      ]),
    .structs(
      "two fields whose new names begin alike, whatever their order",
      [
        #""struct": { "min": "Int", "max": "Int" }"#,
        #""struct": { "maximum": "Int", "minimum": "Int" }"#,
      ],
      [
        #"error lost -> "former": ["min"]"#,
        #"error lost -> "former": ["max"]"#,
      ]),
    Self(
      name: "a released schema in which one of two places has another struct",
      versions: [
        #"{ "version": 1, "namespace": "player", "types": { "N": { "struct": { "w": "Int", "h": "Int?" } }, "O": { "struct": { "p": "N", "q": "N" } } }, "keys": { "t": { "type": "O?" } } }"#,
        #"{ "version": 1, "namespace": "player", "types": { "N": { "struct": { "w": "Int", "h": "Int?" } }, "N2": { "struct": { "w": "Int" } }, "O": { "struct": { "p": "N2", "q": "N" } } }, "keys": { "t": { "type": "O?" } } }"#,
        #"{ "version": 1, "namespace": "player", "types": { "N": { "struct": { "w": "Int", "h": "Int?" } }, "N2": { "struct": { "w": "Int" } }, "O": { "struct": { "p": "N2", "q": "N" } } }, "keys": { "t": { "type": "O?" } } }"#,
      ], expected: []),
    .structs(
      "two fields that one takes over",
      [
        #""struct": { "a": "Int", "b": "Int" }"#,
        #""struct": { "c": { "type": "Int", "former": ["a", "b"] } }"#,
      ], [#"error lost -> "reserved": ["b"]"#]),
    .structs(
      "a field that one of an older release takes over",
      [
        #""struct": { "a": "Int", "b": "Int" }"#,
        #""struct": { "b": "Int", "c": { "type": "Int", "former": ["a"] } }"#,
        #""struct": { "c": { "type": "Int", "former": ["a", "b"] } }"#,
      ], [#"error lost -> "reserved": ["b"]"#]),
    .structs(
      "a field that each of two new ones may be",
      [
        #""struct": { "left": "Int" }"#,
        #""struct": { "lower": { "type": "Int", "default": 0 }, "leading": { "type": "Int", "default": 0 } }"#,
      ], [#"error lost -> "reserved": ["left"]"#]),
    .structs(
      "two optional fields renamed at once",
      [
        #""struct": { "w": "Int?", "h": "Int?" }"#,
        #""struct": { "width": "Int?", "height": "Int?" }"#,
      ],
      ["error lost", "error lost"]),
    .structs(
      "a field renamed and retyped",
      [#""struct": { "a": "Int?" }"#, #""struct": { "b": "String?" }"#],
      [#"error lost -> "reserved": ["a"]"#]),
    .structs(
      "a field removed and reserved, and another one added",
      [#""struct": { "a": "Int?" }"#, #""struct": { "b": "String?" }, "reserved": ["a"]"#], []),
    .structs(
      "a field added after another was removed",
      [
        #""struct": { "a": "Int", "w": "Int" }"#, #""struct": { "a": "Int" }"#,
        #""struct": { "a": "Int", "h": { "type": "Int", "default": 1 } }"#,
      ], []),
    .structs(
      "a field of a removed name",
      [
        #""struct": { "a": "Int", "w": "Int" }"#, #""struct": { "a": "Int" }"#,
        #""struct": { "a": "Int", "w": { "type": "Int", "default": 1 } }"#,
      ], [#"error reused -> "…": …"#]),
    .structs(
      "former names that the first release had, dropped",
      [
        #""struct": { "width": { "type": "Int", "former": ["w"] } }"#,
        #""struct": { "width": "Int" }"#,
      ], []),
    .structs(
      "a field that moved later, renamed again without the name under which it lies",
      [
        #""struct": { "a": "Int" }"#,
        #""struct": { "b": { "type": "Int", "former": ["a"], "moves": "later" } }"#,
        #""struct": { "c": { "type": "Int", "default": 0, "former": ["b"] } }"#,
      ], ["note older-lost"]),
    .structs(
      "a field that moves later without its former name",
      [
        #""struct": { "x": "Int" }"#,
        #""struct": { "wide": { "type": "Int", "former": ["x"], "moves": "later" } }"#,
        #""struct": { "wide": "Int" }"#,
      ], []),
    .structs(
      "a chain of fields without its beginning, which the lock has",
      [
        #""struct": { "w": "Int" }"#,
        #""struct": { "width": { "type": "Int", "former": ["w"] } }"#,
        #""struct": { "wide": { "type": "Int", "former": ["width"] } }"#,
      ], ["note older-lost"]),
    .structs(
      "a field removed that had a former name",
      [
        #""struct": { "a": "Int", "width": { "type": "Int", "former": ["w"] } }"#,
        #""struct": { "a": "Int" }"#,
      ], ["warning older-lost"]),
    .structs(
      "another default of a field",
      [
        #""struct": { "a": { "type": "Int", "default": 1 } }"#,
        #""struct": { "a": { "type": "Int", "default": 2 } }"#,
      ], ["warning default"]),
    .structs(
      "a default of a field dropped",
      [#""struct": { "a": { "type": "Int", "default": 1 } }"#, #""struct": { "a": "Int" }"#],
      ["error unreadable"]),
    .structs(
      "a reservation of a field dropped",
      [#""struct": { "a": "Int" }, "reserved": ["b"]"#, #""struct": { "a": "Int" }"#],
      [#"error reused -> "reserved": ["b"]"#]),
  ]

  // Rows 4 and 10.
  static let keys: [MeaningSample] = [
    .keys(
      "two keys of which each may be one of two new ones",
      [
        #""left": { "type": "Int", "default": 0 }, "right": { "type": "Int", "default": 0 }"#,
        #""start": { "type": "Int", "default": 0 }, "end": { "type": "Int", "default": 0 }"#,
      ],
      [
        #"error lost -> "reserved": ["left"]"#,
        #"error lost -> "reserved": ["right"]"#,
      ]),
    .keys(
      "a chain of keys without its beginning, which the lock has",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""c": { "type": "Int?", "former": ["player:b"] }"#,
      ],
      ["note older-lost"]),
    .keys(
      "a chain of keys",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""c": { "type": "Int?", "former": ["player:b", "player:a"] }"#,
      ], ["note older-lost"]),
    Self(
      name: "a chain of namespaces without its beginning, which the lock has",
      versions: [
        #"{ "version": 1, "namespace": "a", "keys": { "x": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "b", "former": ["a"], "keys": { "x": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "c", "former": ["b"], "keys": { "x": { "type": "Int?" } } }"#,
      ],
      expected: ["note older-lost"]),
    .keys(
      "former keys of two keys exchanged",
      [
        #""a": { "type": "Int?", "former": ["player:x"] }, "b": { "type": "Int?", "former": ["player:y"] }"#,
        #""a": { "type": "Int?", "former": ["player:y"] }, "b": { "type": "Int?", "former": ["player:x"] }"#,
      ], ["error misread", "error misread"]),
    .keys(
      "ids exchanged",
      [
        #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "id": "b" }, "b": { "type": "Int?", "id": "a" }"#,
      ],
      [
        #"error misread -> "storageString": "player:a""#,
        #"error misread -> "storageString": "player:b""#,
      ]),
    .keys(
      "a Swift name of a key that is gone",
      [
        #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "id": "b" }, "c": { "type": "Int?", "former": ["player:a"] }"#,
      ], ["note older-lost", "error misread"]),
    .keys(
      "parameters exchanged",
      [
        #""a": { "type": "Int?", "parameters": { "x": "Int", "y": "Int" } }"#,
        #""a": { "type": "Int?", "parameters": { "y": "Int", "x": "Int" } }"#,
      ], [#"error misread -> "parameters": {"x": "Int", "y": "Int"}"#]),
  ]

  // Row 2.
  static let moves: [MeaningSample] = [
    .keys(
      "a key renamed beside programs that run",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
      ], [#"error older-lost -> "moves": "later""#], readers: .both),
    .keys(
      "a key that is renamed later, beside programs that run",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"], "moves": "later" }"#,
      ], ["note older-lost"], readers: .both),
    .keys(
      "a key renamed beside programs that read both names, and one that does not",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"], "moves": "later" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
      ], ["error older-lost"], readers: .both),
    .keys(
      "a key renamed beside programs that read both names",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"], "moves": "later" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
      ], [], readers: .both, ended: ["1"]),
    .keys(
      "a key that was renamed, and stays under its former name again",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"], "moves": "later" }"#,
      ], ["error older-lost"], readers: .both, ended: ["1"]),
    .keys(
      "a key that is renamed later and widened, beside programs that run",
      [
        #""loudness": { "type": "Int8?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"], "moves": "later" }"#,
      ], ["note older-lost", "error older-unreadable"], readers: .both),
    .keys(
      "a key renamed at last, with a step that loses",
      [
        #""a": { "type": "[Int]", "default": [] }"#,
        #""b": { "type": "[Int]", "default": [], "former": ["player:a"], "moves": "later" }"#,
        #""b": { "type": "[Int]", "default": [], "length": [null, 2], "outside": "clamp", "former": ["player:a"] }"#,
      ], ["error altered", "warning refused"]),
    .keys(
      "a key that the first release moved later, renamed with a step that loses",
      [
        #""b": { "type": "[Int]", "default": [], "former": ["player:a"], "moves": "later" }"#,
        #""b": { "type": "[Int]", "default": [], "length": [null, 2], "outside": "clamp", "former": ["player:a"] }"#,
      ],
      [
        #"error altered -> "storageString": "player:a""#, "warning refused",
      ]),
    Self(
      name: "a namespace that moves later, beside programs that run",
      versions: [
        #"{ "version": 1, "namespace": "a", "keys": { "x": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "b", "former": ["a"], "moves": "later", "keys": { "x": { "type": "Int?" } } }"#,
      ], readers: .both, expected: ["note older-lost"]),
    Self(
      name: "a namespace that moves, beside programs that run",
      versions: [
        #"{ "version": 1, "namespace": "a", "keys": { "x": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "b", "former": ["a"], "keys": { "x": { "type": "Int?" } } }"#,
      ], readers: .both, expected: [#"error older-lost -> "moves": "later""#]),
    Self(
      name: "a field that is renamed later, beside programs that run",
      versions: [
        type(#""struct": { "w": "Int" }"#),
        type(
          #""struct": { "width": { "type": "Int", "former": ["w"], "moves": "later" } }"#),
      ], readers: .both, expected: []),
    Self(
      name: "a field renamed at last, beside programs that read both names",
      versions: [
        type(#""struct": { "w": "Int" }"#),
        type(
          #""struct": { "width": { "type": "Int", "former": ["w"], "moves": "later" } }"#),
        type(#""struct": { "width": { "type": "Int", "former": ["w"] } }"#),
      ], readers: .both, ended: ["1"], expected: []),
    Self(
      name: "a field renamed at last, beside programs of both kinds",
      versions: [
        type(#""struct": { "w": "Int" }"#),
        type(
          #""struct": { "width": { "type": "Int", "former": ["w"], "moves": "later" } }"#),
        type(#""struct": { "width": { "type": "Int", "former": ["w"] } }"#),
      ], readers: .both, expected: [#"error older-lost -> "moves": "later""#]),
    .keys(
      "a key renamed where no program of a release runs",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
      ], ["error older-lost"], readers: .both, ended: ["0"]),
    .keys(
      "a key renamed where the release has ended",
      [
        #""loudness": { "type": "Int?" }"#,
        #""volume": { "type": "Int?", "former": ["player:loudness"] }"#,
      ], ["note older-lost"], readers: .both, ended: ["1"]),
    .keys(
      "a key moved to another store beside programs that run",
      [
        #""a": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "store": ["vault", "default"] }"#,
      ], ["error older-lost"], readers: .both),
    Self(
      name: "a key swept beside programs that run",
      versions: [
        Evolution.keys(#""a": { "type": "Int?" }, "b": { "type": "Int?" }"#),
        """
        { "version": 1, "namespace": "player", "erased": ["b"],
        "keys": { "a": { "type": "Int?" } } }
        """,
      ], readers: .both, expected: ["error older-lost"]),
    Self(
      name: "a field renamed beside programs that run",
      versions: [
        type(#""struct": { "w": "Int" }"#),
        type(#""struct": { "width": { "type": "Int", "former": ["w"] } }"#),
      ], readers: .both, expected: [#"error older-lost -> "moves": "later""#]),
    Self(
      name: "a field made optional beside programs that run",
      versions: [type(#""struct": { "w": "Int" }"#), type(#""struct": { "w": "Int?" }"#)],
      readers: .both, expected: ["error older-unreadable"]),
    .keys(
      "a new type beside programs that run",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "String?", "former": ["player:a"], "migrate": "Own.text" }"#,
      ], ["error older-lost"], readers: .both),
  ]

  // Rows 7 and 8.
  static let retired: [MeaningSample] = [
    .keys(
      "a durable key that became a cache's, of another type",
      [#""a": { "type": "Int?" }"#, #""a": { "type": "String?", "ttl": 5 }"#],
      ["error unreadable", "note rule"]),
    .keys(
      "a cache's key that is gone",
      [
        #""a": { "type": "Int?", "ttl": 5 }, "b": { "type": "Int?" }"#, #""b": { "type": "Int?" }"#,
      ],
      []),
    .keys(
      "a key kept durably, then in a cache, then gone",
      [
        #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "ttl": 5 }, "b": { "type": "Int?" }"#, #""b": { "type": "Int?" }"#,
      ], [#"error lost -> "reserved": ["a"]"#]),
    .keys(
      "a key kept durably, then in a cache, then of another type",
      [
        #""a": { "type": "Int?" }"#, #""a": { "type": "Int?", "ttl": 5 }"#,
        #""a": { "type": "String?", "ttl": 5 }"#,
      ], ["error unreadable"]),
    Self(
      name: "a retired id read by a former name of a namespace",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "p", "reserved": ["b"], "keys": { "a": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "q", "former": ["p"], "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      ], expected: ["note older-lost", "error reused"]),
    .keys(
      "a retired id read by a former key",
      [
        #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#, #""a": { "type": "Int?" }"#,
        #""a": { "type": "Int?" }, "c": { "type": "Int?", "former": ["player:b"] }"#,
      ], ["note older-lost"]),
    Self(
      name: "a namespace that moved twice, without its second name",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "q", "former": ["p"], "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "r", "former": ["p"], "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      ],
      expected: [
        #"error lost -> "former": ["q"]"#,
        #"error lost -> "former": ["q"]"#,
      ]),
    Self(
      name: "what was given up after a rename, read by its first name",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "p", "keys": { "b": { "type": "Int?", "former": ["p:a"] } } }"#,
        #"{ "version": 1, "namespace": "p", "reserved": ["b"], "keys": { "c": { "type": "Int?", "former": ["p:a"] } } }"#,
      ], expected: ["warning reused"]),
    Self(
      name: "what was given up after a rename, with its first name",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "p", "keys": { "b": { "type": "Int?", "former": ["p:a"] } } }"#,
        #"{ "version": 1, "namespace": "p", "reserved": ["b"], "keys": { "c": { "type": "Int?" } } }"#,
      ], expected: []),
    .enums(
      "a new case with a retired raw value",
      [
        #""enum": { "a": 0, "b": 1 }"#, #""enum": { "a": 0 }, "reserved": [1]"#,
        #""enum": { "a": 0, "c": 1 }"#,
      ], [#"error reused -> "rawValue": …"#]),
  ]

  // Rows 6 and 15.
  static let migrations: [MeaningSample] = [
    .keys(
      "a range that is narrower under a name that moves later",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:a"], "moves": "later", "range": [0, 9] }"#,
      ], ["note older-lost", "warning refused"]),
    .keys(
      "a rename that gains a step that loses",
      [
        #""a": { "type": "[Int]", "default": [] }"#,
        #""b": { "type": "[Int]", "default": [], "length": [null, 2], "outside": "clamp", "former": ["player:a"] }"#,
      ], [#"error altered -> "storageString": "player:a""#, "note older-lost"].reversed()),
    .keys(
      "a rename that gains a function",
      [
        #""a": { "type": "String?" }"#,
        #""b": { "type": "String?", "processing": [{ "call": "Own.f" }], "former": ["player:a"] }"#,
      ], ["note older-lost", "error altered"]),
    .keys(
      "a rename that gains a step that changes",
      [
        #""a": { "type": "String?" }"#,
        #""b": { "type": "String?", "processing": ["trim"], "former": ["player:a"] }"#,
      ], ["note older-lost", "warning altered"]),
    .keys(
      "a rename with the steps that it had",
      [
        #""a": { "type": "String?", "processing": ["trim"] }"#,
        #""b": { "type": "String?", "processing": ["trim"], "former": ["player:a"] }"#,
      ], ["note older-lost"]),
    .keys(
      "a rename with the pattern and the uniqueness that it had",
      [
        #""a": { "type": "String?", "pattern": "[a-z]*" }, "c": { "type": "[Int]", "default": [], "length": [null, 2] }"#,
        #""b": { "type": "String?", "pattern": "[a-z]*", "former": ["player:a"] }, "d": { "type": "[Int]", "default": [], "length": [null, 2], "former": ["player:c"] }"#,
      ], ["note older-lost", "note older-lost"]),
    .keys(
      "a pattern that matches more, and one that does not",
      [
        #""a": { "type": "String?", "pattern": "[a-z]{2,4}" }, "b": { "type": "String?", "pattern": "x|y+" }"#,
        #""a": { "type": "String?", "pattern": "[a-z0-9]+" }, "b": { "type": "String?", "pattern": "y" }"#,
      ], ["note older-unreadable", "warning refused"]),
    .keys(
      "a range beyond the integers of a Double, widened by one",
      [
        #""a": { "type": "Int?", "range": [0, 9007199254740992] }"#,
        #""a": { "type": "Int?", "range": [0, 9007199254740993] }"#,
      ], ["note older-unreadable"]),
    .keys(
      "a range beyond the integers of a Double, narrowed by one",
      [
        #""a": { "type": "Int?", "range": [0, 9007199254740993] }"#,
        #""a": { "type": "Int?", "range": [0, 9007199254740992] }"#,
      ], ["warning refused"]),
    .keys(
      "an earlier default dropped",
      [
        #""a": { "type": "Int", "default": 1 }"#,
        #""a": { "type": "Int", "default": 2, "defaultFor": "new" }"#,
        #""a": { "type": "Int", "default": 2 }"#,
      ], [#"warning default -> "defaultFor": "new""#]),
    .keys(
      "a second default for new users",
      [
        #""a": { "type": "Int", "default": 1 }"#,
        #""a": { "type": "Int", "default": 2, "defaultFor": "new" }"#,
        #""a": { "type": "Int", "default": 3, "defaultFor": "new" }"#,
      ], []),
    .keys(
      "a default that changes again for all",
      [
        #""a": { "type": "Int", "default": 1 }"#,
        #""a": { "type": "Int", "default": 2, "defaultFor": "new" }"#,
        #""a": { "type": "Int", "default": 3 }"#,
      ], [#"warning default -> "defaultFor": "new""#]),
    .keys(
      "a default for new users of another type, which is no value of today's",
      [
        #""a": { "type": "Int", "default": 300 }"#,
        #""a": { "type": "Int8", "default": 2, "defaultFor": "new" }"#,
      ],
      [
        #"error unreadable -> "id": "…", "former": ["player:a"], "migrate": "…""#,
        "warning default",
      ]),
    .keys(
      "constraints under a new name that allow all that the old type has",
      [
        #""a": { "type": "UInt8", "default": 0 }, "b": { "type": "Bool", "default": false }, "c": { "type": "Int8?" }"#,
        #""x": { "type": "Int", "default": 0, "range": [0, 255], "former": ["player:a"] }, "y": { "type": "Bool", "default": false, "allowed": [true, false], "former": ["player:b"] }, "z": { "type": "Int?", "range": [null, 127], "former": ["player:c"] }"#,
      ], ["note older-lost", "note older-lost", "note older-lost"]),
    .keys(
      "constraints under a new name that do not allow all that the old type has",
      [
        #""a": { "type": "UInt8", "default": 0 }, "b": { "type": "Bool", "default": false }"#,
        #""x": { "type": "Int", "default": 0, "range": [0, 254], "former": ["player:a"] }, "y": { "type": "Bool", "default": false, "allowed": [false], "former": ["player:b"] }"#,
      ],
      [
        #"note older-lost"#, #"error refused -> "outside": "clamp""#, "note older-lost",
        #"error refused -> keywright lock --accept player:b --because "…""#,
      ]),
    .keys(
      "a range under a new name that allows each of the values allowed before",
      [
        #""a": { "type": "Int", "default": 1, "allowed": [1, 5, 9] }"#,
        #""x": { "type": "Int", "default": 1, "range": [0, 9], "former": ["player:a"] }"#,
      ], ["note older-lost"]),
    Self(
      name: "an enum that became a text of a new name, whose constraints allow its raw values",
      versions: [
        type(#""enum": { "l": "low", "h": "high" }"#, key: #""type": "T?""#),
        #"{ "version": 1, "namespace": "player", "keys": { "x": { "type": "String?", "allowed": ["high", "low", "mid"], "former": ["player:a"] } } }"#,
      ], expected: ["note older-lost", "warning source"]),
    Self(
      name: "an enum that became a text of a new name with a length and a pattern",
      versions: [
        type(#""enum": ["low", "high"]"#, key: #""type": "T?""#),
        #"{ "version": 1, "namespace": "player", "keys": { "x": { "type": "String?", "length": [3, 4], "pattern": "[a-z]+", "former": ["player:a"] } } }"#,
      ], expected: ["note older-lost"]),
    .keys(
      "a name taken back in Swift alone",
      [
        #""c": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:c"] }"#,
        #""c": { "id": "b", "type": "Int?" }"#,
      ], ["note source"]),
    .keys(
      "a name taken back in Swift, for the value of another key",
      [
        #""c": { "type": "Int?" }, "d": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:c"] }, "d": { "type": "Int?" }"#,
        #""c": { "id": "d", "type": "Int?" }, "b": { "type": "Int?" }"#,
      ], ["error misread"]),
    .keys(
      "a name taken back, with the one between",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""a": { "type": "Int?", "former": ["player:b"] }"#,
      ], ["note older-lost"]),
    .keys(
      "a name taken back for a value of another type",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""a": { "type": "String?", "former": ["player:b"] }"#,
      ],
      [
        #"error unreadable -> "id": "…", "former": ["player:a", "player:b"], "migrate": "…""#,
        "note older-lost", #"error unreadable -> "migrate": "…""#,
      ]),
    Self(
      name: "a key that moves out of the root, which the lock knows",
      versions: [
        #"{ "version": 1, "keys": { "a": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespaces": { "w": { "keys": { "a": { "type": "Int?", "former": ["a"] } } } } }"#,
      ], expected: ["note older-lost"]),
    .keys(
      "another unit",
      [
        #""a": { "type": "Int?", "unit": "s" }"#, #""a": { "type": "Int?", "unit": "ms" }"#,
      ], ["warning rule"]),
  ]
}

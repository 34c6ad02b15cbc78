import KeywrightSchema

/// Bytes that two things meet at: namespaces that become one, families and the keys below them, stores that a key
/// comes back to, values that lose what translated them.
extension MeaningSample {
  static let meetings: [MeaningSample] = [
    Self(
      name: "two namespaces that become one, with a key of one name",
      versions: [
        spaces(("p", #""x": { "type": "Int?" }"#), ("q", #""x": { "type": "Int?" }"#)),
        spaces(("r", #""x": { "type": "Int?" }"#), former: #""p", "q""#),
      ], expected: ["note older-lost", #"error lost -> "former": ["p:x", "q:x"]"#]),
    Self(
      name: "two namespaces that become one, whose key says so",
      versions: [
        spaces(("p", #""x": { "type": "Int?" }"#), ("q", #""x": { "type": "Int?" }"#)),
        spaces(
          ("r", #""x": { "type": "Int?", "former": ["p:x", "q:x"] }"#), former: #""p", "q""#),
      ], expected: ["note older-lost", "note older-lost"]),
    Self(
      name: "a namespace that another one takes in, with a key of one name",
      versions: [
        spaces(("p", #""x": { "type": "Int?" }"#), ("q", #""x": { "type": "Int?" }"#)),
        spaces(("q", #""x": { "type": "Int?" }"#), former: #""p""#),
      ], expected: [#"error lost -> "former": ["p:x"]"#]),
    Self(
      name: "a key that becomes a value of a family",
      versions: [
        .keys(#""left": { "type": "Int?", "storageString": "player:gain:left" }"#),
        family("String"),
      ], expected: ["note source"]),
    Self(
      name: "a key that became a value of a family, released",
      versions: [
        .keys(#""left": { "type": "Int?", "storageString": "player:gain:left" }"#),
        family("String"), family("String"),
      ], expected: []),
    Self(
      name: "a key of another type that becomes a value of a family",
      versions: [
        .keys(#""left": { "type": "String?", "storageString": "player:gain:left" }"#),
        family("String"),
      ], expected: ["error unreadable", "note source"]),
    Self(
      name: "a key that no parameter of a family names",
      versions: [
        .keys(#""left": { "type": "Int?", "storageString": "player:gain:left" }"#), family("Int"),
      ], expected: ["error lost"]),
    Self(
      name: "a key that became a value of a former family",
      versions: [
        .keys(#""left": { "type": "Int?", "storageString": "player:gain:left" }"#),
        .keys(
          #""level": { "type": "Int?", "parameters": { "of": "String" }, "former": ["player:gain"] }"#
        ),
      ], expected: ["note older-lost"]),
    Self(
      name: "a reserved key below a family",
      versions: [
        #"{ "version": 1, "namespace": "player.gain", "keys": { "left": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespaces": { "player": { "keys": { "gain": { "type": "Int?", "parameters": { "of": "String" } } }, "namespaces": { "old": { "id": "gain", "reserved": ["left"] } } } } }"#,
      ], expected: [#"error reused -> "id": "…""#]),
    Self(
      name: "a reserved key below a former family",
      versions: [
        #"{ "version": 1, "namespace": "player.gain", "keys": { "left": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespaces": { "player": { "keys": { "level": { "type": "Int?", "parameters": { "of": "String" }, "former": ["player:gain"] } }, "namespaces": { "gain": { "reserved": ["left"] } } } } }"#,
      ], expected: [#"error reused -> "former": […]"#]),
    Self(
      name: "a namespace below a reserved family",
      versions: [
        family("String"),
        #"{ "version": 1, "namespaces": { "player": { "reserved": ["gain"], "namespaces": { "gain": { "keys": { "left": { "type": "Int?" } } } } } } }"#,
      ], expected: [#"error reused -> "id": "…""#]),
    Self(
      name: "a key below a reserved family",
      versions: [
        family("Int"),
        #"{ "version": 1, "namespace": "player", "reserved": ["gain"], "keys": { "first": { "type": "Int?", "storageString": "player:gain:1" } } }"#,
      ], expected: [#"error reused -> "id": "…""#]),
    Self(
      name: "a key below a reserved family of more parameters, and one that no parameter names",
      versions: [
        family("Int"),
        #"{ "version": 1, "namespace": "player", "reserved": ["gain"], "keys": { "first": { "type": "Int?", "storageString": "player:gain:1:2" }, "left": { "type": "Int?", "storageString": "player:gain:left" } } }"#,
      ], expected: []),
    Self(
      name: "keys that a removal covers with all below their namespace",
      versions: [
        #"{ "version": 1, "namespace": "player.gain", "keys": { "left": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "player", "erased": ["gain:*"] }"#,
      ], expected: []),
    .keys(
      "a key that comes back to a store in which a value was left",
      [
        #""a": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "store": ["vault", "default"] }"#,
        #""a": { "type": "Int?", "store": ["default", "vault"] }"#,
      ],
      [
        #"error lost -> "store": ["vault", "default"]"#,
        "note older-lost",
      ]),
    .keys(
      "a key that comes back under another name to a store in which a value was left",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "store": ["vault", "default"], "former": ["player:a"] }"#,
        #""b": { "type": "Int?", "store": ["default", "vault"], "former": ["player:a"] }"#,
      ],
      [
        #"error lost -> "store": ["vault", "default"]"#,
        "note older-lost",
      ]),
    .keys(
      "a key that goes on to a third store",
      [
        #""a": { "type": "Int?" }"#,
        #""a": { "type": "Int?", "store": ["v", "default"] }"#,
        #""a": { "type": "Int?", "store": ["w", "v", "default"] }"#,
      ], ["note older-lost"]),
    Self(
      name: "an enum with former cases that becomes text",
      versions: [
        type(#""enum": { "a": "a", "dark": { "former": ["black"] } }"#, key: #""type": "T?""#),
        .keys(#""a": { "type": "String?" }"#),
      ], expected: ["error misread", "note older-unreadable"]),
    Self(
      name: "an enum with former cases, in a list that becomes one of texts",
      versions: [
        type(
          #""enum": { "a": "a", "dark": { "former": ["black"] } }"#,
          key: #""type": "[T]", "default": []"#),
        .keys(#""a": { "type": "[String]", "default": [] }"#),
      ], expected: ["error misread", "note older-unreadable"]),
    Self(
      name: "a case that was kept without a name, inside values that keep none any more",
      versions: kept(#""[T]", "default": []"#),
      expected: [#"error lost -> "former": ["b"]"#, "warning older-unreadable"]),
    Self(
      name: "a case that was kept without a name, by itself",
      versions: kept(#""T?""#),
      expected: [#"error lost -> "former": ["b"]"#, "warning older-unreadable"]),
    .enums(
      "a case that was kept without a name, and that a former case names again",
      [
        #""enum": ["a", "b"], "unknown": "keep""#, #""enum": ["a"], "unknown": "keep""#,
        #""enum": { "a": "a", "c": { "former": ["b"] } }, "unknown": "keep""#,
      ], []),
    .enums(
      "a case that was kept without a name, under another one",
      [
        #""enum": ["a", "b"], "unknown": "keep""#, #""enum": ["a"], "unknown": "keep""#,
        #""enum": { "a": "a", "c": "b" }, "unknown": "keep""#,
      ], [#"error misread -> "rawValue": …"#]),
  ]

  /// Versions of an enum that keeps what it does not know for a time in which a case goes.
  private static func kept(_ key: String) -> [String] {
    [
      #""enum": ["a", "b"], "unknown": "keep""#, #""enum": ["a"], "unknown": "keep""#,
      #""enum": ["a"]"#,
    ].map { type($0, key: "\"type\": \(key)") }
  }

  private static func family(_ parameter: String) -> String {
    .keys(#""gain": { "type": "Int?", "parameters": { "of": "\#(parameter)" } }"#)
  }

  private static func spaces(_ spaces: (String, String)..., former: String? = nil) -> String {
    let words = former.map { "\"former\": [\($0)], " } ?? ""
    let members = spaces.map { "\"\($0)\": { \(words)\"keys\": { \($1) } }" }
    return "{ \"version\": 1, \"namespaces\": { \(members.joined(separator: ", ")) } }"
  }
}

extension String {
  fileprivate static func keys(_ keys: String) -> String { Evolution.keys(keys) }
}

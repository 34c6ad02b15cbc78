import KeywrightSchema

extension MeaningSample {
  /// One error for each cause, with the words that mend it.
  static let causes: [MeaningSample] = [
    .enums(
      "a former case of one whose raw value another one takes",
      [
        #""enum": { "a": { "former": ["j"] }, "b": "b" }"#,
        #""enum": { "b": "a", "a": { "rawValue": "b", "former": ["j"] } }"#,
      ], [#"error misread -> "rawValue": "a""#, #"error misread -> "rawValue": "b""#]),
    .enums(
      "the same bytes, whose case had two names",
      [
        #""enum": { "a": 0, "b": 1 }"#, #""enum": { "a": 0, "c": 1 }"#,
        #""enum": { "c": 0, "a": 1 }"#,
      ], [#"error misread -> "rawValue": 0"#, #"error misread -> "rawValue": 1"#]),
    .keys(
      "names that are exchanged, of which one has another type",
      [
        #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "storageString": "player:a" }, "a": { "type": "String?", "storageString": "player:b" }"#,
      ],
      [
        #"error misread -> "storageString": "player:a""#,
        #"error misread -> "storageString": "player:b""#,
      ]),
    .structs(
      "two fields renamed at once, of which one is optional",
      [
        #""struct": { "w": "Int", "v": "Int?" }"#, #""struct": { "a": "Int", "b": "Int?" }"#,
      ],
      [
        #"error lost -> "former": ["w"]"#,
        #"error lost -> "former": ["v"]"#,
      ]),
    .keys(
      "a chain whose first name goes to another key",
      [
        #""a": { "type": "Int?" }, "o": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:a"] }, "o": { "type": "Int?" }"#,
        #""c": { "type": "Int?", "former": ["player:b", "player:a"] }, "o": { "type": "Int?" }"#,
        #""c": { "type": "Int?" }, "o": { "type": "Int?", "former": ["player:a"] }"#,
      ],
      [#"error misread -> "former": ["player:a"]"#]),
    Self(
      name: "a namespace that moved with a key of another type",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "q", "keys": { "a": { "type": "Int?" }, "b": { "type": "String?" } } }"#,
      ],
      expected: [
        #"error lost -> "former": ["p"]"#,
        #"error lost -> "former": ["p"]"#,
      ]),
    Self(
      name: "a key that moved with its namespace and has another type",
      versions: [
        #"{ "version": 1, "namespace": "p", "keys": { "a": { "type": "Int?" } } }"#,
        #"{ "version": 1, "namespace": "q", "former": ["p"], "keys": { "a": { "type": "String?" } } }"#,
      ],
      expected: [
        "note older-lost", #"error unreadable -> "former": ["p:a"], "migrate": "…""#,
      ]),
    .enums(
      "a reserved case inside values, where unknown ones are kept",
      [
        #""enum": ["a", "b"], "unknown": "keep""#,
        #""enum": ["a"], "unknown": "keep", "reserved": ["b"]"#,
      ], []),
    Self(
      name: "a case in storage strings that becomes one of a release",
      versions: [
        type(#""enum": ["a", "b"]"#, key: #""type": "Int?", "parameters": { "of": "T" }"#),
        type(
          #""enum": { "a": { "former": ["b"] } }"#,
          key: #""type": "Int?", "parameters": { "of": "T" }"#),
      ], expected: [#"error lost -> "b": "b""#]),
    .keys(
      "a rename into a range outside of which the default counts",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:a"], "range": [0, 9], "outside": "default" }"#,
      ], ["note older-lost", "warning refused"]),
    .keys(
      "a rename beside a release that has the key as the one before it",
      [
        #""a": { "type": "Int?" }"#, #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#,
        #""c": { "type": "Int?", "former": ["player:a"] }, "b": { "type": "Int?" }"#,
      ], [#"error older-lost -> "moves": "later""#], readers: .both, ended: ["1"]),
  ]
}

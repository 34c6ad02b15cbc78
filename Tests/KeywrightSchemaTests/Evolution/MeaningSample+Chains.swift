import KeywrightSchema

extension MeaningSample {
  /// Things that were called otherwise before, and are gone, or reserved, or swept.
  static let chains: [MeaningSample] = [
    .keys(
      "a former key that is reserved while its successor is there",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""b": { "type": "Int?" } }, "reserved": ["a"], "x-none": {"#,
      ], [#"error lost -> "former": ["player:a"]"#]),
    .structs(
      "a former name of a field that is reserved",
      [
        #""struct": { "w": "Int" }"#,
        #""struct": { "x": { "type": "Int?", "former": ["w"] } }"#,
        #""struct": { "x": "Int?" }, "reserved": ["w"]"#,
      ], [#"error lost -> "former": ["w"]"#]),
    .enums(
      "a former case that is reserved",
      [
        #""enum": ["l", "w"]"#, #""enum": { "l": "l", "x": { "former": ["w"] } }"#,
        #""enum": ["l", "x"], "reserved": ["w"]"#,
      ], [#"error lost -> "former": ["w"]"#]),
    .keys(
      "a chain without its end, whose mend is that alone",
      [
        #""a": { "type": "Int?" }"#, #""b": { "type": "Int?", "former": ["player:a"] }"#,
        #""bb": { "type": "Int?" }"#,
      ], [#"error lost -> "former": ["player:b"]"#]),
    .keys(
      "a sweep of a key that was called otherwise before",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:a"], "moves": "later" }"#,
        #""k": { "type": "Bool?" } }, "erased": ["b"], "x-none": {"#,
      ], [#"warning exposed -> "erased": ["a"]"#]),
    .keys(
      "a sweep of all that a key was called",
      [
        #""a": { "type": "Int?" }"#,
        #""b": { "type": "Int?", "former": ["player:a"], "moves": "later" }"#,
        #""k": { "type": "Bool?" } }, "erased": ["b", "a"], "x-none": {"#,
      ], []),
    .keys(
      "a storage string that no namespace spells",
      [
        #""a": { "type": "Int?", "storageString": "x::y" }, "k": { "type": "Bool?" }"#,
        #""k": { "type": "Bool?" }"#,
      ],
      [#"error lost -> keywright lock --accept x::y --because "…""#]),
  ]

  /// Families, their single values, and what the checker refuses of them.
  static let families: [MeaningSample] = [
    .keys(
      "a value of a family taken over with another type",
      [
        #""g": { "type": "Double", "default": 0.5, "parameters": { "i": "Int" } }"#,
        #""bass": { "type": "String?", "former": ["player:g:0"] } }, "reserved": ["g"], "x-none": {"#,
      ], [#"error unreadable -> "migrate": "…""#]),
    .keys(
      "a value of a family taken over",
      [
        #""g": { "type": "Double", "default": 0.5, "parameters": { "i": "Int" } }"#,
        #""bass": { "type": "Double", "default": 0.5, "former": ["player:g:0"] } }, "reserved": ["g"], "x-none": {"#,
      ], []),
    .keys(
      "a family of another type",
      [
        #""g": { "type": "Double?", "parameters": { "i": "Int" } }"#,
        #""g": { "type": "String?", "parameters": { "i": "Int" } }"#,
      ], [#"error unreadable -> "id": "…""#]),
    .keys(
      "a family in another store",
      [
        #""g": { "type": "Double?", "parameters": { "i": "Int" } }"#,
        #""g": { "type": "Double?", "parameters": { "i": "Int" }, "store": "vault" }"#,
      ], [#"error lost -> keywright lock --accept player:g --because "…""#]),
    .keys(
      "parameters whose texts are those of another type",
      [
        #""g": { "type": "Int?", "parameters": { "i": "Int32" } }, "h": { "type": "Int?", "parameters": { "i": "Int" } }"#,
        #""g": { "type": "Int?", "parameters": { "i": "Int" } }, "h": { "type": "Int?", "parameters": { "i": "String" } }"#,
      ], ["note source", "note source"]),
    .keys(
      "parameters whose texts are not all those of another type",
      [
        #""g": { "type": "Int?", "parameters": { "i": "Int" } }"#,
        #""g": { "type": "Int?", "parameters": { "i": "Int32" } }"#,
      ], [#"error unreadable -> "id": "…""#]),
  ]

  /// What changes no value, and what a function hides.
  static let repairs: [MeaningSample] = [
    .enums(
      "a case that was kept as unknown, and is declared",
      [
        #""enum": ["l", "r"], "unknown": "keep""#, #""enum": ["l", "s"], "unknown": "keep""#,
        #""enum": { "l": "l", "s": { "former": ["r"] } }, "unknown": "keep""#,
      ], []),
    .enums(
      "a case that was kept as unknown, and is read as another one without a declaration",
      [
        #""enum": ["l", "r"], "unknown": "keep""#, #""enum": ["l"], "unknown": "keep""#,
        #""enum": { "l": "l", "s": "r" }, "unknown": "keep""#,
      ], ["error misread"]),
    .keys(
      "a limit that is wider beside a rename",
      [
        #""a": { "type": "[Int]", "default": [], "length": [null, 3], "outside": "clamp" }"#,
        #""b": { "type": "[Int]", "default": [], "length": [null, 5], "outside": "clamp", "former": ["player:a"] }"#,
      ], ["note older-lost"]),
    .keys(
      "a limit under a function that converts",
      [
        #""a": { "type": "Set<Int>", "default": [] }"#,
        #""b": { "type": "[Int]", "default": [], "length": [null, 5], "outside": "clamp", "former": ["player:a"], "migrate": "F.f" }"#,
      ],
      [
        "note older-lost",
        #"error altered -> keywright lock --accept player:a --because "…""#,
      ]),
    .keys(
      "a constraint and a default under a function that converts",
      [
        #""a": { "type": "Int", "default": 0 }"#,
        #""b": { "type": "Int", "default": 6, "range": [0, 10], "former": ["player:a"], "migrate": "F.f" }"#,
      ], ["note older-lost", "warning refused", "warning default"]),
    .keys(
      "defaults that are one value",
      [
        #""s": { "type": "Set<String>", "default": ["a", "b"] }, "m": { "type": "Decimal", "default": "1.0" }, "d": { "type": "Date", "default": "2026-01-31T12:00:00Z" }, "p": { "type": "[String: Int]", "default": { "a": 1, "b": 2 } }"#,
        #""s": { "type": "Set<String>", "default": ["b", "a"] }, "m": { "type": "Decimal", "default": "1.00" }, "d": { "type": "Date", "default": "2026-01-31T13:00:00+01:00" }, "p": { "type": "[String: Int]", "default": { "b": 2, "a": 1 } }"#,
      ], []),
    Self(
      name: "a default that leaves a field to its own default, which is another one",
      versions: [
        type(
          #""struct": { "w": { "type": "Int", "default": 0 } }"#,
          key: #""type": "T", "default": {}"#),
        type(
          #""struct": { "w": { "type": "Int", "default": 1 } }"#,
          key: #""type": "T", "default": { "w": 2 }"#),
      ],
      expected: [
        "warning default",
        "warning default -> \"defaultFor\": \"new\"",
      ]),
    .keys(
      "a default for the users of a release that has it already",
      [
        #""a": { "type": "Double", "default": 0.5 }"#,
        #""a": { "type": "Double", "default": 0.8, "defaultFor": "new" }"#,
      ], []),
  ]
}

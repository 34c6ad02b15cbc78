import KeywrightSchema

@testable import keywright_cli

/// Rules between the keywords of one object, as JSON Schema: every mistake that the form of a schema
/// shows, and never more than the checks refuse.
enum PlaceRules {
  static func rules(of place: ObjectKind) -> [JSONDocument] {
    switch place {
    case .file: names + [file, moves]
    case .namespace: names + [moves]
    case .type: type
    case .key: key + [["$ref": .string(ValueSchemas.typed)]]
    case .field: field + [["$ref": .string(ValueSchemas.typed)]]
    case .enumCase: []
    }
  }

  /// Names that generated code needs.
  private static let names: [JSONDocument] = [
    [
      "properties": [
        "keys": [
          "properties": .object(
            Patterns.keysThatNeedAnotherName.map { ($0, false) })
        ]
      ]
    ]
  ]

  /// `moves` says nothing without former names.
  private static let moves = when(
    ["required": ["moves"]], then: ["required": ["former"]])

  /// A file without a namespace may not have the keywords of one.
  private static let file: JSONDocument = [
    "if": ["not": ["required": ["namespace"]]],
    "then": [
      "not": [
        "anyOf": [
          ["required": ["id"]], ["required": ["title"]], ["required": ["summary"]],
          ["required": ["discussion"]], ["required": ["name"]], ["required": ["values"]],
          ["required": ["preCommit"]], ["required": ["postCommit"]],
        ]
      ]
    ],
  ]

  /// An enum or a struct; raw values of one kind.
  private static let type: [JSONDocument] = [
    ["oneOf": [["required": ["enum"]], ["required": ["struct"]]]],
    [
      "properties": [
        "enum": ["anyOf": [rawValues("string", isNeeded: false), rawValues("integer")]]
      ]
    ],
  ]

  private static func rawValues(_ type: String, isNeeded: Bool = true) -> JSONDocument {
    let value: JSONDocument = ["type": .string(type)]
    let spelledOut: JSONDocument = [
      "type": "object", "required": isNeeded ? ["rawValue"] : [],
      "properties": ["rawValue": value],
    ]
    return ["patternProperties": ["^(?!x-)": ["anyOf": [value, spelledOut]]]]
  }

  private static let key: [JSONDocument] =
    [
      ["not": ["required": ["id", "storageString"]]],
      when(["required": ["migrate"]], then: ["required": ["former"]]),
      ["not": ["required": ["migrate", "moves"]]],
      when(
        typeIs(Patterns.optionalType), then: ["properties": ["default": ["type": "null"]]],
        else: ["required": ["default"]]),
      when(
        [
          "properties": [
            "default": [
              "type": "object", "required": ["call"],
              "properties": ["call": ["type": "string"]],
            ]
          ]
        ],
        then: ["properties": ["default": ["$ref": .string(ValueSchemas.call)]]]),
    ] + demands + openEnds + codings

  private static let field: [JSONDocument] = [
    moves,
    when(typeIs(Patterns.optionalType), then: ["properties": ["default": ["type": "null"]]]),
    when(
      typeIs(Patterns.scalar(ScalarType.allCases.filter { !ValueSchemas.hasLiteral($0) })),
      then: ["properties": ["default": ["type": "null"]]]),
  ]

  /// The types that each keyword of a key fits.
  private static let demands: [JSONDocument] = {
    let numbers = Patterns.scalar(ScalarType.allCases.filter(\.isNumber))
    let text = Patterns.scalar([.string])
    let words = [
      ("range", numbers), ("pattern", text),
      ("unit", Patterns.scalar(ScalarType.allCases.filter { $0.isNumber || $0 == .decimal })),
    ]
    let steps: [(JSONDocument, String)] = [
      (["enum": ["trim", "lowercase", "uppercase"]], text),
      (["enum": ["removeDuplicates", "sort"]], Patterns.array),
    ]
    return words.map { when(["required": .strings([$0])], then: typeIs($1)) }
      + steps.map { step, type in
        when(
          ["required": ["processing"], "properties": ["processing": ["contains": step]]],
          then: typeIs(type))
      } + [
        when(
          ["required": ["length"]], then: ["anyOf": [typeIs(text), typeIs(Patterns.collection)]]),
        when(["required": ["allowed"]], then: typeIsNot(Patterns.collection)),
      ]
  }()

  /// A range that is open at both ends is a mistake.
  private static let openEnds: [JSONDocument] = {
    let closed: JSONDocument = ["not": ["enum": [[nil, nil]]]]
    return [
      [
        "properties": [
          "range": closed, "length": closed,
        ]
      ]
    ]
  }()

  /// The keywords that fit a type of the user's own, and a key with parameters.
  private static let codings: [JSONDocument] = {
    let whole: JSONDocument = [
      "required": ["coding"],
      "properties": ["coding": ["enum": ["rawValue", "codable", "codableJSON", "memory"]]],
    ]
    let isNotStored: JSONDocument = [
      "properties": [
        "default": [
          "not": [
            "type": "object", "required": ["persist"],
            "properties": ["persist": ["const": "whenMissing"]],
          ]
        ]
      ]
    ]
    return [
      when(["required": ["coding"]], then: typeIsNot(Patterns.scalar(ScalarType.allCases))),
      when(
        ["allOf": [["required": ["coding"]], typeIsNot(Patterns.collection)]],
        then: [
          "properties": [
            "default": ["anyOf": [["$ref": .string(ValueSchemas.call)], ["type": "null"]]]
          ]
        ]),
      when(whole, then: ["allOf": [typeIsNot(Patterns.collection), isNotStored]]),
      when(["required": ["parameters"]], then: isNotStored),
    ]
  }()

  static func when(
    _ condition: JSONDocument, then rule: JSONDocument, else other: JSONDocument? = nil
  ) -> JSONDocument {
    .object([("if", condition), ("then", rule)] + (other.map { [("else", $0)] } ?? []))
  }

  static func typeIs(_ pattern: String) -> JSONDocument {
    ["properties": ["type": ["pattern": .string(pattern)]]]
  }

  private static func typeIsNot(_ pattern: String) -> JSONDocument {
    ["properties": ["type": ["not": ["pattern": .string(pattern)]]]]
  }
}

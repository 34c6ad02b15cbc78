import KeywrightSchema

/// The literals of each type, as JSON Schema.
enum ValueSchemas {
  /// The definition shared by keys and fields, which have a type and literals of it.
  static let typed = "#/definitions/typed"
  /// The definition of a default that calls a function.
  static let call = "#/definitions/call"

  /// The definitions that others refer to.
  static let definitions: [(String, JSONDocument)] =
    [("call", calling), ("typed", ["allOf": .array(scalars + collections)])]
    + ScalarType.allCases.map { ($0.rawValue, values(of: $0)) }

  /// Whether a struct's field of the type can have a default.
  static func hasLiteral(_ type: ScalarType) -> Bool {
    !type.isFoundation && type != .duration
  }

  private static let calling: JSONDocument = [
    "type": "object", "required": ["call"],
    "properties": [
      "call": ["type": "string", "pattern": .string(Patterns.symbol)],
      "persist": ["enum": ["never", "whenMissing"]],
    ],
    "patternProperties": [SchemaOfSchemas.foreign: true], "additionalProperties": false,
  ]

  private static let scalars: [JSONDocument] = ScalarType.allCases.flatMap { type in
    let value: JSONDocument = ["$ref": .string("#/definitions/\(type.rawValue)")]
    let end: JSONDocument = ["items": ["anyOf": [value, ["type": "null"]]]]
    let bounded: JSONDocument =
      type.isNumber
      ? ["allowed": ["items": value], "example": value, "range": end]
      : ["allowed": ["items": value], "example": value]
    return [
      PlaceRules.when(
        PlaceRules.typeIs(Patterns.scalar([type], acceptsOptionals: false)),
        then: ["properties": ["default": ["anyOf": [value, ["$ref": .string(call)]]]]]),
      PlaceRules.when(
        PlaceRules.typeIs(Patterns.scalar([type])), then: ["properties": bounded]),
    ]
  }

  private static let collections: [JSONDocument] = [
    collection(Patterns.plainArray, ["type": "array"]),
    collection(Patterns.plainSet, ["type": "array", "uniqueItems": true]),
    collection(Patterns.plainDictionary, ["type": "object"]),
  ]

  private static func collection(_ pattern: String, _ value: JSONDocument) -> JSONDocument {
    PlaceRules.when(
      PlaceRules.typeIs(pattern),
      then: [
        "properties": [
          "default": ["anyOf": [value, ["$ref": .string(call)]]], "example": value,
        ]
      ])
  }

  private static func values(of type: ScalarType) -> JSONDocument {
    if let bounds = type.integerBounds {
      return [
        "type": "integer", "minimum": .number("\(bounds.lowerBound)"),
        "maximum": .number("\(bounds.upperBound)"),
      ]
    }
    return switch type {
    case .bool: ["type": "boolean"]
    case .double: number(within: "\(Double.greatestFiniteMagnitude)")
    // The number from which rounding to single precision gives infinity.
    case .float: number(within: "3.4028235677973366e+38")
    case .duration: ["anyOf": [["type": "number"], text(Patterns.duration)]]
    case .decimal: ["type": ["number", "string"]]
    case .date:
      text(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T\(hour):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?"
          + "(Z|[+-]\(hour):?[0-5][0-9]))?$")
    case .data: text("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")
    case .url:
      text("^([A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}){1,8192}$")
    case .uuid: text("^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")
    default: ["type": "string"]
    }
  }

  private static let hour = "([01][0-9]|2[0-3])"

  private static func number(within bound: String) -> JSONDocument {
    ["type": "number", "minimum": .number("-\(bound)"), "maximum": .number(bound)]
  }

  private static func text(_ pattern: String) -> JSONDocument {
    ["type": "string", "pattern": .string(pattern)]
  }
}

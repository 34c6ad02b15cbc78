extension ChangeSample {
  static let keys: [ChangeSample] = [
    .key("nothing", #""type": "Int?""#, #""type": "Int?""#),
    .keys(
      "key added", #""a": { "type": "Int?" }"#, #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#
    ),
    .keys(
      "key removed", #""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#,
      #""a": { "type": "Int?" }"#, "?"),
    .keys(
      "key renamed", #""loudness": { "type": "Double", "default": 0.5 }"#,
      #""loudnes": { "type": "Double", "default": 0.5 }"#, "?"),
    .keys(
      "key renamed with its former key", #""loudness": { "type": "Double", "default": 0.5 }"#,
      #""volume": { "type": "Double", "default": 0.5, "formerKeys": ["player:loudness"] }"#),
    .keys(
      "key renamed and retyped with its former key", #""length": { "type": "Int", "default": 5 }"#,
      #""time": { "type": "Duration", "default": 5, "formerKeys": ["player:length"] }"#, "?"),
    .keys(
      "key renamed and retyped with a function", #""length": { "type": "Int", "default": 5 }"#,
      #""time": { "type": "Duration", "default": 5, "formerKeys": ["player:length"], "migrate": "Times.seconds" }"#
    ),
    .key("Swift name", #""type": "Int?""#, #""type": "Int?", "name": "b""#, "?"),
    .key(
      "id", #""type": "Int?", "summary": "How many.""#,
      #""type": "Int?", "id": "zz", "summary": "How many.""#, "?"),
    ChangeSample(
      name: "namespace moved",
      old:
        #"{ "version": 1, "namespace": "player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      new:
        #"{ "version": 1, "namespace": "audio.player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      expected: ["?"]),
  ]

  static let types: [ChangeSample] = [
    .type("case added", #""enum": ["a"]"#, #""enum": ["a", "b"]"#, "?"),
    .type("case removed", #""enum": ["a", "b"]"#, #""enum": ["a", "c"]"#, "?"),
    .type("raw value", #""enum": ["a"]"#, #""enum": { "a": "A" }"#, "?"),
    .type("raw type", #""enum": ["a"]"#, #""enum": { "a": 1 }"#, "?"),
    .type(
      "field added with a default", #""struct": { "a": "Int" }"#,
      #""struct": { "a": "Int", "b": { "type": "Int", "default": 1 }, "c": "Int?" }"#),
    .type(
      "field added without one", #""struct": { "a": "Int" }"#,
      #""struct": { "a": "Int", "b": "Int" }"#, "?"),
    .type(
      "field removed", #""struct": { "a": "Int", "b": "Bool" }"#, #""struct": { "a": "Int" }"#, "?"),
    .type("field renamed", #""struct": { "a": "Int?" }"#, #""struct": { "b": "Int?" }"#, "?"),
    .type("field retyped", #""struct": { "a": "Int" }"#, #""struct": { "a": "Bool" }"#, "?"),
    .type("field required", #""struct": { "a": "Int?" }"#, #""struct": { "a": "Int" }"#, "?"),
  ]

  static let forms: [ChangeSample] = [
    .key("widened", #""type": "Int8?""#, #""type": "Int?""#, "?"),
    .key("Int32 to Double", #""type": "Int32?""#, #""type": "Double?""#, "?"),
    .key("Int to Double", #""type": "Int?""#, #""type": "Double?""#, "?"),
    .key(
      "Int to Double within a range", #""type": "Int?", "range": [0, 9007199254740992]"#,
      #""type": "Double?""#, "?"),
    .key(
      "Int to Double within too wide a range", #""type": "Int?", "range": [0, 9007199254740993]"#,
      #""type": "Double?""#, "?"),
    .key("changed", #""type": "Int?""#, #""type": "String?""#, "?"),
    .key("narrowed", #""type": "Double?""#, #""type": "Float?""#, "?"),
    .key("element", #""type": "[String: [Int]]?""#, #""type": "[String: [Bool]]?""#, "?"),
    .key("required to optional", #""type": "Int", "default": 1"#, #""type": "Int?""#, "?"),
    .key("optional to required", #""type": "Int?""#, #""type": "Int", "default": 1"#, "?"),
    .key(
      "coding", #""type": "Own?", "coding": "codable""#,
      #""type": "Own?", "coding": "codableJSON""#, "?"),
    .key(
      "parameters", #""type": "Int?", "parameters": { "a": "Int" }"#,
      #""type": "Int?", "parameters": { "a": "Int", "b": "String" }"#, "?"),
    .key(
      "a parameter's name", #""type": "Int?", "parameters": { "a": "Int" }"#,
      #""type": "Int?", "parameters": { "b": "Int" }"#, "?"),
  ]

  static let readers: [ChangeSample] = [
    .key(
      "range narrowed", #""type": "Int?", "range": [0, 9]"#, #""type": "Int?", "range": [1, 9]"#,
      "?"),
    .key(
      "range widened", #""type": "Int?", "range": [0, 9]"#, #""type": "Int?", "range": [0, null]"#,
      "?"),
    .key(
      "length", #""type": "String?", "maxLength": 9"#, #""type": "String?", "maxLength": 8"#, "?"),
    .key(
      "allowed", #""type": "String?", "allowed": ["a", "b"]"#,
      #""type": "String?", "allowed": ["b"]"#, "?"),
    .key(
      "processing", #""type": "String?", "processing": ["trim"]"#,
      #""type": "String?", "processing": ["trim", "sort"]"#.replacing("sort", with: "lowercase"),
      "?"),
    .key("default", #""type": "Int", "default": 1"#, #""type": "Int", "default": 2"#, "?"),
    .key(
      "whenMissing", #""type": "UUID", "default": { "call": "UUID.init" }"#,
      #""type": "UUID", "default": { "call": "UUID.init", "persist": "whenMissing" }"#, "?"),
    .key(
      "sensitivity lowered", #""type": "Int?", "sensitivity": "secret""#,
      #""type": "Int?", "sensitivity": "private""#, "?"),
    .key(
      "sensitivity raised", #""type": "Int?""#, #""type": "Int?", "sensitivity": "secret""#, "?"),
    .key("ttl", #""type": "Int?", "ttl": 5"#, #""type": "String?", "ttl": 6"#, "?"),
    .key(
      "summary", #""type": "Int?", "summary": "a""#,
      #""type": "Int?", "summary": "b", "deprecated": "c""#),
  ]
}

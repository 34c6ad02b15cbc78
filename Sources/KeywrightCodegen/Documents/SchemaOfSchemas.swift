import KeywrightSchema

/// Writes the JSON Schema (draft-07) of schema files, from the same table of words as the checks:
/// editors complete and explain the words by it, and refuse what has the wrong form.
package enum SchemaOfSchemas {
  /// The text of `keywright.schema.json`.
  package static func text() -> String {
    let file = definition(of: .file)
    let others = VocabularyPlace.allCases.filter { $0 != .file }.map { place in
      (place.rawValue, JSONDocument.object(definition(of: place)))
    }
    let document = JSONDocument.object(
      [
        ("$schema", .string("http://json-schema.org/draft-07/schema#")),
        ("title", .string("Keywright schema")),
        ("description", .string("Declares the keys that a program keeps, for Keywright.")),
      ] + file + [("definitions", .object(others))])
    return document.text() + "\n"
  }

  private static func definition(of place: VocabularyPlace) -> [(String, JSONDocument)] {
    let properties = VocabularyEntry.words(in: place).map { word in
      let summary = ("description", JSONDocument.string(word.summary))
      // Beside a `$ref`, draft-07 ignores everything: the reference is wrapped.
      var members = form(word.shape)
      if members.contains(where: { $0.0 == "$ref" }) {
        members = [("allOf", .array([.object(members)]))]
      }
      return (word.name, JSONDocument.object([summary] + members))
    }
    let required = VocabularyEntry.required(in: place)
    var members: [(String, JSONDocument)] = [("type", .string("object"))]
    if !required.isEmpty {
      members.append(("required", .array(required.map { .string($0) })))
    }
    return members + [
      ("properties", .object(properties)),
      ("patternProperties", foreign), ("additionalProperties", .bool(false)),
    ]
  }

  /// Members that belong to other tools.
  private static let foreign = JSONDocument.object([("^x-", .bool(true))])

  private static func form(_ shape: Shape) -> [(String, JSONDocument)] {
    switch shape {
    case .boolean: [("type", .string("boolean"))]
    case .string: [("type", .string("string"))]
    case .choice(let words): [("enum", .array(words.map { .string($0) }))]
    case .pattern(let pattern, _): [("type", .string("string")), ("pattern", .string(pattern))]
    case .number: [("type", .string("number"))]
    case .count: [("type", .string("integer")), ("minimum", .integer(0))]
    case .version: [("const", .integer(1))]
    case .null: [("type", .string("null"))]
    case .list(let element): [("type", .string("array")), ("items", .object(form(element)))]
    case .pair(let element):
      [
        ("type", .string("array")), ("items", .object(form(element))), ("minItems", .integer(2)),
        ("maxItems", .integer(2)),
      ]
    case .map(let value):
      [
        ("type", .string("object")), ("patternProperties", foreign),
        // What `patternProperties` takes is not additional.
        ("additionalProperties", .object(form(value))),
      ]
    case .words(let place, _): [("$ref", .string("#/definitions/\(place.rawValue)"))]
    case .single(let name, let value):
      [
        ("type", .string("object")), ("required", .array([.string(name)])),
        ("properties", .object([(name, .object(form(value)))])),
        ("additionalProperties", .bool(false)),
      ]
    case .oneOf(let shapes): [("anyOf", .array(shapes.map { .object(form($0)) }))]
    case .anything: []
    }
  }
}

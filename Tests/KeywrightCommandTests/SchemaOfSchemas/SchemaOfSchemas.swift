import KeywrightSchema

@testable import keywright_cli

/// Writes the JSON Schema (draft-07) of schema files, from the same table of keywords as the checks:
/// by it, editors complete and explain keywords and refuse values of the wrong form.
enum SchemaOfSchemas {
  /// The text of `keywright.schema.json`.
  static func text() -> String {
    let others = ObjectKind.allCases.filter { $0 != .file }.map { place in
      (place.rawValue, JSONDocument.object(definition(of: place)))
    }
    let document = JSONDocument.object(
      [
        ("$schema", "http://json-schema.org/draft-07/schema#"),
        ("title", "Keywright schema"),
        ("description", "Declares the keys that a program keeps, for Keywright."),
      ] + definition(of: .file) + [("definitions", .object(others + ValueSchemas.definitions))])
    return document.text() + "\n"
  }

  private static func definition(of place: ObjectKind) -> [(String, JSONDocument)] {
    let properties = place.keywords.map { word in
      let summary = ("description", JSONDocument.string(word.summary))
      // Beside a `$ref`, draft-07 ignores everything: the reference is wrapped.
      var members = form(word.shape)
      if members.contains(where: { $0.0 == "$ref" }) {
        members = [("allOf", .array([.object(members)]))]
      }
      return (word.name, JSONDocument.object([summary] + members))
    }
    let required = place.required
    var members: [(String, JSONDocument)] = [("type", "object")]
    if !required.isEmpty { members.append(("required", .strings(required))) }
    members += [
      ("properties", .object(properties)), ("patternProperties", [foreign: true]),
      ("additionalProperties", false),
    ]
    let rules = PlaceRules.rules(of: place)
    return rules.isEmpty ? members : members + [("allOf", .array(rules))]
  }

  /// The names of members that belong to other tools.
  static let foreign = "^x-"

  private static func form(_ shape: ValueShape) -> [(String, JSONDocument)] {
    switch shape {
    case .boolean: [("type", "boolean")]
    case .string: [("type", "string")]
    case .choice(let words): [("enum", .strings(words))]
    case .text(let form): [("type", "string"), ("pattern", .string(Patterns.pattern(of: form)))]
    case .number: [("type", "number")]
    case .positive: [("type", "number"), ("exclusiveMinimum", 0)]
    case .count: [("type", "integer"), ("minimum", 0)]
    case .version: [("const", 1)]
    case .null: [("type", "null")]
    case .list(let element, let least, let isSet):
      [("type", "array"), ("items", .object(form(element)))]
        + (least > 0 ? [("minItems", .integer(least))] : [])
        + (isSet ? [("uniqueItems", true)] : [])
    case .pair(let element):
      [
        ("type", "array"), ("items", .object(form(element))), ("minItems", 2), ("maxItems", 2),
      ]
    case .map(let value, let names, let least):
      [
        ("type", "object"),
        ("patternProperties", [foreign: true, Patterns.pattern(of: names): .object(form(value))]),
        ("additionalProperties", false),
      ] + (least > 0 ? [("minProperties", .integer(least))] : [])
    case .object(let place): [("$ref", .string("#/definitions/\(place.rawValue)"))]
    case .single(let name, let value, let flag):
      [
        ("type", "object"), ("required", .strings([name])),
        (
          "properties",
          .object(
            [(name, .object(form(value)))]
              + (flag.map { [($0, .object(form(.boolean)))] } ?? []))
        ),
        ("patternProperties", [foreign: true]), ("additionalProperties", false),
      ]
    case .oneOf(let shapes): [("anyOf", .array(shapes.map { .object(form($0)) }))]
    case .anything: []
    }
  }
}

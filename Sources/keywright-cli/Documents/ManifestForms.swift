import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

/// The members of a manifest that say what type a value has.
enum ManifestForms {
  /// - Parameter outer: The structs around it. One that is inside itself, in an array, has no members there: spelled
  ///   out it would have no end.
  static func members(
    of type: ValueType, _ types: [TypeModel], inside outer: [TypeID] = []
  ) -> [(String, PropertyList)] {
    switch type {
    case .scalar(.duration):
      return [
        ("pfm_type", .string("array")),
        ("pfm_subkeys", .array([.record([("pfm_type", .string("integer"))])])),
      ]
    case .scalar(let scalar): return [("pfm_type", .string(scalar.form.rawValue))]
    case .array(let element), .set(let element):
      return [
        ("pfm_type", .string("array")),
        ("pfm_subkeys", .array([.record(members(of: element, types, inside: outer))])),
      ]
    case .dictionary(_, let value):
      return [
        ("pfm_type", .string("dictionary")),
        (
          "pfm_subkeys",
          .array([
            .record([("pfm_name", .string("{{key}}")), ("pfm_type", .string("string"))]),
            .record(
              [("pfm_name", .string("{{value}}"))] + members(of: value, types, inside: outer)),
          ])
        ),
      ]
    case .declared(let id) where outer.contains(id):
      return [("pfm_type", .string("dictionary"))]
    case .declared(let id):
      switch types[id.index].kind {
      case .enumeration(let cases, let hasIntegers):
        return [("pfm_type", .string(hasIntegers ? "integer" : "string"))]
          + list(
            cases.map {
              ($0.rawValue.stored(types).tree, TitleText.shown($0.title, of: $0.name))
            })
      case .structure(let fields):
        return [
          ("pfm_type", .string("dictionary")),
          ("pfm_subkeys", .array(fields.map { .record(field($0, types, inside: outer + [id])) })),
        ]
      }
    case .own: return [("pfm_type", .string("dictionary"))]
    }
  }

  /// A list of values to choose from.
  static func list(
    _ choices: [(value: PropertyList, title: String)]
  ) -> [(String, PropertyList)] {
    [
      ("pfm_range_list", .array(choices.map(\.value))),
      ("pfm_range_list_titles", .array(choices.map { .string(Paragraphs.line($0.title)) })),
    ]
  }

  private static func field(
    _ field: StructField, _ types: [TypeModel], inside outer: [TypeID]
  ) -> [(String, PropertyList)] {
    var result: [(String, PropertyList)] = [
      ("pfm_name", .string(field.name)),
      ("pfm_title", .string(Paragraphs.line(TitleText.shown(field.title, of: field.name)))),
    ]
    if !field.summary.isEmpty {
      result.append(("pfm_description", .string(Paragraphs.line(field.summary))))
    }
    result += members(of: field.type, types, inside: outer)
    if let value = field.defaultValue, !field.isOptional {
      result.append(("pfm_default", value.stored(types).tree))
    } else if !field.isOptional {
      result.append(("pfm_require", .string("always")))
    }
    return result
  }
}

import KeywrightSchema

extension ValueType {
  /// Whether a file of values may have a value in several spellings: `90`, `"90s"` and `"1m30s"`.
  var hasSpellings: Bool {
    switch self {
    case .scalar(.duration), .scalar(.decimal), .scalar(.date): true
    default: false
    }
  }
}

extension ValuesSchema {
  /// The values of a type.
  /// - Parameter outer: The structs around it. One that is inside itself, in an array, is any object there: spelled out
  ///   it would have no end.
  static func form(
    of type: ValueType, _ types: [TypeModel], inside outer: [TypeID] = []
  ) -> [(String, JSONDocument)] {
    func form(_ type: ValueType) -> JSONDocument {
      .object(Self.form(of: type, types, inside: outer))
    }
    switch type {
    case .scalar(let scalar): return self.scalar(scalar)
    case .array(let element):
      return [("type", "array"), ("items", form(element))]
    case .set(let element):
      return [("type", "array"), ("items", form(element)), ("uniqueItems", true)]
    case .dictionary(_, let value):
      return [("type", "object"), ("additionalProperties", form(value))]
    case .declared(let id) where outer.contains(id): return [("type", "object")]
    case .declared(let id): return declared(types[id.index], types, inside: outer + [id])
    case .own: return []
    }
  }

  private static func declared(
    _ type: TypeModel, _ types: [TypeModel], inside outer: [TypeID]
  ) -> [(String, JSONDocument)] {
    switch type.kind {
    case .enumeration(let cases, _): return [("enum", .strings(cases.map(\.name)))]
    case .structure(let fields):
      // A field that moves later is written under its earlier name, and read under both.
      func names(of field: StructField) -> [String] {
        field.storedName == field.name ? [field.name] : [field.name, field.storedName]
      }
      let properties = fields.flatMap { field in
        var members = form(of: field.type, types, inside: outer)
        if field.isOptional { members = [("anyOf", [.object(members), ["type": "null"]])] }
        let words: [(String, JSONDocument)] =
          [("title", .string(TitleText.shown(field.title, of: field.name)))]
          + (field.summary.isEmpty ? [] : [("description", .string(field.summary))])
        return names(of: field).map { ($0, JSONDocument.object(words + members)) }
      }
      let required = fields.filter {
        !$0.isOptional && $0.defaultValue == nil && names(of: $0).count == 1
      }
      .map(\.name)
      return [("type", "object"), ("properties", .object(properties))]
        + (required.isEmpty ? [] : [("required", .strings(required))])
        + [("additionalProperties", false)]
    }
  }

  private static func scalar(_ type: ScalarType) -> [(String, JSONDocument)] {
    if let bounds = type.integerBounds {
      return [
        ("type", "integer"), ("minimum", .number("\(bounds.lowerBound)")),
        ("maximum", .number("\(bounds.upperBound)")),
      ]
    }
    switch type {
    case .bool: return [("type", "boolean")]
    // Numbers that JSON lacks are written as texts: "inf".
    case .double, .float: return [("type", "number")]
    case .decimal, .duration: return [("type", ["number", "string"])]
    case .date: return [("type", "string"), ("format", "date-time")]
    case .url: return [("type", "string"), ("format", "uri-reference")]
    case .uuid:
      return [
        ("type", "string"), ("pattern", "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
      ]
    default: return [("type", "string")]
    }
  }
}

import KeywrightSchema

/// Turns GVariant types into types of schemas, and tuples into structs.
struct GSettingsTypes {
  /// The reason why a type has no counterpart.
  struct NoCounterpart: Error, Equatable {
    var reason: String
  }

  /// The structs that the type needs, in order of appearance.
  private(set) var structs: [(name: String, fields: JSONDocument)] = []
  /// Notes on the type.
  private(set) var remarks: [String] = []
  private let makeName: (String) -> String

  /// - Parameter makeName: Makes a unique name for a type.
  init(makeName: @escaping (String) -> String) {
    self.makeName = makeName
  }

  mutating func type(_ type: GVariantType, of key: String) throws(NoCounterpart) -> String {
    if case .maybe(let inner) = type { return try self.inner(inner, key) + "?" }
    return try inner(type, key)
  }

  private mutating func inner(_ type: GVariantType, _ name: String) throws(NoCounterpart) -> String
  {
    if let scalar = type.scalar, type != .basic("h") {
      if type == .basic("o") || type == .basic("g") {
        let noun = type == .basic("o") ? "object path" : "signature"
        remarks.append("a D-Bus \(noun) became a String, unchecked")
      }
      return scalar.rawValue
    }
    switch type {
    case .basic: throw NoCounterpart(reason: "a handle")
    case .array(.basic("y")): return "Data"
    case .array(.entry(let key, let value)):
      guard key.scalar?.isDictionaryKey == true else {
        throw NoCounterpart(reason: "a dictionary whose keys are neither strings nor integers")
      }
      return "[\(try inner(key, name)): \(try inner(value, name))]"
    case .array(let element): return "[\(try inner(element, name))]"
    case .tuple(let elements): return try structure(elements, name)
    case .maybe: throw NoCounterpart(reason: "an optional value inside another value")
    case .variant: throw NoCounterpart(reason: "a value whose type is known only at run time")
    case .entry: throw NoCounterpart(reason: "an entry of a dictionary by itself")
    }
  }

  private mutating func structure(_ elements: [GVariantType], _ name: String)
    throws(NoCounterpart) -> String
  {
    if elements.isEmpty { throw NoCounterpart(reason: "a tuple of nothing") }
    var fields: [(String, JSONDocument)] = []
    for (field, element) in zip(TupleNames.names(elements.count), elements) {
      fields.append((field, .string(try type(element, of: name + "-" + field))))
    }
    let structName = makeName(name)
    structs.append((structName, .object([("struct", .object(fields))])))
    return structName
  }
}

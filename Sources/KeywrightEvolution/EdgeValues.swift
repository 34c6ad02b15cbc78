import KeywrightSchema

/// Makes a stored value at the edge of what a key takes: the greatest number, the last case, text
/// outside of ASCII.
struct EdgeValues {
  private let key: LockedKey
  private let types: LockedTypes
  /// The declared types around the value at hand; none of them holds itself.
  private var depth = 0

  init(_ key: LockedKey) {
    self.key = key
    types = LockedTypes(text: key[.types])
  }

  /// The value; nil if a schema alone cannot make one.
  mutating func value() -> PropertyListElement? {
    // Only the program knows the values that its patterns and functions take.
    if key[.pattern] != nil || key[.coding] != nil { return nil }
    if key[.processing]?.contains("\"call\"") == true { return nil }
    let type = key.type.type
    if let last = elements(.allowed).last { return literal(last, as: type) }
    return value(of: type, isOutermost: true)
  }

  /// The parameters after the storage string of a family; nil if they cannot be made.
  func parameters() -> String? {
    var result = ""
    for parameter in key.parameters {
      guard let type = LockedType(text: parameter.type) else { return nil }
      switch type {
      case .scalar(.bool): result += ":true"
      case .scalar(.string): result += ":é"
      case .scalar(.uuid): result += ":\(Self.uuid)"
      case .scalar: result += ":3"
      case .named(let name):
        guard case .enumeration(let item) = types[name], let raw = item.cases.last?.rawValue else {
          return nil
        }
        result += ":" + (JSONNode(text: raw)?.string?.text ?? raw)
      default: return nil
      }
    }
    return result
  }

  private static let uuid = "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"

  private func elements(_ keyword: LockedKeyword) -> [JSONNode] {
    key[keyword].flatMap(JSONNode.init(text:))?.elements ?? []
  }

  /// The nearest upper bound that the key gives a number.
  private var upperBound: JSONNode? {
    let bounds = elements(.range)
    return bounds.count == 2 && !bounds[1].isNull ? bounds[1] : nil
  }

  private mutating func value(of type: LockedType, isOutermost: Bool) -> PropertyListElement? {
    switch type {
    case .scalar(let scalar):
      if isOutermost, let bound = upperBound { return literal(bound, as: type) }
      return self.scalar(scalar, isOutermost: isOutermost)
    case .optional(let type): return value(of: type, isOutermost: false)
    case .array(let element), .set(let element):
      return value(of: element, isOutermost: false).map { .array([$0]) }
    case .dictionary(let name, let value):
      guard let name = memberName(of: name), let value = self.value(of: value, isOutermost: false)
      else { return nil }
      return dictionary([(name, value)])
    case .named(let name): return declared(name)
    }
  }

  /// A dictionary as a store has it, in the order of its names' bytes; nil if a name is there twice.
  private func dictionary(_ members: [(String, PropertyListElement)]) -> PropertyListElement? {
    if Set(members.map { ExactString($0.0) }).count < members.count { return nil }
    return .dictionary(
      members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        .map { (name: $0.0, value: $0.1) })
  }

  private func memberName(of type: LockedType) -> String? {
    switch type {
    case .scalar(.string): "é"
    case .scalar(let scalar): scalar.integerBounds == nil ? nil : "3"
    case .named(let name):
      if case .enumeration(let item) = types[name], let raw = item.cases.last?.rawValue {
        JSONNode(text: raw)?.string?.text ?? raw
      } else {
        nil
      }
    default: nil
    }
  }

  private mutating func declared(_ name: String) -> PropertyListElement? {
    switch types[name] {
    case .enumeration(let item): return item.cases.last.flatMap { Self.rawValue($0.rawValue) }
    case .structure(let item):
      if depth > 32 { return nil }
      depth += 1
      defer { depth -= 1 }
      var members: [(String, PropertyListElement)] = []
      for field in item.fields {
        guard let value = value(of: field.type, isOutermost: false) else { return nil }
        members.append((field.name, value))
      }
      return dictionary(members)
    case nil: return nil
    }
  }

  private static func rawValue(_ text: String) -> PropertyListElement? {
    if let string = JSONNode(text: text)?.string { return .string(string.text) }
    return Int64(text).map { .integer(String($0)) }
  }

  private func scalar(_ type: ScalarType, isOutermost: Bool) -> PropertyListElement? {
    if let bounds = type.integerBounds { return .integer(String(bounds.upperBound)) }
    switch type {
    case .bool: return .boolean(key[.defaultValue] != "true" || !isOutermost)
    case .double: return .real(.greatestFiniteMagnitude)
    case .float: return .real(Double(Float.greatestFiniteMagnitude))
    case .string: return .string(isOutermost ? text : "漢🙂1")
    // A whole second: a property list's text has no parts of one.
    case .date: return .date(2_147_483_648)
    case .data: return .data((0...255).map { UInt8($0) })
    case .decimal: return .string("12345678901234567890.0123456789")
    case .url: return .string("https://example.org/%C3%A9?q=1#f")
    case .uuid: return .string(Self.uuid)
    case .duration: return .array([.integer("86400"), .integer("1")])
    default: return nil
    }
  }

  /// A text that no step changes, as long as the key wants it.
  private var text: String {
    let sample = Array("漢🙂1")
    let count = min(max(key.length.least ?? 0, sample.count), key.length.greatest ?? .max)
    return String((0..<count).map { sample[$0 % sample.count] })
  }

  private func literal(_ node: JSONNode, as type: LockedType) -> PropertyListElement? {
    switch (type, node.value) {
    case (.scalar(.duration), .number): return nil
    case (.scalar(let scalar), .number(let spelling)):
      if scalar.integerBounds != nil {
        return (Int64(spelling).map { String($0) } ?? UInt64(spelling).map { String($0) })
          .map(PropertyListElement.integer)
      }
      if scalar == .decimal { return .string(spelling) }
      return Double(spelling).map(PropertyListElement.real)
    case (.scalar(.date), _), (.scalar(.data), _): return nil
    case (.scalar, .string(let string)): return .string(string.text)
    case (.scalar(.bool), .bool(let value)): return .boolean(value)
    case (.named(let name), .string(let string)):
      guard case .enumeration(let item) = types[name] else { return nil }
      return item.cases.first { $0.name == string.text }.flatMap { Self.rawValue($0.rawValue) }
    default: return nil
    }
  }
}

/// A value of a message on the bus, of the types that the Secret Service uses.
enum BusValue: Equatable, Sendable {
  case boolean(Bool)
  case unsigned(UInt64)
  case string(String)
  case path(String)
  case bytes([UInt8])
  case array(of: String, [BusValue])
  /// An array of entries from a string or a path to a value.
  case dictionary(key: String, value: String, [(name: String, value: BusValue)])
  case structure([BusValue])
  indirect case variant(BusValue)

  /// The signature of the type.
  var signature: String {
    switch self {
    case .boolean: "b"
    case .unsigned: "t"
    case .string: "s"
    case .path: "o"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{\(key)\(value)}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }

  static func == (one: BusValue, other: BusValue) -> Bool {
    switch (one, other) {
    case (.boolean(let a), .boolean(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.string(let a), .string(let b)), (.path(let a), .path(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.array(let a, let first), .array(let b, let second)): a == b && first == second
    case (.dictionary(let a, let b, let first), .dictionary(let c, let d, let second)):
      a == c && b == d && first.elementsEqual(second) { $0.name == $1.name && $0.value == $1.value }
    case (.structure(let a), .structure(let b)): a == b
    case (.variant(let a), .variant(let b)): a == b
    default: false
    }
  }

  /// The attributes of an item, by which it is found.
  static func attributes(_ attributes: [String: String]) -> BusValue {
    .dictionary(
      key: "s", value: "s",
      attributes.sorted { $0.key < $1.key }.map { (name: $0.key, value: BusValue.string($0.value)) }
    )
  }

  /// The paths of an array of paths.
  var paths: [String]? {
    guard case .array(of: "o", let elements) = self else { return nil }
    return elements.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// The content of a variant, or the value itself.
  var unwrapped: BusValue { if case .variant(let value) = self { value.unwrapped } else { self } }
}

import KeywrightEvolution
import KeywrightStorage

extension PropertyListElement {
  /// A stored value as an element.
  init(_ tree: PropertyList) {
    switch tree {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(String(value))
    case .unsigned(let value), .uid(let value): self = .integer(String(value))
    case .real(let value): self = .real(value)
    case .string(let value): self = .string(value)
    case .date(let seconds): self = .date(seconds)
    case .data(let bytes): self = .data(Array(bytes))
    // XML has no element for it; the words tell a reviewer.
    case .foreign(let object): self = .string(object.words)
    case .array(let values): self = .array(values.map(Self.init))
    case .dictionary(let dictionary):
      self = .dictionary(dictionary.members.map { (name: $0.key, value: Self($0.value)) })
    }
  }

  /// The text of a property list that is a dictionary of stored values.
  static func text(of members: [(name: String, value: PropertyList)]) -> String {
    text(of: members.map { (name: $0.name, value: Self($0.value)) })
  }
}

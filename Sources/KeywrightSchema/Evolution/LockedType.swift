/// A type as a lock spells it.
package indirect enum LockedType {
  case scalar(ScalarType)
  case array(LockedType)
  case set(LockedType)
  case dictionary(key: LockedType, value: LockedType)
  case optional(LockedType)
  /// A type that a schema declares, or one of the user's own.
  case named(String)

  /// Reads the text of a type; nil for text that is not a type.
  package init?(text: String) {
    guard let syntax = try? TypeParser.parse(text) else { return nil }
    self.init(syntax)
  }

  private init(_ syntax: TypeSyntax) {
    switch syntax {
    case .name(let name, _):
      self = ScalarType(rawValue: name).map(LockedType.scalar) ?? .named(name)
    case .array(let element, _): self = .array(LockedType(element))
    case .dictionary(let key, let value, _):
      self = .dictionary(key: LockedType(key), value: LockedType(value))
    case .optional(let type, _): self = .optional(LockedType(type))
    case .generic(let name, _, let arguments, _):
      self =
        name == "Set" && arguments.count == 1 ? .set(LockedType(arguments[0])) : .named(name)
    }
  }

  /// The type as a schema spells it.
  package var text: String { text(\.self) }

  /// The type with the last parts of declared types' paths alone, which stay when their namespace
  /// gets another name.
  package var unqualified: String {
    text { name in name.split(separator: ".").last.map(String.init) ?? name }
  }

  private func text(_ name: (String) -> String) -> String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .array(let element): "[\(element.text(name))]"
    case .set(let element): "Set<\(element.text(name))>"
    case .dictionary(let key, let value): "[\(key.text(name)): \(value.text(name))]"
    case .optional(let type): "\(type.text(name))?"
    case .named(let own): name(own)
    }
  }

  /// The type without the outermost `?`, and whether it had one.
  package var unwrapped: (type: LockedType, isOptional: Bool) {
    if case .optional(let type) = self { (type, true) } else { (self, false) }
  }
}

/// The declared types of a locked key.
package struct LockedTypes {
  private var declarations: [String: Declaration] = [:]

  package enum Declaration {
    case enumeration(LockedEnum)
    case structure(LockedStruct)
  }

  /// Reads the value of `types`.
  package init(text: String?) {
    for member in text.flatMap(JSONNode.init(text:))?.members ?? [] {
      let parts = Dictionary(
        (member.value.members ?? []).map { ($0.name.text, $0.value) },
        uniquingKeysWith: { first, _ in first })
      if let cases = parts["enum"] {
        declarations[member.name.text] = .enumeration(
          LockedEnum(
            cases, keepsUnknown: parts["unknown"] != nil, former: parts["formerCases"],
            reserved: parts["reserved"]))
      } else if let fields = parts["struct"] {
        declarations[member.name.text] = .structure(
          LockedStruct(fields, reserved: parts["reserved"]))
      }
    }
  }

  package subscript(name: String) -> Declaration? { declarations[name] }
}

/// An enum as a lock has it.
package struct LockedEnum {
  /// The cases with their raw values as JSON.
  package let cases: [(name: String, rawValue: String)]
  /// Whether a raw value without a case is kept.
  package let keepsUnknown: Bool
  /// Raw values of earlier versions, as JSON, with the case that each is read as.
  package let formerCases: [(rawValue: String, name: String)]
  /// Names of earlier versions beside raw values that are integers, with the present ones.
  let formerNames: [(text: String, name: String)]
  /// Raw values that no case may take again, as JSON.
  let reserved: [String]

  init(_ cases: JSONNode, keepsUnknown: Bool, former: JSONNode?, reserved: JSONNode?) {
    self.cases =
      (cases.elements ?? []).compactMap { $0.string?.text }.map { ($0, JSONText.quoted($0)) }
      + (cases.members ?? []).map { ($0.name.text, $0.value.compact) }
    self.keepsUnknown = keepsUnknown
    self.reserved = (reserved?.elements ?? []).map(\.compact)
    let hasIntegers = self.cases.contains { !$0.rawValue.hasPrefix("\"") }
    let formers = (former?.members ?? []).compactMap { member in
      member.value.string.map { (text: member.name.text, name: $0.text) }
    }
    func isRaw(_ text: String) -> Bool { !hasIntegers || Int128(spelling: text) != nil }
    formerCases = formers.filter { isRaw($0.text) }.map {
      (hasIntegers ? $0.text : JSONText.quoted($0.text), $0.name)
    }
    formerNames = formers.filter { !isRaw($0.text) }
  }

  /// The scalar that raw values are.
  package var rawType: ScalarType {
    cases.contains { !$0.rawValue.hasPrefix("\"") } ? .int : .string
  }
}

/// A struct as a lock has it.
package struct LockedStruct {
  package let fields: [LockedField]
  /// Members that no field may take again.
  let reserved: [String]
  private let places: [ExactString: Int]

  init(_ fields: JSONNode, reserved: JSONNode?) {
    let fields = (fields.members ?? []).map(LockedField.init)
    self.fields = fields
    self.reserved = (reserved?.elements ?? []).compactMap { $0.string?.text }
    places = Dictionary(
      fields.indices.map { (ExactString(fields[$0].name), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  func field(named name: String) -> LockedField? { places[ExactString(name)].map { fields[$0] } }
}

/// A field of a struct as a lock has it.
package struct LockedField {
  package let name: String
  package let type: LockedType
  let defaultValue: JSONNode?
  package let formerNames: [String]
  /// Whether it is stored under its newest former name for now.
  let movesLater: Bool

  /// The name of the member that is written.
  package var storedName: String { movesLater ? formerNames.first ?? name : name }
  package var hasDefault: Bool { defaultValue != nil }

  init(_ member: JSONMember) {
    name = member.name.text
    let words = member.value.members ?? []
    func word(_ name: String) -> JSONNode? { words.first { $0.name.text == name }?.value }
    let text = (member.value.string ?? word("type")?.string)?.text ?? ""
    type = LockedType(text: text) ?? .named(text)
    defaultValue = word("default")
    formerNames = (word("former")?.elements ?? []).compactMap { $0.string?.text }
    movesLater = word("moves") != nil
  }
}

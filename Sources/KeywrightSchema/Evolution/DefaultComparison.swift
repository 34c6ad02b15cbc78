/// Whether two defaults are one value, however their schemas spell it: a renamed case has its raw value
/// or reads the former one, a renamed field has the value that it had under its former name, and a field that a
/// default leaves out has its own.
struct DefaultComparison {
  /// The declarations of both sides.
  private let old, new: LockedTypes
  private let oldType, newType: LockedType

  init(_ old: LockedKey, _ new: LockedKey) {
    (self.old, self.new) = (LockedTypes(text: old[.types]), LockedTypes(text: new[.types]))
    (oldType, newType) = (old.type.type, new.type.type)
  }

  /// The comparison of the fields of types that are compared themselves.
  init(old: LockedTypes, new: LockedTypes, _ oldType: LockedType, _ newType: LockedType) {
    (self.old, self.new, self.oldType, self.newType) = (old, new, oldType, newType)
  }

  /// Compares two values, as JSON.
  func areAlike(_ from: JSONNode, _ to: JSONNode) -> Bool { areAlike(from, oldType, to, newType) }

  /// A value of a list, of the old side or else of the new one, as today's program stores it.
  func stored(_ value: JSONNode, isOld: Bool) -> String {
    isOld
      ? stored(value, oldType, old, as: newType) : stored(value, newType, new, as: newType)
  }

  private func areAlike(
    _ from: JSONNode, _ fromType: LockedType, _ to: JSONNode, _ toType: LockedType
  ) -> Bool {
    if from.isCall || to.isCall { return from.compact == to.compact }
    switch (fromType, toType) {
    case (.optional(let fromType), .optional(let toType)):
      return areAlike(from, fromType, to, toType)
    case (.array(let fromType), .array(let toType)):
      return areAlike(from.elements ?? [], fromType, to.elements ?? [], toType)
    case (.set(let fromType), .set(let toType)):
      // A set has no order, and neither have the members of a dictionary.
      return areAlike(
        (from.elements ?? []).ordered { stored($0, fromType, old, as: toType) }, fromType,
        (to.elements ?? []).ordered { stored($0, toType, new, as: toType) }, toType)
    case (.dictionary(let key, let fromType), .dictionary(let newKey, let toType)):
      let from = (from.members ?? []).ordered { stored($0.node, key, old, as: newKey) }
      let to = (to.members ?? []).ordered { stored($0.node, newKey, new, as: newKey) }
      return areAlike(from.map(\.node), key, to.map(\.node), newKey)
        && areAlike(from.map(\.value), fromType, to.map(\.value), toType)
    case (.named(let name), .named(let newName)):
      guard case .structure(let old) = old[name], case .structure(let new) = new[newName]
      else { break }
      return areAlike(from, old, to, new)
    default: break
    }
    return stored(from, fromType, old, as: toType) == stored(to, toType, new, as: toType)
  }

  private func areAlike(
    _ from: [JSONNode], _ fromType: LockedType, _ to: [JSONNode], _ toType: LockedType
  ) -> Bool {
    from.count == to.count
      && zip(from, to).allSatisfy { areAlike($0, fromType, $1, toType) }
  }

  /// Compares the fields that both structs have; one that came or went is a change of its own.
  private func areAlike(
    _ from: JSONNode, _ old: LockedStruct, _ to: JSONNode, _ new: LockedStruct
  ) -> Bool {
    new.fields.allSatisfy { newField in
      let names = [newField.name] + newField.formerNames
      let field = names.lazy.compactMap { old.field(named: $0) }.first
      guard let field else { return true }
      let value = from.member(field.name) ?? field.defaultValue
      let newValue = to.member(newField.name) ?? newField.defaultValue
      guard let value, let newValue else { return value == nil && newValue == nil }
      return areAlike(value, field.type.unwrapped.type, newValue, newField.type.unwrapped.type)
    }
  }

  /// A value other than a list or a struct, as today's program stores it, in one spelling.
  private func stored(
    _ value: JSONNode, _ type: LockedType, _ types: LockedTypes, as target: LockedType
  ) -> String {
    var text = value.compact
    if let name = value.string?.text, let item = types.enumeration(type) {
      text = item.rawValue(of: name) ?? text
    }
    if let item = new.enumeration(target) {
      if item.cases.contains(where: { $0.rawValue == text }) { return text }
      let successor = item.formerCases.first { $0.rawValue == text }
      return successor.flatMap { item.rawValue(of: $0.name) } ?? text
    }
    guard case .scalar(let scalar) = target else { return text }
    return switch (scalar, value.value) {
    case (.double, .number(let number)), (.float, .number(let number)):
      Double(number).map { "\($0)" } ?? text
    case (.date, .string(let date)): DateText.seconds(date.text).map { "\($0)" } ?? text
    case (.decimal, .string(let number)):
      DecimalText.checked(number.text).map(DecimalText.normal) ?? text
    default: text
    }
  }
}

extension Array {
  /// The elements, ordered by the bytes of the text that a function makes of each.
  fileprivate func ordered(by text: (Element) -> String) -> [Element] {
    map { (text($0), $0) }.sorted { $0.0.isBefore($1.0) }.map(\.1)
  }
}

extension JSONMember {
  /// The name as a value.
  fileprivate var node: JSONNode { JSONNode(value: .string(name), span: name.span) }
}

extension JSONNode {
  /// Whether the value is that of a function.
  fileprivate var isCall: Bool {
    members?.first?.name.text == "call" && member("call")?.string != nil
  }
}

extension LockedTypes {
  fileprivate func enumeration(_ type: LockedType) -> LockedEnum? {
    if case .named(let name) = type, case .enumeration(let item) = self[name] { item } else { nil }
  }
}

extension LockedEnum {
  /// The raw value of a case as JSON; nil if there is no such case.
  fileprivate func rawValue(of name: String) -> String? {
    cases.first { $0.name == name }?.rawValue
  }
}

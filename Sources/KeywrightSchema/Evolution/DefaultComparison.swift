/// Whether two defaults are one value, however their schemas spell it: a renamed case has its raw value
/// or reads the former one, and a renamed field has the value that it had under its former name.
struct DefaultComparison {
  /// The declarations of both sides.
  let old, new: LockedTypes

  /// Compares two values, as JSON.
  func areAlike(
    _ from: JSONNode, _ fromType: LockedType, _ to: JSONNode, _ toType: LockedType
  ) -> Bool {
    switch (fromType, toType) {
    case (.optional(let fromType), .optional(let toType)):
      return areAlike(from, fromType, to, toType)
    case (.array(let fromType), .array(let toType)), (.set(let fromType), .set(let toType)):
      let (from, to) = (from.elements ?? [], to.elements ?? [])
      return from.count == to.count
        && zip(from, to).allSatisfy { areAlike($0, fromType, $1, toType) }
    case (.dictionary(let key, let fromType), .dictionary(let newKey, let toType)):
      let (from, to) = (from.members ?? [], to.members ?? [])
      return from.count == to.count
        && zip(from, to).allSatisfy { from, to in
          isOneText(from.name.text, key, to.name.text, newKey)
            && areAlike(from.value, fromType, to.value, toType)
        }
    case (.named(let name), .named(let newName)):
      guard case .structure(let old) = old[name], case .structure(let new) = new[newName]
      else { break }
      return areAlike(from.members ?? [], old, to.members ?? [], new)
    default: break
    }
    guard let text = from.string?.text, let newText = to.string?.text else {
      return from.compact == to.compact
    }
    return isOneText(text, fromType, newText, toType)
  }

  /// Compares the fields that both structs have; one that came or went is a change of its own.
  private func areAlike(
    _ from: [JSONMember], _ old: LockedStruct, _ to: [JSONMember], _ new: LockedStruct
  ) -> Bool {
    new.fields.allSatisfy { newField in
      let names = [newField.name] + newField.formerNames
      let field = names.lazy.compactMap { old.field(named: $0) }.first
      guard let field else { return true }
      let value = from.first { $0.name.text == field.name }?.value
      let newValue = to.first { $0.name.text == newField.name }?.value
      guard let value, let newValue else { return value == nil && newValue == nil }
      return areAlike(value, field.type, newValue, newField.type)
    }
  }

  /// Compares two texts, which may name cases.
  private func isOneText(
    _ from: String, _ fromType: LockedType, _ to: String, _ toType: LockedType
  ) -> Bool {
    let (item, newItem) = (old.enumeration(fromType), new.enumeration(toType))
    let raw = item.map { $0.rawValue(of: from) } ?? JSONText.quoted(from)
    let newRaw = newItem.map { $0.rawValue(of: to) } ?? JSONText.quoted(to)
    return raw == newRaw
      || newItem?.formerCases.contains { $0.rawValue == raw && $0.name == to } == true
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

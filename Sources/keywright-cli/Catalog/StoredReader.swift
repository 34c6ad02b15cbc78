import Foundation
import Keywright
import KeywrightSchema

/// Reads stored values as a program with the schema's types does.
struct StoredReader {
  let types: [TypeModel]

  /// The value; nil if the stored form is of another type.
  func literal(_ stored: StoredValue, as type: ValueType) -> Literal? {
    switch type {
    case .scalar(let scalar): return self.scalar(stored, as: scalar)
    case .array(let element): return list(stored, of: element).map(Literal.list)
    case .set(let element): return list(stored, of: element).map { .set($0.withoutRepetitions) }
    case .dictionary(let key, let value):
      if case .array(let parts) = stored.content { return parts.isEmpty ? .emptyPairs : nil }
      guard case .dictionary(let members) = stored.content else { return nil }
      let entries = members.compactMap { member -> (key: Literal, value: Literal)? in
        guard let name = memberName(member.key, as: key),
          let value = literal(member.value, as: value)
        else { return nil }
        return (name, value)
      }
      return entries.count == members.count ? .entries(entries) : nil
    case .declared(let id): return declared(stored, as: id)
    // The program alone knows.
    case .own: return .string("\(stored)")
    }
  }

  private func list(_ stored: StoredValue, of element: ValueType) -> [Literal]? {
    guard case .array(let parts) = stored.content else { return nil }
    let values = parts.compactMap { literal($0, as: element) }
    return values.count == parts.count ? values : nil
  }

  private func memberName(_ name: String, as type: ValueType) -> Literal? {
    if let value = literal(.string(name), as: type) { return value }
    return Int64(name).flatMap { literal(.integer($0), as: type) }
      ?? UInt64(name).flatMap { literal(.unsigned($0), as: type) }
  }

  private func declared(_ stored: StoredValue, as id: TypeID) -> Literal? {
    let type = types[id.index]
    switch type.kind {
    case .enumeration(let cases, _):
      if let item = cases.first(where: { $0.rawValue.stored(types) == stored }) {
        return .enumCase(id, item.name)
      }
      if let former = type.formerCases.first(where: { $0.rawValue.stored(types) == stored }) {
        return .enumCase(id, former.name)
      }
      guard type.keepsUnknown else { return nil }
      if case .string(let text) = stored.content { return .string(text) }
      return IntegerLiteral(stored).map(Literal.integer)
    case .structure(let fields):
      guard case .dictionary(let members) = stored.content else { return nil }
      var values: [(field: String, value: Literal)] = []
      for field in fields {
        let names = [field.name] + field.formerNames
        let found = names.lazy.compactMap { name in members.first { $0.key == name }?.value }.first
        guard let found else {
          if field.isOptional || field.defaultValue != nil { continue }
          return nil
        }
        guard let value = literal(found, as: field.type) else { return nil }
        values.append((field.name, value))
      }
      return .structure(id, values)
    }
  }

  private func scalar(_ stored: StoredValue, as type: ScalarType) -> Literal? {
    switch (type, stored.content) {
    case (.bool, .boolean(let value)): return .bool(value)
    case (.double, .real(let value)): return .double(value)
    case (.double, .integer(let value)): return Double(exactly: value).map(Literal.double)
    case (.float, .real(let value)): return .float(Float(value))
    case (.float, .integer(let value)): return Float(exactly: value).map(Literal.float)
    case (.string, .string(let text)): return .string(text)
    case (.date, .date(let seconds)):
      return .date(seconds, spelling: Date.textForm.text(of: stored))
    case (.data, .data(let bytes)): return .data(bytes)
    case (.decimal, .string(let text)):
      return Decimal.value(from: stored).map { _ in .spelled(.decimal, text) }
    case (.url, .string(let text)): return URL.value(from: stored).map { _ in .spelled(.url, text) }
    case (.uuid, .string(let text)):
      return UUID.value(from: stored).map { _ in .spelled(.uuid, text) }
    case (.duration, .array(let parts)):
      guard parts.count == 2, case .integer(let seconds) = parts[0].content,
        case .integer(let attoseconds) = parts[1].content
      else { return nil }
      return .duration(seconds: seconds, attoseconds: attoseconds)
    default:
      guard let value = IntegerLiteral(stored), value.fits(type) else { return nil }
      return .integer(value)
    }
  }
}

extension [Literal] {
  /// The first of equal values, in order.
  var withoutRepetitions: [Literal] {
    var seen: Set<String> = []
    return filter { seen.insert($0.fingerprint).inserted }
  }
}

extension IntegerLiteral {
  fileprivate init?(_ stored: StoredValue) {
    switch stored.content {
    case .integer(let number): self.init(isNegative: number < 0, magnitude: number.magnitude)
    case .unsigned(let number): self.init(isNegative: false, magnitude: number)
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self.init(isNegative: whole < 0, magnitude: whole.magnitude)
    default: return nil
    }
  }
}

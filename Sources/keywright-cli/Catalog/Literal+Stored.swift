import Foundation
import Keywright
import KeywrightSchema
import KeywrightStorage

extension Literal {
  /// The stored form that a program makes of the value.
  func stored(_ types: [TypeModel]) -> StoredValue {
    switch self {
    case .bool(let value): return .boolean(value)
    case .integer(let value):
      return Int64(exactly: value).map(StoredValue.integer) ?? .unsigned(UInt64(clamping: value))
    case .double(let value): return .real(value)
    case .float(let value): return .real(Double(value))
    case .string(let text), .spelled(_, let text): return .string(text)
    case .date(let seconds, _): return .date(secondsSince2001: seconds)
    case .data(let bytes): return .data(bytes)
    case .duration(let seconds, let attoseconds):
      return .array([.integer(seconds), .integer(attoseconds)])
    case .list(let values): return .array(values.map { $0.stored(types) })
    case .set(let values):
      return .array(values.map { $0.stored(types) }.sorted { $0.tree.precedes($1.tree) })
    case .entries(let entries):
      return .dictionary(entries.map { ($0.key.memberName(types), $0.value.stored(types)) })
    case .emptyPairs, .none: return .array([])
    case .enumCase(let id, let name):
      return types[id.index].enumCase(named: name)?.rawValue.stored(types) ?? .string(name)
    case .structure(_, let fields):
      // A reader fills in the defaults of the other fields, in the form that they have inside a struct.
      return .dictionary(
        fields.compactMap { field in
          if case .none = field.value { return nil }
          return (field.field, field.value.stored(types))
        })
    }
  }

  /// The name of a dictionary's member.
  private func memberName(_ types: [TypeModel]) -> String {
    switch stored(types).content {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    default: text
    }
  }
}

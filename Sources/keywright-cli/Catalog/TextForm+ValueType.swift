import Foundation
import Keywright
import KeywrightSchema

extension Keywright.TextForm {
  /// The row of the table of text forms for a type of a schema.
  init(_ type: ValueType, _ types: [TypeModel]) {
    switch type {
    case .scalar(let scalar): self = .scalar(scalar)
    case .array(let element), .set(let element):
      self.init(.array(of: .init(element, types)))
    case .dictionary(_, let value): self.init(.dictionary(of: .init(value, types)))
    case .declared(let id):
      switch types[id.index].kind {
      case .enumeration(let cases, let hasIntegers):
        self.init(
          .cases(
            cases.map { ($0.name, $0.rawValue.stored(types)) },
            raw: hasIntegers ? Int.textForm : String.textForm))
      case .structure(let fields):
        self.init(.codable { try Self.structure($0, fields, types) })
      }
    case .own: self.init(.any)
    }
  }

  private static func scalar(_ type: ScalarType) -> Keywright.TextForm {
    switch type {
    case .bool: Bool.textForm
    case .int: Int.textForm
    case .int8: Int8.textForm
    case .int16: Int16.textForm
    case .int32: Int32.textForm
    case .int64: Int64.textForm
    case .uint: UInt.textForm
    case .uint8: UInt8.textForm
    case .uint16: UInt16.textForm
    case .uint32: UInt32.textForm
    case .uint64: UInt64.textForm
    case .double: Double.textForm
    case .float: Float.textForm
    case .string: String.textForm
    case .date: Date.textForm
    case .data: Data.textForm
    case .decimal: Decimal.textForm
    case .url: URL.textForm
    case .uuid: UUID.textForm
    case .duration: Duration.textForm
    }
  }

  /// The stored form of an object with a struct's fields.
  private static func structure(
    _ json: StoredValue, _ fields: [StructField], _ types: [TypeModel]
  ) throws(TextFailure) -> StoredValue {
    guard case .dictionary(let members) = json.content else {
      throw TextFailure("\(json) is not an object")
    }
    for member in members where !fields.contains(where: { $0.name == member.key }) {
      let meant = KeywrightSchema.SpellingSuggestion.nearest(
        to: member.key, among: fields.map(\.name))
      throw TextFailure(
        "no field of the type" + (meant.map { "; did you mean '\($0)'?" } ?? ""),
        at: [.member(member.key)])
    }
    var values: [(String, StoredValue)] = []
    for field in fields {
      if let json = members.first(where: { $0.key == field.name })?.value {
        do throws(TextFailure) {
          let form = Keywright.TextForm(field.type, types)
          values.append((field.name, try form.stored(fromJSON: json)))
        } catch {
          throw error.inside(.member(field.name))
        }
      } else if let value = field.defaultValue {
        values.append((field.name, value.stored(types)))
      } else if !field.isOptional {
        throw TextFailure("missing", at: [.member(field.name)])
      }
    }
    return .dictionary(values)
  }
}

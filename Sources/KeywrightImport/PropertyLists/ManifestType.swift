import KeywrightSchema
import KeywrightStorage

/// The type of a manifest's key.
final class ManifestType {
  /// The type as a schema writes it.
  let text: String
  let form: StoredForm
  /// The cases of an enum by their stored texts, or the digits of their stored integers.
  let cases: [String: String]?
  /// The type of the elements of an array, or of the values of a dictionary.
  let element: ManifestType?
  /// The fields of a struct.
  let fields: [Field]?

  struct Field {
    var name: String
    var type: ManifestType
    /// Whether a value of the struct must have the field.
    var isRequired: Bool
  }

  init(
    _ text: String, _ form: StoredForm, cases: [String: String]? = nil,
    element: ManifestType? = nil, fields: [Field]? = nil
  ) {
    self.text = text
    self.form = form
    self.cases = cases
    self.element = element
    self.fields = fields
  }

  var isNumber: Bool { (form == .integer || form == .real) && cases == nil }
  var isCollection: Bool { form == .array || form == .dictionary }
  var hasFieldDefault: Bool { form != .date && form != .data }

  /// A stored value as a schema spells it; nil for one of another type.
  func value(_ stored: PropertyList?) -> JSONDocument? {
    if let cases {
      return switch (form, stored) {
      case (.string, .string(let text)?): cases[text].map { .string($0) }
      case (.integer, .integer(let number)?): cases[String(number)].map { .string($0) }
      default: nil
      }
    }
    return switch (form, stored) {
    case (.string, .string?), (.boolean, .boolean?), (.integer, .integer?), (.real, .real?),
      (.data, .data?), (.real, .integer?):
      stored?.literal
    case (.array, .array(let elements)?): list(elements)
    case (.dictionary, .dictionary(let dictionary)?): members(of: dictionary.members)
    default: nil
    }
  }

  private func list(_ elements: [PropertyList]) -> JSONDocument? {
    let values = elements.compactMap { element?.value($0) }
    return values.count == elements.count ? .array(values) : nil
  }

  private func members(of stored: [PropertyListDictionary.Member]) -> JSONDocument? {
    if let fields {
      let names = Set(stored.map(\.key))
      guard fields.allSatisfy({ !$0.isRequired || names.contains($0.name) }) else { return nil }
    }
    let values = stored.compactMap { member -> (String, JSONDocument)? in
      let type = fields.map { $0.first { $0.name == member.key }?.type } ?? element
      return type?.value(member.value).map { (member.key, $0) }
    }
    return values.count == stored.count ? .object(values) : nil
  }

  /// An example, which is given as a text.
  func example(_ value: PropertyList) -> JSONDocument? {
    guard let text = value.text else { return self.value(value) }
    if let cases { return cases.values.contains(text) ? .string(text) : nil }
    switch form {
    case .string: return .string(text)
    case .integer: return Int64(text).map { .number(String($0)) }
    case .real: return Double(text).flatMap { PropertyList.real($0).literal }
    default: return nil
    }
  }
}

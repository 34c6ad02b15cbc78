import KeywrightSchema
import KeywrightStorage

/// The type of a manifest's key.
struct ManifestType {
  /// The type as a schema writes it.
  let text: String
  let form: StoredForm
  /// The cases of an enum by their stored texts.
  let cases: [String: String]?
  /// Whether a stored collection is spelled in a schema as it is stored.
  private let isPlain: Bool

  init(
    _ text: String, _ form: StoredForm, cases: [String: String]? = nil, element isPlain: Bool = true
  ) {
    self.text = text
    self.form = form
    self.cases = cases
    self.isPlain = isPlain
  }

  var isNumber: Bool { form == .integer || form == .real }
  var isCollection: Bool { form == .array || form == .dictionary }
  var hasFieldDefault: Bool { form != .date && form != .data }

  /// A stored value as a schema spells it; nil for one of another type.
  func value(_ stored: PropertyList?) -> JSONDocument? {
    switch (form, stored) {
    case (.string, .string(let text)?):
      guard let cases else { return .string(text) }
      return cases[text].map { .string($0) }
    case (.boolean, .boolean?), (.integer, .integer?), (.real, .real?), (.data, .data?):
      return stored?.literal
    case (.real, .integer?): return stored?.literal
    case (.array, .array?), (.dictionary, .dictionary?): return isPlain ? stored?.literal : nil
    default: return nil
    }
  }

  /// An example, which is given as a text.
  func example(_ text: PropertyList) -> JSONDocument? {
    guard let text = text.text else { return text.literal.flatMap { _ in value(text) } }
    switch form {
    case .string where cases == nil: return .string(text)
    case .string: return (cases?.values.contains(text) ?? false) ? .string(text) : nil
    case .integer: return Int64(text).map { .number(String($0)) }
    case .real: return Double(text).map { .number("\($0)") }
    default: return nil
    }
  }
}

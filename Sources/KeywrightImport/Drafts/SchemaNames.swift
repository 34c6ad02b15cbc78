import KeywrightSchema

/// Makes names that a schema accepts from names of other systems, each unique.
struct SchemaNames {
  private var taken: Set<String> = []
  /// The last number tried for a name, by the name without it.
  private var numbers: [String: Int] = [:]

  /// The declaration that gets the name; it decides which names are reserved.
  enum Purpose {
    case key, namespace, type, enumCase, field
  }

  /// A name in the style of schemas; numbered if it is taken.
  mutating func name(for original: String, as purpose: Purpose) -> String {
    let stem = Self.stem(of: original, as: purpose)
    var name = stem
    var number = numbers[stem] ?? 1
    while !isFree(name, purpose) {
      number += 1
      name = "\(stem)\(number)"
    }
    numbers[stem] = number
    taken.insert(SwiftName.folded(name))
    return name
  }

  private func isFree(_ name: String, _ purpose: Purpose) -> Bool {
    if taken.contains(SwiftName.folded(name)) { return false }
    let isType = purpose == .type || purpose == .namespace
    let swiftName = purpose == .namespace ? SwiftName.capitalised(name) : name
    switch purpose {
    case .field: return true
    case .enumCase: return name != "allCases"
    case .key, .namespace, .type:
      if purpose == .key, name == "namespaces" { return false }
      if purpose == .type, name == "Values" { return false }
      if isType, NameCheck.isOfFoundation(swiftName) { return false }
      return NameCheck.reservation(of: swiftName, isType: isType, module: "") == nil
    }
  }

  private static func stem(of original: String, as purpose: Purpose) -> String {
    var name = SwiftName.isLowerCamelCase(original) ? original : nil
    name = name ?? SwiftName.lowerCamelCased(original)
    if name == nil {
      // All other characters of a name separate words.
      let words = original.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      let joined = words.joined(separator: "-")
      let isNumber = joined.first?.isNumber ?? true
      let text = (isNumber ? "value" : "") + joined
      name = SwiftName.isLowerCamelCase(text) ? text : SwiftName.lowerCamelCased(text)
    }
    let stem = name ?? "value"
    return purpose == .type ? SwiftName.capitalised(stem) : stem
  }
}

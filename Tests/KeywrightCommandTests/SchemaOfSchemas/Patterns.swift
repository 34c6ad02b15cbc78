import KeywrightSchema

/// Regular expressions for editors, in the part that ECMA 262 and other dialects share.
///
/// The checks of `KeywrightSchema` find more mistakes. An expression refuses only what they refuse.
enum Patterns {
  /// The pattern of a string that has a form.
  static func pattern(of form: TextForm) -> String {
    switch form {
    case .words: "\\S"
    case .symbol: symbol
    case .id: "^[^\\u0000-\\u001F\\u007F]{1,\(NameCheck.longestID)}$"
    case .memberName: "^\(lowerCamelCase)$"
    case .caseName: "^(?!allCases$)\(lowerCamelCase)$"
    case .typeName: "^(?!(\(any(of: typesThatCannotBeDeclared)))$)\(upperCamelCase)$"
    case .namespacePath:
      "^\(lowerCamelCase)(\\.\(lowerCamelCase)){0,\(NameCheck.deepestNamespace - 1)}$"
    case .type: type
    case .parameterType: parameterType
    case .importedModule:
      "^((\(Import.levels.joined(separator: "|"))) )?\(identifier)(\\.\(identifier))*$"
    case .environmentPrefix: "^[A-Z_](?:[A-Z0-9_]*[A-Z0-9])?$"
    // Accepts 29 February in every year.
    case .day:
      "^[0-9]{4}-(02-(0[1-9]|[12][0-9])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)"
        + "|(01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01]))$"
    }
  }

  /// One identifier of Swift: letters, digits, `_` and all characters outside ASCII.
  private static let identifier = "[^\\u0000-@\\[-^`{-\\u007F][^\\u0000-/:-@\\[-^`{-\\u007F]*"
  private static let lowerCamelCase = "[^\\u0000-`{-\\u007F][^\\u0000-/:-@\\[-`{-\\u007F]*"
  private static let upperCamelCase = "[^\\u0000-@\\[-\\u007F][^\\u0000-/:-@\\[-^`{-\\u007F]*"
  private static let path = "\(identifier)(\\.\(identifier)){0,15}"

  /// Identifiers joined by dots, which may end in `init`.
  static let symbol =
    "^(?!init$)(?!(.*\\.)?init\\.)(?!(.*\\.)?(\(any(of: Symbol.forbidden)))(\\.|$))\(path)$"

  /// A duration as text: seconds, amounts with units, or the days and times of ISO 8601.
  static let duration: String = {
    let amount = "[0-9]+(\\.[0-9]+)?"
    func amounts(_ units: [String]) -> String { units.map { "(\(amount)\($0))?" }.joined() }
    let sum = "(?=[0-9])" + amounts(["d", "h", "m", "s", "ms", "us", "µs", "ns"])
    let time = "T(?=[0-9])" + amounts(["H", "M", "S"])
    return "^-?(\(amount)|\(sum)|P(?=[0-9T])\(amounts(["D"]))(\(time))?)$"
  }()

  /// Names that no key can have.
  static let keysThatNeedAnotherName =
    NameCheck.membersOfNamespaces.filter(SwiftName.isLowerCamelCase).sorted()

  /// Names that no declared type can have.
  private static let typesThatCannotBeDeclared =
    NameCheck.membersOfNamespaces.union(NameCheck.hiddenTypes).union(NameCheck.keywords)
    .union(ScalarType.allCases.map(\.rawValue)).union(generics)

  /// Types of Swift that are spelled with brackets or a question mark, and sets.
  private static let generics = ["Array", "Dictionary", "Optional", "Set"]

  private static func any(of words: some Sequence<String>) -> String {
    words.sorted().joined(separator: "|")
  }
}

/// Regular expressions about the spelling of types.
///
/// A regular expression cannot count brackets: the inside of a collection is only looked at for
/// mistakes that show by themselves.
extension Patterns {
  /// A type, as far as a regular expression can check its spelling.
  private static let type: String = {
    let inside = "[^\\u0000-\\u001F!-+\\-/;=?@\\\\^`{-\\u007F]+"
    let notAKey = any(of: ScalarType.allCases.filter { !$0.isDictionaryKey }.map(\.rawValue))
    let mistakes = [
      // A collection without element types.
      " *(\(any(of: generics)))\\?? *$", ".*[\\[<:,] *[\\]>:,]",
      // Words that name no type.
      " *([^ ]*\\.)?(\(any(of: Symbol.forbidden)))\\?? *$",
      // An unknown generic type.
      "(.*[\\[<:, ])?(?!Set<)[^\\[\\]<>:, ]+<",
      // Key types that no dictionary has.
      ".*\\[ *(\(notAKey)) *:",
      // Two element types where one is expected.
      ".*Set<[^<>\\[\\],]*,",
      // Brackets beyond the limit of depth. A type has one chain of them at most.
      "([^\\[<]*[\\[<]){\(ValueType.deepest)}",
    ]
    return "^" + mistakes.map { "(?!\($0))" }.joined()
      + " *(\\[\(inside)\\]|\(identifier)(\\.\(identifier))*(<\(inside)>)?)\\?? *$"
  }()

  /// The type of a parameter: a scalar that a storage string can hold, or a declared enum.
  private static let parameterType: String = {
    let others = ScalarType.allCases.filter { !$0.isParameter }.map(\.rawValue)
    return "^(?! *(\(any(of: others))) *$) *\(identifier)(\\.\(identifier))* *$"
  }()

  /// A type that may be absent.
  static let optionalType = "\\? *$"
  /// Any array, set or dictionary, optional or not.
  static let collection = "^ *(\\[|Set<)"
  /// An array, optional or not. The key of a dictionary is never a collection.
  static let array = "^ *\\[(?![^\\[\\]<>:]*:)"
  /// Types that begin like an array, a set or a dictionary and cannot be absent.
  static let plainArray = "^ *\\[(?![^\\[\\]<>:]*:).*\\] *$"
  static let plainSet = "^ *Set<.*> *$"
  static let plainDictionary = "^ *\\[[^\\[\\]<>:]*:.*\\] *$"

  /// One of some scalars; optional ones too, unless they are left out.
  static func scalar(
    _ types: [ScalarType], acceptsOptionals: Bool = true
  ) -> String {
    let names = "(\(types.map(\.rawValue).joined(separator: "|")))"
    return acceptsOptionals ? "^ *\(names)\\?? *$" : "^ *\(names) *$"
  }
}

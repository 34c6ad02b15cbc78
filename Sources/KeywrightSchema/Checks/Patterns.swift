/// Regular expressions for editors, in the part that ECMA 262 and other dialects share.
///
/// The checks of this module know more: an expression only says no where they do.
package enum Patterns {
  /// One identifier of Swift: letters, digits and `_`, and whatever is not ASCII.
  static let identifier = "[^\\u0000-@\\[-^`{-\\u007F][^\\u0000-/:-@\\[-^`{-\\u007F]*"
  private static let lowerCamelCase = "[^\\u0000-`{-\\u007F][^\\u0000-/:-@\\[-`{-\\u007F]*"
  private static let upperCamelCase = "[^\\u0000-@\\[-\\u007F][^\\u0000-/:-@\\[-^`{-\\u007F]*"
  private static let path = "\(identifier)(\\.\(identifier)){0,15}"

  /// The name of a key, namespace, field or parameter.
  static let memberName = "^\(lowerCamelCase)$"
  /// The name of an enum's case.
  static let caseName = "^(?!allCases$)\(lowerCamelCase)$"
  /// The name of a declared type.
  static let typeName =
    "^(?!(\(any(of: NameCheck.typesThatCannotBeDeclared)))$)\(upperCamelCase)$"
  /// What `name` may call a key.
  static let swiftKey =
    "^(?!(\(any(of: NameCheck.keysThatNeedAnotherName)))$)\(lowerCamelCase)$"
  /// What `name` may call a namespace.
  static let swiftNamespace =
    "^(?!(\(any(of: NameCheck.membersOfNamespaces.union(NameCheck.hiddenTypes))))$)"
    + "\(upperCamelCase)$"
  /// The names of nested namespaces, joined by dots.
  static let namespacePath =
    "^\(lowerCamelCase)(\\.\(lowerCamelCase)){0,\(TargetChecker.deepestNamespace - 1)}$"

  /// Identifiers joined by dots, which may end in `init`.
  package static let symbol =
    "^(?!init$)(?!(.*\\.)?init\\.)(?!(.*\\.)?(\(any(of: Symbol.forbidden)))(\\.|$))\(path)$"
  /// A module, with an access level before it if it needs one.
  static let importedModule =
    "^((\(Import.levels.joined(separator: "|"))) )?\(identifier)(\\.\(identifier))*$"
  /// A component of a storage string, or a whole one.
  static let id = "^[^\\u0000-\\u001F\\u007F]{1,\(NameCheck.longestID)}$"
  /// Text that is not blank.
  static let text = "\\S"
  /// A day of the calendar, leap years not looked at.
  static let day =
    "^[0-9]{4}-(02-(0[1-9]|[12][0-9])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)"
    + "|(01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01]))$"

  static func any(of words: some Sequence<String>) -> String {
    words.sorted().joined(separator: "|")
  }
}

extension Shape {
  /// A name of the user's own code.
  static var symbol: Shape { .pattern(Patterns.symbol, noun: "a string") }
  /// An id.
  static var id: Shape { .pattern(Patterns.id, noun: "a string") }
  /// A text that is not blank.
  static var text: Shape { .pattern(Patterns.text, noun: "a string") }
}

/// Regular expressions about the spelling of types.
///
/// A regular expression cannot count brackets: the inside of a collection is only looked at for
/// mistakes that show by themselves.
extension Patterns {
  /// A type, as far as its spelling tells.
  static let type: String = {
    let inside = "[^\\u0000-\\u001F!-+\\-/;=?@\\\\^`{-\\u007F]+"
    let notAKey = any(of: ScalarType.allCases.filter { !$0.isDictionaryKey }.map(\.rawValue))
    let mistakes = [
      // No elements, or no way to tell what they are.
      " *(\(any(of: TypeResolver.generics)))\\?? *$", ".*[\\[<:,] *[\\]>:,]",
      // Words that name no type.
      " *([^ ]*\\.)?(\(any(of: Symbol.forbidden)))\\?? *$",
      // A generic type that there is not.
      "(.*[\\[<:, ])?(?!(\(any(of: TypeResolver.generics)))<)[^\\[\\]<>:, ]+<",
      // An optional inside another type.
      ".*[\\[<:,] *Optional<",
      // Keys that no dictionary has.
      ".*\\[ *(\(notAKey)) *:", ".*Dictionary< *(\(notAKey)) *,",
      // Two types for one.
      ".*(Array|Set|Optional)<[^<>\\[\\],]*,",
      // Brackets beyond the depth that is read: there is never more than one chain of them.
      "([^\\[<]*[\\[<]){\(TypeParser.maximumDepth)}",
    ]
    return "^" + mistakes.map { "(?!\($0))" }.joined()
      + " *(\\[\(inside)\\]|\(identifier)(\\.\(identifier))*(<\(inside)>)?)\\?? *$"
  }()

  /// The type of a parameter: a scalar that a storage string can hold, or a declared enum.
  static let parameterType: String = {
    let others = ScalarType.allCases.filter { !$0.isParameter }.map(\.rawValue)
    return "^(?! *(\(any(of: others))) *$) *\(identifier)(\\.\(identifier))* *$"
  }()

  /// A type that may be absent.
  package static let optionalType = "\\? *$|^ *Optional<"
  /// Any array, set or dictionary, optional or not.
  package static let collection = "^ *(Optional< *)?(\\[|Array<|Set<|Dictionary<)"
  /// An array, optional or not. The key of a dictionary is never a collection.
  package static let array = "^ *(Optional< *)?(Array<|\\[(?![^\\[\\]<>:]*:))"
  /// Types that begin like an array, a set or a dictionary and cannot be absent.
  package static let plainArray = "^ *(Array<.*>|\\[(?![^\\[\\]<>:]*:).*\\]) *$"
  package static let plainSet = "^ *Set<.*> *$"
  package static let plainDictionary = "^ *(Dictionary<.*>|\\[[^\\[\\]<>:]*:.*\\]) *$"

  /// One of some scalars; optional ones too, unless they are to be left out.
  package static func scalar(
    _ types: [ScalarType], acceptsOptionals: Bool = true
  ) -> String {
    let names = "(\(types.map(\.rawValue).joined(separator: "|")))"
    return acceptsOptionals ? "^ *(Optional< *)?\(names)( *>)?\\?? *$" : "^ *\(names) *$"
  }
}

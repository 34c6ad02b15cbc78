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

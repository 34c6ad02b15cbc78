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

/// An error: no key has a name.
///
/// Thrown by the look-up of a ``KeySet``, with a suggestion where the name is a misspelling of one.
public struct UnknownKey: Error, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String
  let keys: KeySet

  /// The storage string that was probably meant, of a family with the types of its parameters:
  /// `player:equaliser:band:<Int>`; nil if none is near.
  public var suggestion: String? { keys.suggestion(for: name) }

  /// The message that there is no such key, with the one probably meant.
  public var description: String {
    let shown = "there is no key \(StoredValue.string(name))"
    return suggestion.map { "\(shown); did you mean '\($0)'?" } ?? shown
  }
}

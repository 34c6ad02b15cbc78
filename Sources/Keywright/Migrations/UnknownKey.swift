/// An error: no key has a name.
///
/// Thrown by the look-up of a ``KeySet``, with a suggestion where the name is a misspelling of one.
public struct UnknownKey: Error, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String
  private let keys: KeySet

  init(name: String, keys: KeySet) {
    self.name = name
    self.keys = keys
  }

  /// The storage string that was probably meant; nil if none is near.
  public var suggestion: String? {
    let names = keys.names
    return SpellingSuggestion.nearest(to: name, among: names)
      ?? SpellingSuggestion.completion(of: name, among: names)
  }

  /// The message that there is no such key, with the one probably meant.
  public var description: String {
    let shown = "there is no key \(StoredValue.string(name))"
    return suggestion.map { "\(shown); did you mean '\($0)'?" } ?? shown
  }
}

extension [EnumCase] {
  /// The case whose name becomes the given one in lowerCamelCase; its wrong spelling is reported elsewhere.
  func mended(as name: String) -> EnumCase? {
    first { SwiftName.lowerCamelCased($0.name) == name }
  }

  /// The name of the case that was probably meant: the one with that raw value, or a similar name.
  func suggestion(for name: String) -> String? {
    let stored = first {
      $0.name != name && $0.rawValue.fingerprint == Literal.string(name).fingerprint
    }
    return (stored?.name).map(\.mendedName)
      ?? SpellingSuggestion.nearest(to: name, among: map(\.name.mendedName))
  }
}

extension String {
  fileprivate var mendedName: String { SwiftName.lowerCamelCased(self) ?? self }
}

import KeywrightSchema

extension KeyModel {
  /// Whether functions of the user's are told of changes.
  var isWatched: Bool { willChange != nil || didChange != nil }
}

extension KeyTranslator {
  /// The key for `watchedKeys`, where its own name cannot be used there: a family, which has no key
  /// without parameters, and a deprecated key.
  func watchedKey() -> [SwiftDeclaration] {
    guard key.isWatched, !isWatchedByName else { return [] }
    return [
      SwiftDeclaration(
        .computed(
          watchedName, type: "any " + scope.runtime("KeyType"),
          .call(.name(keyType), keyArguments())),
        modifiers: ["static"], comment: scope.model.place(of: key.origin))
    ]
  }

  /// The key as `watchedKeys` refers to it.
  var watchedReference: SwiftExpression {
    if !isWatchedByName { return .name(place + watchedName) }
    return .name(
      place.isEmpty
        ? SwiftKeywords.quoted(key.swiftName) : place + SwiftKeywords.quotedMember(key.swiftName))
  }

  /// What comes before a member of the namespace where others name it.
  var place: String { namespace.isRoot ? "" : scope.reference(to: namespace.path) + "." }

  private var isWatchedByName: Bool { key.parameters.isEmpty && key.lifecycle.deprecated == nil }
  private var watchedName: String { namespace.freeName(key.swiftName + "Watched") }
}

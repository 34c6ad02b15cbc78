import KeywrightSchema

extension KeyTranslator {
  /// What brings values of earlier versions under the key: a member beside it, where the schema's
  /// imports are seen and a wrong function is an error at a place that names the schema's line.
  func migration() -> [SwiftDeclaration] {
    if key.formerKeys.isEmpty { return [] }
    // Nothing that is generated may use a deprecated key by its name.
    let target =
      key.lifecycle.deprecated == nil
      ? SwiftExpression.name(SwiftKeywords.quoted(key.swiftName))
      : .call(.name(keyType), keyArguments())
    var arguments = [
      SwiftArgument("from", .array(key.formerKeys.map { .string($0) })),
      SwiftArgument("to", target),
    ]
    if let symbol = key.migrate { arguments.append(SwiftArgument("by", .name(symbol.code))) }
    let type = scope.runtime("Migration")
    return [
      SwiftDeclaration(
        .computed(migrationName, type: type, .call(.name(type), arguments)),
        modifiers: ["static"], comment: scope.model.place(of: key.origin))
    ]
  }

  /// The migration as others refer to it.
  var migrationReference: SwiftExpression {
    .name(place + migrationName)
  }

  private var migrationName: String { namespace.freeName(key.swiftName + "Migration") }
}

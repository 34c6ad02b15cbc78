import KeywrightSchema

extension KeyTranslator {
  /// The migration of values of earlier versions: a member beside the key, where the schema's
  /// imports are seen and a wrong function is an error at a place that names the schema's line.
  func migration() -> SwiftDeclaration? {
    if !hasMigration { return nil }
    var arguments = [
      SwiftArgument("from", .array(key.formerKeys.map { .string($0) })),
      SwiftArgument("to", target),
    ]
    if key.migrate != nil {
      arguments.append(SwiftArgument("_by", .name(constantName("Conversion"))))
    }
    let value =
      key.parameters.isEmpty
      ? SwiftExpression.memberCall("init", arguments)
      : .memberCall("_family", [arguments[0], SwiftArgument("to", family)])
    return SwiftDeclaration(
      .computed(migrationName, type: scope.runtime("Migration"), value),
      modifiers: .static, comment: scope.model.place(of: key.origin))
  }

  /// The migration of the values that another store held in earlier versions: a function of it.
  func storeMigration() -> SwiftDeclaration? {
    if key.lifecycle.formerStores.isEmpty { return nil }
    let names = (key.migrate == nil ? [key.storageString] : []) + key.formerKeys
    var arguments = [
      SwiftArgument("from", .array(names.map { .string($0) })),
      SwiftArgument("in", .name("source")), SwiftArgument("to", target),
    ]
    if key.migrate != nil {
      arguments.append(SwiftArgument("_by", .name(constantName("Conversion"))))
    }
    return SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "func \(migrationName)",
          parameters: ["in source: some \(scope.runtime("ReadableStore"))"],
          suffix: "-> \(scope.runtime("Migration"))",
          statements: [.expression(.memberCall("init", arguments))])),
      modifiers: .static, comment: scope.model.place(of: key.origin))
  }

  /// The key that takes values over: nothing that is generated may use a deprecated one by its name.
  private var target: SwiftExpression {
    key.lifecycle.deprecated == nil ? .name(nearName) : .call(keyType, keyArguments())
  }

  /// The migration from another store as others refer to it.
  var storeMigrationReference: SwiftExpression {
    .call(place + migrationName, [SwiftArgument("in", .name("source"))])
  }

  /// The family without its types, with what tells its keys from others.
  private var family: SwiftExpression {
    .call(
      scope.runtime("AnyKey"),
      [
        SwiftArgument("_family", .call(keyType, keyArguments())),
        SwiftArgument(nil, .array(parameterForms)),
      ])
  }

  /// The migrations that give earlier installations the default that they had, the oldest first; a value that
  /// one has stored stays.
  var earlierDefaults: [SwiftDeclaration] {
    zip(key.defaultSince.reversed(), earlierDefaultNames).map { since, name in
      var arguments = [
        SwiftArgument(nil, since.before.storedExpression(in: scope.model)),
        SwiftArgument("for", target), SwiftArgument("since", .string(since.release)),
      ]
      let earlier = scope.model.releases.prefix { $0 != since.release }
      if !earlier.isEmpty {
        arguments += [
          SwiftArgument("after", .array(earlier.map { .string($0) })),
          SwiftArgument("of", .string(scope.model.module)),
        ]
      }
      return SwiftDeclaration(
        .computed(name, type: scope.runtime("Migration"), .memberCall("_keeping", arguments)),
        modifiers: .static, comment: scope.model.place(of: key.origin))
    }
  }

  /// The earlier defaults as others refer to them.
  var earlierDefaultReferences: [SwiftExpression] {
    earlierDefaultNames.map { .name(place + $0) }
  }

  private var earlierDefaultNames: [String] {
    key.defaultSince.indices.map { index in
      let number = index == 0 ? "" : String(index + 1)
      return namespace.freeName(key.swiftName + "EarlierDefault" + number)
    }
  }

  /// The migration as others refer to it.
  var migrationReference: SwiftExpression {
    .name(place + migrationName)
  }

  private var migrationName: String { namespace.freeName(key.swiftName + "Migration") }
}

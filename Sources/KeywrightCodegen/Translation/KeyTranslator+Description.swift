import KeywrightSchema

extension KeyTranslator {
  private var formText: String {
    if let form = scope.model.form(of: key.type) { return form.rawValue }
    return switch key.coding {
    case .codableJSON: StoredForm.data.rawValue
    case .rawValue: "raw value"
    case .codable: "property list"
    case .convertible, nil: "convertible"
    }
  }

  /// The key as data, for `allKeys`, whose type the compiler need not look up for each.
  func description() -> SwiftExpression {
    let life = key.lifecycle
    var arguments: [SwiftArgument] = []
    arguments.reserveCapacity(10)
    arguments.add("storageString", .string(key.storageString))
    arguments.add("namespace", .string(space.path))
    arguments.add("name", .string(key.swiftName))
    arguments.add("type", .string(plainType))
    arguments.add("form", .string(formText))
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { arguments.add(label, .string(text)) }
    }
    if case .literal(let literal) = key.defaultValue, life.sensitivity != .secret {
      add("default", literal.shortText)
    }
    add("summary", key.documentation.summary)
    add("schema", scope.model.files[key.origin.file].name)
    arguments.add("line", .integer(IntegerLiteral(key.origin.line)))
    if !key.parameters.isEmpty { arguments.add("isFamily", .bool(true)) }
    if life.sensitivity != .public {
      arguments.add("sensitivity", .member(life.sensitivity.rawValue))
    }
    add("deprecated", life.deprecated)
    add("since", life.since)
    add("expires", life.expires)
    add("owner", life.owner)
    arguments.add("tags", list: life.tags.map { .string($0) })
    arguments.add("formerKeys", list: key.formerKeys.map { .string($0) })
    return .memberCall("init", arguments)
  }

  /// The type as a reader of `allKeys` sees it.
  private var plainType: String {
    scope.plainText(key.type) + (key.isOptional ? "?" : "")
  }
}

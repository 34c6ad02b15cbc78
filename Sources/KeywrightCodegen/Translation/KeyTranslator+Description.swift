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

  /// The key as data, for `allKeys`.
  func description() -> SwiftExpression {
    let life = key.lifecycle
    var arguments: [SwiftArgument] = []
    arguments.reserveCapacity(10)
    arguments += [
      SwiftArgument("storageString", .string(key.storageString)),
      SwiftArgument("namespace", .string(namespace.path.joined(separator: "."))),
      SwiftArgument("name", .string(key.swiftName)),
      SwiftArgument("type", .string(plainType)), SwiftArgument("form", .string(formText)),
    ]
    func add(_ label: String, _ value: String?) {
      if let value, !value.isEmpty { arguments.append(SwiftArgument(label, .string(value))) }
    }
    func add(_ label: String, _ values: [String]) {
      if values.isEmpty { return }
      arguments.append(SwiftArgument(label, .array(values.map { .string($0) })))
    }
    if case .literal(let literal) = key.defaultValue { add("default", literal.shortText) }
    add("summary", key.documentation.summary)
    add("schema", scope.model.files[key.origin.file].name)
    arguments.append(SwiftArgument("line", .integer(IntegerLiteral(key.origin.line))))
    if !key.parameters.isEmpty { arguments.append(SwiftArgument("isFamily", .bool(true))) }
    if life.sensitivity != .public {
      arguments.append(SwiftArgument("sensitivity", .member(life.sensitivity.rawValue)))
    }
    add("deprecated", life.deprecated)
    add("since", life.since)
    add("expires", life.expires)
    add("owner", life.owner)
    add("tags", life.tags)
    add("formerKeys", key.formerKeys)
    return .call(.name(scope.runtime("KeyDescription")), arguments)
  }

  /// The type as a reader of `allKeys` sees it.
  private var plainType: String {
    scope.plainText(key.type) + (key.isOptional ? "?" : "")
  }
}

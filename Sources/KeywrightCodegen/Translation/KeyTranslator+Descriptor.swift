import KeywrightSchema

extension KeyTranslator {
  /// The descriptor of a key that needs one, as a constant beside the key.
  func descriptor() -> SwiftDeclaration {
    var arguments: [SwiftArgument] = []
    arguments.add("default", descriptorDefault)
    if isCoded { arguments.add("coding", coding) }
    arguments.add("processing", list: key.processing.map { $0.expression(in: scope) })
    arguments.add(
      "constraints", list: key.constraints.map { $0.expression(of: key.type, in: scope) })
    arguments.add("willChange", key.willChange.map { .name($0.code) })
    arguments.add("didChange", key.didChange.map { .name($0.code) })
    let lifecycle = key.lifecycle
    arguments.add(
      "ttl",
      lifecycle.timeToLive.map { .member("seconds", Literal.double($0).expression(in: scope)) })
    arguments.add("cost", lifecycle.cost.map { .always(.integer(IntegerLiteral($0))) })
    if lifecycle.sensitivity != .public {
      arguments.add("sensitivity", .member(lifecycle.sensitivity.rawValue))
    }
    let type = "\(space.keyDescriptor)<\(valueType)>"
    return SwiftDeclaration(
      .constant(SwiftKeywords.quoted(descriptorName), type: nil, .call(type, arguments)),
      modifiers: [.private, .static], comment: scope.model.place(of: key.origin))
  }

  /// The coding; `Codable` knows optionals itself.
  private var coding: SwiftExpression? {
    guard let coding = key.coding else { return nil }
    let expression = SwiftExpression.member(coding.runtimeName)
    guard coding == .rawValue, key.isOptional else { return expression }
    return .memberCall("optional", [SwiftArgument(nil, expression)])
  }

  /// The default, if it is made behind the descriptor.
  private var descriptorDefault: SwiftExpression? {
    switch key.defaultValue {
    case .absent: return nil
    case .literal(let literal):
      if literal.isPlain { return nil }
      let stored = literal.storedExpression(in: scope.model)
      return .memberCall("stored", [SwiftArgument(nil, stored)])
    case .call(let symbol, let persists):
      let function = SwiftArgument(nil, .name(symbol.code))
      let persist = SwiftArgument("persist", .member("whenMissing"))
      return .memberCall("lazy", persists ? [persist, function] : [function])
    }
  }
}

extension Coding {
  /// The runtime's name for it.
  fileprivate var runtimeName: String {
    switch self {
    case .codable: "propertyList"
    case .codableJSON: "json"
    case .rawValue, .convertible: rawValue
    }
  }
}

import KeywrightSchema

extension KeyTranslator {
  /// What only some keys need, as a constant beside the key.
  func descriptor() -> SwiftDeclaration {
    var arguments: [SwiftArgument] = []
    if let value = descriptorDefault { arguments.append(SwiftArgument("default", value)) }
    if isCoded, let coding = key.coding {
      arguments.append(SwiftArgument("coding", .member(coding.runtimeName)))
    }
    if !key.processing.isEmpty {
      arguments.append(
        SwiftArgument("processing", .array(key.processing.map { $0.expression(in: scope) })))
    }
    if !key.constraints.isEmpty {
      arguments.append(
        SwiftArgument(
          "constraints", .array(key.constraints.map { $0.expression(of: key.type, in: scope) })))
    }
    for (label, symbol) in [("willChange", key.willChange), ("didChange", key.didChange)] {
      if let symbol { arguments.append(SwiftArgument(label, .name(symbol.code))) }
    }
    if let seconds = key.lifecycle.timeToLive {
      let number = Literal.double(seconds).expression(in: scope)
      arguments.append(
        SwiftArgument("ttl", .call(.member("seconds"), [SwiftArgument(nil, number)])))
    }
    if let cost = key.lifecycle.cost {
      arguments.append(SwiftArgument("cost", .always(.integer(IntegerLiteral(cost)))))
    }
    let type = "\(scope.runtime("KeyDescriptor"))<\(valueType)>"
    return SwiftDeclaration(
      .constant(SwiftKeywords.quoted(descriptorName), type: nil, .call(.name(type), arguments)),
      modifiers: ["private", "static"], comment: scope.model.place(of: key.origin))
  }

  /// The default, if it is made behind the descriptor.
  private var descriptorDefault: SwiftExpression? {
    switch key.defaultValue {
    case .absent: return nil
    case .literal(let literal):
      if literal.isPlain { return nil }
      let stored = literal.storedExpression(in: scope.model)
      return .call(.member("stored"), [SwiftArgument(nil, stored)])
    case .call(let symbol, let persists):
      let function = SwiftArgument(nil, .name(symbol.code))
      let persist = SwiftArgument("persist", .member("whenMissing"))
      return .call(.member("lazy"), persists ? [persist, function] : [function])
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

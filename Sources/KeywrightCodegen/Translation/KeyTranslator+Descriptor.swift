import KeywrightSchema

extension KeyTranslator {
  /// The descriptor of a key that needs one, as a constant beside the key.
  func descriptor() -> SwiftDeclaration {
    var arguments: [SwiftArgument] = []
    arguments.add("default", descriptorDefault)
    if isCoded { arguments.add("coding", coding) }
    arguments.add(
      "processing",
      list: zip(key.processing, stepNames()).map { step, name in
        member(step.expression(in: scope, function: name ?? ""), of: "Step")
      })
    arguments.add(
      "constraints",
      list: key.constraints.map {
        member($0.expression(of: key.type, in: scope), of: "Constraint")
      })
    arguments.add("onRead", correction)
    arguments.add("willChange", key.willChange.map { _ in .name(constantName("WillChange")) })
    arguments.add("didChange", key.didChange.map { _ in .name(constantName("DidChange")) })
    let lifecycle = key.lifecycle
    arguments.add(
      "ttl",
      lifecycle.timeToLive.map { .member("seconds", Literal.double($0).expression(in: scope)) })
    arguments.add("maxAge", lifecycle.maxAge?.expression(in: scope))
    arguments.add("cost", lifecycle.cost.map { .always(.integer(IntegerLiteral($0))) })
    if lifecycle.sensitivity != .public {
      arguments.add("sensitivity", .member(lifecycle.sensitivity.rawValue))
    }
    arguments.add("keychain", lifecycle.keychainRules)
    if isMigrated {
      arguments.add("_migratedBy", .string(Registry.name(of: scope.model.module)))
    }
    let names = [key.storageString] + key.formerKeys
    arguments.add("_names", list: names.count > 1 ? names.map { .string($0) } : [])
    if key.movesLater { arguments.add("_movesLater", .name("true")) }
    // A text under a former name is of the earlier type.
    if key.migrate != nil {
      arguments.add("_former", .name(constantName("Conversion") + "._form"))
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
    guard coding == .rawValue, key.isOptional else { return member(expression, of: "ValueCoding") }
    let wrapped = expression.spelledOut(of: "\(scope.runtime("ValueCoding"))<\(wrappedType)>")
    return member(.memberCall("optional", [SwiftArgument(nil, wrapped)]), of: "ValueCoding")
  }

  /// The value that counts for a stored one which a constraint refuses.
  private var correction: SwiftExpression? {
    switch key.onRead {
    case nil: return nil
    case .default: return member(.member("useDefault"), of: "OnRead")
    case .clamp:
      guard let range = key.range else { return nil }
      let step = member(StepModel.clamp(range).expression(in: scope, function: ""), of: "Step")
      return member(.memberCall("process", [SwiftArgument(nil, step)]), of: "OnRead")
    }
  }

  /// A member of one of the runtime's types for values. If the values' type is one of the user's, the
  /// runtime's type stands before the member: where the user's type is missing, the compiler could not infer
  /// the type of any such member, and would report each.
  private func member(_ expression: SwiftExpression, of type: String) -> SwiftExpression {
    if ownTypeName == nil { return expression }
    return expression.spelledOut(of: "\(scope.runtime(type))<\(valueType)>")
  }

  /// The default, if it is made behind the descriptor.
  private var descriptorDefault: SwiftExpression? {
    switch key.defaultValue {
    case .absent:
      if !isLookedFor { return nil }
      return member(.memberCall("_value", [SwiftArgument(nil, .none)]), of: "DefaultValue")
    case .literal(let literal):
      if let literal = plainLiteral {
        if !isLookedFor { return nil }
        return .memberCall("_value", [SwiftArgument(nil, literal.expression(in: scope))])
      }
      let stored = literal.storedExpression(in: scope.model)
      return .memberCall("stored", [SwiftArgument(nil, stored)])
    case .call(_, let persists):
      let function = SwiftArgument(nil, .name(constantName("Default")))
      let persist = SwiftArgument("persist", .member("whenMissing"))
      return member(
        .memberCall("lazy", persists ? [persist, function] : [function]), of: "DefaultValue")
    }
  }
}

extension MaxAge {
  fileprivate func expression(in scope: Scope) -> SwiftExpression {
    var arguments = [SwiftArgument(nil, Literal.double(seconds).expression(in: scope))]
    if consequence != .default {
      arguments.append(SwiftArgument("then", .member(consequence.rawValue)))
    }
    return .memberCall("seconds", arguments)
  }
}

extension Lifecycle {
  fileprivate var keychainRules: SwiftExpression? {
    var arguments: [SwiftArgument] = []
    arguments.add("accessibility", accessibility.map { .member($0.rawValue) })
    arguments.add("isSynchronizable", isSynchronizable.map { .name("\($0)") })
    return arguments.isEmpty ? nil : .memberCall("init", arguments)
  }
}

extension Coding {
  /// The runtime's name for it.
  fileprivate var runtimeName: String {
    switch self {
    case .codable: "propertyList"
    case .codableJSON: "json"
    case .rawValue, .convertible, .memory: rawValue
    }
  }
}

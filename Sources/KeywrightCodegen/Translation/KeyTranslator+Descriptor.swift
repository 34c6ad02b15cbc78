import KeywrightSchema

extension KeyTranslator {
  /// Writes the descriptor of a key that needs one, as a constant beside the key.
  func writeDescriptor(to out: SourceText) {
    var arguments: [Code] = []
    func add(_ label: Code, _ value: Code?) {
      if let value { arguments.append("\(label): \(value)") }
    }
    func add(_ label: Code, list: [Code]) {
      if !list.isEmpty { add(label, .array(list)) }
    }
    add("default", descriptorDefault)
    if isCoded { add("coding", coding) }
    add(
      "processing",
      list: zip(key.processing, stepNames()).map { step, name in
        member(step.code(function: name ?? ""), of: "Step")
      } + [fit].compactMap(\.self))
    add(
      "constraints",
      list: key.constraints.map { member($0.code(of: key.type, in: scope), of: "Constraint") })
    add("onRead", correction)
    add("willChange", key.willChange.map { _ in constantName("WillChange") })
    add("didChange", key.didChange.map { _ in constantName("DidChange") })
    let lifecycle = key.lifecycle
    add("ttl", lifecycle.timeToLive.map { ".seconds(\(Literal.double($0).code(in: scope)))" })
    add("maxAge", lifecycle.maxAge.map { ".seconds(\(Literal.double($0).code(in: scope)))" })
    if lifecycle.sensitivity != .public {
      add("sensitivity", Code(verbatim: "." + lifecycle.sensitivity.rawValue))
    }
    add("keychain", lifecycle.keychain?.code)
    if isMigrated { add("_migratedBy", "\(string: Registry.name(of: scope.model.module))") }
    let names = [key.storageString] + key.formerKeys
    add("_names", list: names.count > 1 ? names.map { "\(string: $0)" } : [])
    if key.movesLater { add("_movesLater", "true") }
    // A text under a former name is of the earlier type.
    if key.migrate != nil { add("_former", "\(constantName("Conversion"))._form") }
    let type: Code = "\(scope.runtime("KeyDescriptor"))<\(valueType)>"
    out.member(
      "private static let \(constantName("Descriptor")) = \(type)\(.arguments(arguments))",
      comment: scope.model.place(of: key.origin))
  }

  /// The coding; `Codable` knows optionals itself.
  private var coding: Code? {
    guard let coding = key.coding else { return nil }
    let code = Code(verbatim: "." + coding.runtimeName)
    guard coding == .rawValue, key.isOptional else { return member(code, of: "ValueCoding") }
    let wrapped: Code = "\(scope.runtime("ValueCoding"))<\(wrappedType)>\(code)"
    return member(".optional\(.arguments([wrapped]))", of: "ValueCoding")
  }

  /// The step that brings a value within a constraint.
  private var fit: Code? { key.fit?.fittingCode(in: scope).map { member($0, of: "Step") } }

  /// The value that counts for a stored one which a constraint refuses.
  private var correction: Code? {
    switch key.outside {
    case nil: nil
    case .default: member(".useDefault", of: "OnRead")
    case .clamp: fit.map { member(".process(\($0))", of: "OnRead") }
    }
  }

  /// A member of one of the runtime's types for values. If the values' type is one of the user's, the
  /// runtime's type stands before the member: where the user's type is missing, the compiler could not infer
  /// the type of any such member, and would report each.
  private func member(_ code: Code, of type: String) -> Code {
    ownTypeName == nil ? code : "\(scope.runtime(type))<\(valueType)>\(code)"
  }

  /// The default, if it is made behind the descriptor.
  private var descriptorDefault: Code? {
    switch key.defaultValue {
    case .absent:
      if !isLookedFor { return nil }
      return member("._value(nil)", of: "DefaultValue")
    case .literal(let literal):
      if let literal = plainLiteral {
        if !isLookedFor { return nil }
        return "._value(\(literal.code(in: scope)))"
      }
      return ".stored(\(literal.storedCode(in: scope.model)))"
    case .call(_, let persists):
      let function = constantName("Default")
      return member(
        ".lazy\(.arguments((persists ? ["persist: .whenMissing"] : []) + [function]))",
        of: "DefaultValue")
    }
  }
}

extension KeychainRule {
  fileprivate var code: Code {
    let arguments: [Code] = [
      "accessibility: .\(.member(accessibility.rawValue))",
      "isSynchronizable: \(Code(isSynchronized))",
    ]
    return ".init\(.arguments(arguments))"
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

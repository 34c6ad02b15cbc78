import KeywrightSchema

/// Turns one checked key into declarations.
struct KeyTranslator {
  let key: KeyModel
  let namespace: NamespaceModel
  let scope: Scope

  /// The key, after its descriptor if it needs one.
  func declarations() -> [SwiftDeclaration] {
    (needsDescriptor ? [descriptor()] : []) + codedDefault() + [declaration()]
  }

  /// The value of a computed default whose key chooses its stored form: such a key takes a value,
  /// which is computed once here.
  private func codedDefault() -> [SwiftDeclaration] {
    guard isCoded, case .call(let symbol, _) = key.defaultValue else { return [] }
    let value = SwiftExpression.call(.name(symbol.code), [])
    return [
      SwiftDeclaration(
        .constant(defaultName, type: valueType, value), modifiers: ["private", "static"])
    ]
  }

  private var defaultName: String { namespace.freeName(key.swiftName + "Default") }

  /// Whether a value of the key is stored by a coding that the descriptor names.
  private var isCoded: Bool {
    guard let coding = key.coding else { return false }
    return coding != .convertible
  }

  /// The default, if it is written in the key itself.
  private var plainDefault: Literal? {
    guard case .literal(let literal) = key.defaultValue, literal.isPlain else { return nil }
    return literal
  }

  private var needsDescriptor: Bool {
    let hasDefault =
      switch key.defaultValue {
      case .absent: false
      case .literal: plainDefault == nil
      case .call: true
      }
    return hasDefault || isCoded || !key.processing.isEmpty || !key.constraints.isEmpty
      || key.willChange != nil || key.didChange != nil || key.timeToLive != nil
      || key.lifecycle.cost != nil
  }

  private var descriptorName: String {
    namespace.freeName(key.swiftName + "Descriptor")
  }

  private var valueType: String { scope.text(key.type, isOptional: key.isOptional) }

  private var isInlinable: Bool {
    key.access == .public && !needsDescriptor && (plainDefault?.isBuiltIn ?? true)
  }

  private func declaration() -> SwiftDeclaration {
    let space = namespace.isRoot ? scope.runtime("Root") : scope.reference(to: namespace.path)
    let type = "\(scope.runtime("Key"))<\(space), \(valueType)>"
    let value = SwiftExpression.call(.name(scope.runtime("Key")), keyArguments)
    let name = SwiftKeywords.quoted(key.swiftName)
    let kind: SwiftDeclaration.Kind =
      key.parameters.isEmpty
      ? .computed(name, type: type, value)
      : .function(
        SwiftFunction(
          head: "func \(name)",
          parameters: key.parameters.map { parameter in
            SwiftKeywords.quotedParameter(parameter.name) + ": " + scope.text(parameter.type)
          },
          suffix: "-> \(type)", statements: [.expression(value)]))
    var declaration = SwiftDeclaration(kind, modifiers: key.access.modifiers + ["static"])
    declaration.documentation = documentation
    if let message = key.deprecated { declaration.attributes.append(.deprecated(message: message)) }
    if isInlinable { declaration.attributes.append(.inlinable) }
    return declaration
  }

  private var keyArguments: [SwiftArgument] {
    var arguments = [SwiftArgument("declared", .string(key.storageString))]
    if key.parameters.isEmpty {
      let hash = KeyHash.hash(of: key.storageString)
      arguments.append(SwiftArgument("hash", .hexadecimal(hash)))
    } else {
      let components = key.parameters.map { parameter in
        SwiftExpression.call(
          .name(scope.runtime("KeyParameter")),
          [SwiftArgument(nil, .name(SwiftKeywords.quoted(parameter.name)))])
      }
      arguments.append(SwiftArgument("parameters", .array(components)))
    }
    if let literal = plainDefault {
      arguments.append(SwiftArgument("default", literal.expression(in: scope)))
    } else if isCoded, case .call = key.defaultValue {
      arguments.append(SwiftArgument("default", .name(defaultName)))
    } else if isCoded, !key.parameters.isEmpty {
      arguments.append(SwiftArgument("default", .none))
    }
    if needsDescriptor {
      let label = isCoded ? "coded" : "descriptor"
      arguments.append(SwiftArgument(label, .name(SwiftKeywords.quoted(descriptorName))))
    }
    return arguments
  }

  private func descriptor() -> SwiftDeclaration {
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
        SwiftArgument("constraints", .array(key.constraints.map { $0.expression(in: scope) })))
    }
    for (label, symbol) in [("willChange", key.willChange), ("didChange", key.didChange)] {
      if let symbol { arguments.append(SwiftArgument(label, .name(symbol.code))) }
    }
    if let seconds = key.timeToLive {
      let number = Literal.double(seconds).expression(in: scope)
      arguments.append(
        SwiftArgument("ttl", .call(.member("seconds"), [SwiftArgument(nil, number)])))
    }
    if let cost = key.lifecycle.cost {
      arguments.append(SwiftArgument("cost", .always(.integer(IntegerLiteral(cost)))))
    }
    let type = "\(scope.runtime("KeyDescriptor"))<\(valueType)>"
    var declaration = SwiftDeclaration(
      .constant(SwiftKeywords.quoted(descriptorName), type: nil, .call(.name(type), arguments)),
      modifiers: ["private", "static"])
    declaration.comment = scope.model.place(of: key.origin)
    return declaration
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
      if isCoded { return nil }
      let function = SwiftArgument(nil, .name(symbol.code))
      let persist = SwiftArgument("persist", .member("whenMissing"))
      return .call(.member("lazy"), persists ? [persist, function] : [function])
    }
  }

  private var documentation: [String] {
    let file = scope.model.files[key.origin.file].name
    let components = key.parameters.map { ":<\($0.name)>" }.joined()
    let stored = "Stored as `\(key.storageString)\(components)`"
    let value = "default `\(defaultText)`"
    let place = "Declared in \(file), line \(key.origin.line)."
    let facts =
      key.documentation.summary.isEmpty
      ? [stored + ".", "", "D" + value.dropFirst() + ". " + place]
      : [stored + "; " + value + ". " + place]
    return key.documentation.paragraphs + facts
  }

  private var defaultText: String {
    switch key.defaultValue {
    case .absent: "nil"
    case .literal(let literal): literal.shortText
    case .call(let symbol, _): symbol.text + "()"
    }
  }

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
    var arguments = [
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
    add("deprecated", key.deprecated)
    add("since", life.since)
    add("expires", life.expires)
    add("owner", life.owner)
    add("tags", life.tags)
    add("formerKeys", key.formerKeys)
    return .call(.name(scope.runtime("KeyDescription")), arguments)
  }

  /// The type as a reader of `allKeys` sees it.
  private var plainType: String {
    Scope(model: scope.model, names: NameTable(module: scope.model.module), path: [])
      .text(key.type, isOptional: key.isOptional)
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

extension Literal {
  /// The value as people write it, cut where it gets long.
  var shortText: String {
    let text = text
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }
}

extension Documentation {
  /// Summary and discussion with a blank line after each.
  var paragraphs: [String] {
    [summary, discussion].filter { !$0.isEmpty }.flatMap { [$0, ""] }
  }

  /// Summary and discussion with a blank line between them.
  var lines: [String] { Array(paragraphs.dropLast()) }
}

extension Access {
  /// The modifiers of a declaration with this access.
  var modifiers: [String] { self == .internal ? [] : [rawValue] }
}

extension TargetModel {
  /// `Player.keys.json:8`
  func place(of origin: Origin) -> String { "\(files[origin.file].name):\(origin.line)" }

  /// The form in which values of a type are stored.
  func form(of type: ValueType) -> StoredForm? {
    switch type {
    case .scalar(let scalar): scalar.form
    case .array, .set: .array
    case .dictionary: .dictionary
    case .declared(let id):
      switch self.type(id).kind {
      case .structure: .dictionary
      case .enumeration(_, let hasIntegers): hasIntegers ? .integer : .string
      }
    case .own: nil
    }
  }
}

extension NamespaceModel {
  /// The name, or one made from it that no key of the namespace has.
  func freeName(_ name: String) -> String {
    var name = name
    while keyNames.contains(name) { name += "_" }
    return name
  }
}

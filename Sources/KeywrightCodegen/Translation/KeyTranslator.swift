import KeywrightSchema

/// Turns one checked key into declarations.
struct KeyTranslator {
  let key: KeyModel
  let namespace: NamespaceModel
  let scope: Scope

  /// The key, after its descriptor if it needs one.
  func declarations() -> [SwiftDeclaration] {
    (needsDescriptor ? [descriptor()] : []) + [declaration()]
  }

  private var needsDescriptor: Bool {
    !key.processing.isEmpty || !key.constraints.isEmpty || !key.defaultValue.isPlain
  }

  private var descriptorName: String {
    namespace.freeName(key.swiftName + "Descriptor")
  }

  private var valueType: String { scope.text(key.type, isOptional: key.isOptional) }

  private var isInlinable: Bool {
    key.access == .public && !needsDescriptor && key.defaultValue.isBuiltIn
  }

  private func declaration() -> SwiftDeclaration {
    let space = namespace.isRoot ? scope.names.runtime("Root") : scope.reference(to: namespace.path)
    let type = "\(scope.names.runtime("Key"))<\(space), \(valueType)>"
    var arguments = [
      SwiftArgument("declared", .string(key.storageString)),
      SwiftArgument("hash", .hexadecimal(KeyHash.hash(of: key.storageString))),
    ]
    if !key.isOptional, key.defaultValue.isPlain {
      arguments.append(SwiftArgument("default", key.defaultValue.expression(in: scope)))
    }
    if needsDescriptor {
      arguments.append(SwiftArgument("descriptor", .name(SwiftKeywords.quoted(descriptorName))))
    }
    var declaration = SwiftDeclaration(
      .computed(
        SwiftKeywords.quoted(key.swiftName), type: type,
        .call(.name(scope.names.runtime("Key")), arguments)),
      modifiers: key.access.modifiers + ["static"])
    declaration.documentation = documentation
    if let message = key.deprecated { declaration.attributes.append(.deprecated(message: message)) }
    if isInlinable { declaration.attributes.append(.inlinable) }
    return declaration
  }

  private func descriptor() -> SwiftDeclaration {
    var arguments: [SwiftArgument] = []
    if !key.isOptional, !key.defaultValue.isPlain {
      let stored = key.defaultValue.storedExpression(in: scope.model)
      arguments.append(
        SwiftArgument("default", .call(.member("stored"), [SwiftArgument(nil, stored)])))
    }
    if !key.processing.isEmpty {
      arguments.append(
        SwiftArgument("processing", .array(key.processing.map { $0.expression(in: scope) })))
    }
    if !key.constraints.isEmpty {
      arguments.append(
        SwiftArgument("constraints", .array(key.constraints.map { $0.expression(in: scope) })))
    }
    let type = "\(scope.names.runtime("KeyDescriptor"))<\(valueType)>"
    var declaration = SwiftDeclaration(
      .constant(SwiftKeywords.quoted(descriptorName), type: nil, .call(.name(type), arguments)),
      modifiers: ["private", "static"])
    declaration.comment = scope.model.place(of: key.origin)
    return declaration
  }

  private var documentation: [String] {
    let file = scope.model.files[key.origin.file].name
    let stored = "Stored as `\(key.storageString)`"
    let value = "default `\(key.defaultValue.shortText)`"
    let place = "Declared in \(file), line \(key.origin.line)."
    let facts =
      key.documentation.summary.isEmpty
      ? [stored + ".", "", "D" + value.dropFirst() + ". " + place]
      : [stored + "; " + value + ". " + place]
    return key.documentation.paragraphs + facts
  }

  /// The key as data, for `allKeys`.
  func description() -> SwiftExpression {
    var arguments = [
      SwiftArgument("storageString", .string(key.storageString)),
      SwiftArgument("namespace", .string(namespace.path.joined(separator: "."))),
      SwiftArgument("name", .string(key.swiftName)),
      SwiftArgument("type", .string(plainType)),
      SwiftArgument("form", .string(scope.model.form(of: key.type).rawValue)),
    ]
    if !key.isOptional {
      arguments.append(SwiftArgument("default", .string(key.defaultValue.shortText)))
    }
    if !key.documentation.summary.isEmpty {
      arguments.append(SwiftArgument("summary", .string(key.documentation.summary)))
    }
    arguments.append(
      SwiftArgument("schema", .string(scope.model.files[key.origin.file].name)))
    arguments.append(SwiftArgument("line", .integer(IntegerLiteral(key.origin.line))))
    if let message = key.deprecated {
      arguments.append(SwiftArgument("deprecated", .string(message)))
    }
    return .call(.name(scope.names.runtime("KeyDescription")), arguments)
  }

  /// The type as a reader of `allKeys` sees it.
  private var plainType: String {
    Scope(model: scope.model, names: NameTable(module: scope.model.module), path: [])
      .text(key.type, isOptional: key.isOptional)
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
  func form(of type: ValueType) -> StoredForm {
    switch type {
    case .scalar(let scalar): scalar.form
    case .array, .set: .array
    case .dictionary: .dictionary
    case .declared(let id):
      if case .structure = self.type(id).kind { .dictionary } else { .string }
    }
  }
}

extension NamespaceModel {
  /// The name, or one made from it that no key of the namespace has.
  func freeName(_ name: String) -> String {
    var name = name
    while keys.contains(where: { $0.swiftName == name }) { name += "_" }
    return name
  }
}

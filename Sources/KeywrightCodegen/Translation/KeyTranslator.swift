import KeywrightSchema

/// The spellings that the keys of one namespace share.
final class KeySpace {
  let namespace: NamespaceModel
  let scope: Scope
  /// The namespace's type.
  let reference: Code
  /// The namespace's path as text.
  let path: String

  init(namespace: NamespaceModel, scope: Scope) {
    self.namespace = namespace
    self.scope = scope
    reference = namespace.isRoot ? scope.runtime("Root") : scope.reference(to: namespace)
    path = namespace.path.joined(separator: ".")
  }
}

/// Turns one checked key into declarations.
struct KeyTranslator {
  let key: KeyModel
  let space: KeySpace

  var namespace: NamespaceModel { space.namespace }
  var scope: Scope { space.scope }

  /// Writes the key, after its descriptor if it needs one, before what others refer to it by.
  func write(to out: SourceText) {
    writeSymbols(to: out)
    if needsDescriptor { writeDescriptor(to: out) }
    writeKey(to: out)
    writeMigrations(to: out)
    if !isListedByName { writeListedKey(to: out) }
  }

  /// Whether a value of the key is stored by a coding that the descriptor names.
  var isCoded: Bool {
    guard let coding = key.coding else { return false }
    return coding != .convertible
  }

  /// Whether the registry has a migration of the key.
  ///
  /// Its descriptor then says so, and has the default: no reader gets that without a look there.
  var isMigrated: Bool { hasMigration || key.earlierDefaults?.isEmpty == false }

  /// Whether a value may be elsewhere than under the key's name: then its descriptor has the default, so that
  /// no reader gets that without a look there.
  var isLookedFor: Bool { isMigrated || key.movesLater }

  /// Whether the value of a former key is brought along at the opening of a store.
  var hasMigration: Bool { !key.formerKeys.isEmpty && !key.movesLater }

  /// The default, if it is written in the key itself.
  var plainDefault: Literal? { isLookedFor ? nil : plainLiteral }

  /// The default, if Swift has a literal for it.
  var plainLiteral: Literal? {
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
    return hasDefault || isCoded || isLookedFor || !key.processing.isEmpty
      || !key.constraints.isEmpty || key.willChange != nil || key.didChange != nil
      || key.lifecycle.timeToLive != nil
      || key.lifecycle.maxAge != nil || key.lifecycle.keychain != nil
      || key.lifecycle.sensitivity != .public
  }

  /// The name of a constant beside the key.
  func constantName(_ suffix: String) -> Code { .name(freeName(key.name + suffix)) }

  /// The name, or one made from it that means nothing in the namespace and is no parameter of the key.
  private func freeName(_ name: String) -> String {
    namespace.freeName(name) { name in key.parameters.contains { $0.name == name } }
  }

  /// The type of the value, without `?`.
  var wrappedType: Code { ownTypeName.map(Code.name) ?? scope.text(key.type) }

  var valueType: Code { key.isOptional ? "\(wrappedType)?" : wrappedType }

  private var isInlinable: Bool {
    key.access == .public && !needsDescriptor && (plainDefault?.isBuiltIn ?? true)
  }

  private func writeKey(to out: SourceText) {
    let components = key.parameters.map {
      "\(scope.runtime("KeyParameter"))(\(.argument($0.name)))" as Code
    }
    let parameters = key.parameters.map {
      "\(.parameter($0.name)): \(scope.text($0.type))" as Code
    }
    let name = Code.name(key.name)
    let head: Code =
      key.parameters.isEmpty
      ? .row(["var \(name)", keyType], mark: ":")
      : "func \(name)\(.arguments(parameters)) -> \(keyType)"
    out.member(
      "\(key.access.code)static \(head)", documentation: documentation,
      attributes: key.deprecation + (isInlinable ? ["@inlinable"] : [])
    ) { out.line(".init\(keyArguments(parameters: components))") }
  }

  var keyType: Code { "\(scope.runtime("Key"))<\(space.reference), \(valueType)>" }

  /// The arguments that make the key.
  ///
  /// - Parameter parameters: the components that identify one key of a family; none for the family.
  func keyArguments(parameters: [Code] = []) -> Code {
    var arguments: [Code] = ["_declared: \(string: key.storageString)"]
    if key.parameters.isEmpty {
      let hash = LiteralWriter.hexadecimal(StorageString.hash(of: key.storageString))
      arguments.append("hash: \(Code(verbatim: hash))")
    } else {
      arguments.append("parameters: \(.array(parameters))")
    }
    if let literal = plainDefault { arguments.append("default: \(literal.code(in: scope))") }
    if needsDescriptor {
      let label: Code = isCoded ? key.isOptional ? "optional" : "coded" : "descriptor"
      arguments.append("\(label): \(constantName("Descriptor"))")
    }
    return .arguments(arguments)
  }

  private var documentation: [String] {
    let file = scope.model.files[key.origin.file].name
    let components =
      key.parameters.isEmpty ? "" : key.parameters.map { ":<\($0.name)>" }.joined()
    let string = key.storageString
    let (value, line) = (defaultText, String(key.origin.line))
    var paragraphs = key.documentation.paragraphs
    if key.documentation.summary.isEmpty {
      paragraphs.append("Stored as `\(string)\(components)`.")
      paragraphs.append("")
      paragraphs.append(
        "Default \(value). Declared in \(file), line \(line).")
    } else {
      paragraphs.append(
        "Stored as `\(string)\(components)`; default \(value). Declared in \(file), line \(line).")
    }
    // The schema does not say it.
    if !key.lockedFormerKeys.isEmpty {
      paragraphs += ["", "Formerly \(key.formerTexts.joined(separator: ", "))."]
    }
    return paragraphs
  }

  private var defaultText: String {
    switch key.defaultValue {
    case .absent: "`nil`"
    case .literal(let literal): "`\(key.lifecycle.sensitivity.shown(literal.shortText))`"
    case .call(let reference, _): "`\(reference.symbol.text)()`"
    }
  }
}

extension KeyModel {
  /// Whether the key has callbacks.
  var isObserved: Bool { willChange != nil || didChange != nil }
}

extension KeyTranslator {
  /// Writes the key for lists of keys, where its own name cannot be used there: a family, which has no key
  /// without parameters, and a deprecated key.
  private func writeListedKey(to out: SourceText) {
    writeMember("var \(listedName): \(keyType)", to: out) { out.line(".init\(keyArguments())") }
  }

  /// Writes a member that generated code alone refers to.
  func writeMember(_ head: Code, to out: SourceText, _ body: () -> Void) {
    out.member("static \(head)", comment: scope.model.place(of: key.origin), body)
  }

  /// The key as lists of keys refer to it.
  var listReference: Code {
    let place = namespace.isRoot ? "Self." : place
    if !isListedByName { return "\(place)\(listedName)" }
    return "\(place)\(.member(key.name))"
  }

  /// The types of a family's parameters, as the runtime checks components by them.
  var parameterForms: [Code] {
    key.parameters.map { parameter in
      let type: Code = "\(scope.text(parameter.type)).self"
      guard case .scalar(let scalar) = parameter.type else { return ".rawValue(\(type))" }
      return switch scalar {
      case .string: ".string"
      case .bool: ".boolean"
      case .uuid: ".uuid"
      default: ".integer(\(type))"
      }
    }
  }

  /// The key's name beside it; a bare `self` would be the type.
  var nearName: Code { key.name == "self" ? "Self.`self`" : .name(key.name) }

  /// The prefix of a member of the namespace in references from elsewhere.
  var place: Code { namespace.isRoot ? "" : "\(space.reference)." }

  private var isListedByName: Bool { key.parameters.isEmpty && key.lifecycle.deprecated == nil }
  private var listedName: Code { .name(namespace.freeName(key.name + "Listed")) }
}

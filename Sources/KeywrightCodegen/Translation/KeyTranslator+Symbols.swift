import KeywrightSchema

// The symbols that a key names, each once, in a declaration of its own that the compiler reports at
// the line of the schema. Everything else uses that declaration.

extension KeyTranslator {
  /// The declarations of the symbols that the key names.
  func symbols() -> [SwiftDeclaration] {
    var declarations: [SwiftDeclaration] = []
    if let alias = ownType() { declarations.append(alias) }
    if case .call(let reference, _) = key.defaultValue {
      declarations.append(
        constant(
          constantName("Default"), of: "() -> \(valueType)", reference,
          Signature("()", result: plainType)))
    }
    for (step, name) in zip(key.processing, stepNames()) {
      guard let (reference, seesOld) = step.function, let name else { continue }
      let parameters = seesOld ? "\(wrappedType), \(wrappedType)?" : wrappedType
      let old = seesOld ? ", _ old: \(plainWrappedType)?" : ""
      declarations.append(
        constant(
          name, of: "(\(parameters)) throws -> \(valueType)", reference,
          Signature("(_ value: \(plainWrappedType)\(old)) throws", result: plainType)))
    }
    for (suffix, reference) in [("WillChange", key.willChange), ("DidChange", key.didChange)] {
      guard let reference else { continue }
      declarations.append(
        constant(
          constantName(suffix), of: "(\(valueType), \(valueType)) -> \(scope.swift("Void"))",
          reference, Signature("(_ old: \(plainType), _ new: \(plainType))")))
    }
    if let reference = key.migrate { declarations.append(conversion(reference)) }
    return declarations
  }

  /// The names of the constants that hold the functions of the processing steps; nil for steps without
  /// a function.
  func stepNames() -> [String?] {
    var count = 0
    return key.processing.map { step in
      guard step.function != nil else { return nil }
      count += 1
      return constantName(count == 1 ? "Processing" : "Processing\(count)")
    }
  }

  /// A function, converted to its type: of overloads the one that fits.
  ///
  /// By a coercion, since in Swift 5 mode the compiler takes many a wrong function for a constant of an
  /// annotated type, and crashes.
  private func constant(
    _ name: String, of type: String, _ reference: SymbolReference, _ signature: Signature
  ) -> SwiftDeclaration {
    scope.reported(
      .constant(
        name, type: nil, .coercion(.name(reference.symbol.code), "@Sendable " + type)),
      modifiers: [.private, .static], at: reference.origin,
      remark: signature.remark(on: reference.symbol, in: scope))
  }

  /// The function of a migration, whose parameter has the type of the earlier values: the one that the lock
  /// has, or else one that only the compiler knows.
  private func conversion(_ reference: SymbolReference) -> SwiftDeclaration {
    let former = key.formerKeys.lazy.compactMap { scope.model.formerTypes[ExactString($0)] }.first
    let function = SwiftExpression.name(reference.symbol.code)
    let old = former.map { scope.plainText($0) }
    return scope.reported(
      .constant(
        constantName("Conversion"), type: "\(scope.runtime("Migration"))._Conversion<\(valueType)>",
        .memberCall(
          "init",
          [
            SwiftArgument(
              nil,
              former.map {
                .coercion(function, "@Sendable (\(scope.text($0))) throws -> \(valueType)")
              } ?? function)
          ])),
      modifiers: [.private, .static], at: reference.origin,
      remark: Signature(
        "(_ old: \(old ?? "Old")) throws", result: plainType,
        note: old == nil ? ", where Old is the earlier type" : ""
      ).remark(on: reference.symbol, in: scope))
  }

  /// The type without `?`, as one writes it far from here.
  private var plainWrappedType: String { scope.plainText(key.type) }
}

extension KeyTranslator {
  /// The name of the alias for a type that the user's own is a part of, if it is.
  var ownTypeName: String? {
    guard key.type.holdsOwnType else { return nil }
    var name = SwiftName.capitalised(key.swiftName) + "Value"
    while namespace.takenNames.contains(name) || scope.freeName(name) != name { name += "_" }
    return name
  }

  /// The alias, which demands what the coding needs of the type.
  private func ownType() -> SwiftDeclaration? {
    guard let name = ownTypeName else { return nil }
    let demand = scope.runtime((key.coding ?? .convertible).typeDemand)
    let isKey = key.type.parts.contains {
      if case .dictionary(key: .own, _) = $0 { true } else { false }
    }
    return scope.reported(
      .alias(name, to: "\(demand)<\(scope.text(key.type))>"), modifiers: key.access.modifiers,
      at: key.typeOrigin,
      remark: #"if another module has it, add that to "imports""#
        + (isKey ? "; the key of a dictionary needs a raw value" : ""))
  }
}

extension StepModel {
  /// The function of a step that calls one, and whether it sees the old value.
  fileprivate var function: (SymbolReference, seesOld: Bool)? {
    switch self {
    case .call(let reference): (reference, false)
    case .callWithOld(let reference): (reference, true)
    default: nil
    }
  }
}

extension Coding {
  /// The runtime's alias that only types which fit the coding can be put in.
  fileprivate var typeDemand: String {
    switch self {
    case .convertible: "_ConvertibleValue"
    case .rawValue: "_RawRepresentableValue"
    case .codable, .codableJSON: "_CodableValue"
    case .memory: "_MemoryValue"
    }
  }
}

import KeywrightSchema

// The symbols that a key names, each once, in a declaration of its own that the compiler reports at
// the line of the schema. Everything else uses that declaration.

extension KeyTranslator {
  /// Writes the symbols that the key names.
  func writeSymbols(to out: SourceText) {
    writeOwnType(to: out)
    if case .call(let reference, _) = key.defaultValue {
      write(
        constantName("Default"), as: "() -> \(valueType)", reference,
        Signature("()", result: plainType), to: out)
    }
    for (step, name) in zip(key.processing, stepNames()) {
      guard let (reference, seesOld) = step.function, let name else { continue }
      let parameters: Code = seesOld ? "\(wrappedType), \(wrappedType)?" : wrappedType
      let old = seesOld ? ", _ old: \(plainWrappedType)?" : ""
      write(
        name, as: "(\(parameters)) throws -> \(valueType)", reference,
        Signature("(_ value: \(plainWrappedType)\(old)) throws", result: plainType), to: out)
    }
    for (suffix, reference) in [("WillChange", key.willChange), ("DidChange", key.didChange)] {
      guard let reference else { continue }
      write(
        constantName(suffix), as: "(\(valueType), \(valueType)) -> \(scope.swift("Void"))",
        reference, Signature("(_ old: \(plainType), _ new: \(plainType))"), to: out)
    }
    if let reference = key.migrate { writeConversion(reference, to: out) }
  }

  /// The names of the constants that hold the functions of the processing steps; nil for steps without
  /// a function.
  func stepNames() -> [Code?] {
    var count = 0
    return key.processing.map { step in
      guard step.function != nil else { return nil }
      count += 1
      return constantName(count == 1 ? "Processing" : "Processing\(count)")
    }
  }

  /// Writes a function, converted to its type: of overloads the one that fits.
  ///
  /// By a coercion, since in Swift 5 mode the compiler takes many a wrong function for a constant of an
  /// annotated type, and crashes.
  private func write(
    _ name: Code, as type: Code, _ reference: SymbolReference, _ signature: Signature,
    to out: SourceText
  ) {
    out.reported(
      .row(
        ["private static let \(name)", "\(reference.symbol.code) as @Sendable \(type)"], mark: " ="),
      at: scope.place(of: reference.origin),
      remark: signature.remark(on: reference.symbol, in: scope))
  }

  /// Writes the function of a migration, whose parameter has the type of the earlier values: the one that the
  /// lock has, or else one that only the compiler knows.
  private func writeConversion(_ reference: SymbolReference, to out: SourceText) {
    let former = key.formerKeys.lazy.compactMap { scope.model.formerTypes[ExactString($0)] }.first
    let type: Code = "\(scope.runtime("Migration"))._Conversion<\(valueType)>"
    let coercion: Code =
      former.map { " as @Sendable (\(scope.text($0))) throws -> \(valueType)" } ?? ""
    let signature = Signature(
      "(_ old: \(former.map { scope.plainText($0) } ?? "Old")) throws", result: plainType,
      note: former == nil ? ", where Old is the earlier type" : "")
    out.reported(
      """
      private static let \(constantName("Conversion")): \(type) = .init(\(reference.symbol.code)\(coercion))
      """, at: scope.place(of: reference.origin),
      remark: signature.remark(on: reference.symbol, in: scope))
  }

  /// The type without `?`, as one writes it far from here.
  private var plainWrappedType: String { scope.plainText(key.type) }

  /// The name of the alias for a type that the user's own is a part of, if it is.
  var ownTypeName: String? {
    guard key.type.holdsOwnType else { return nil }
    return namespace.freeName(SwiftName.capitalised(key.name) + "Value") {
      scope.freeName($0) != $0
    }
  }

  /// Writes the alias, which demands what the coding needs of the type.
  private func writeOwnType(to out: SourceText) {
    guard let name = ownTypeName else { return }
    let demand = scope.runtime((key.coding ?? .convertible).typeDemand)
    let isKey = key.type.parts.contains {
      if case .dictionary(key: .own, _) = $0 { true } else { false }
    }
    out.reported(
      "\(key.access.code)typealias \(.name(name)) = \(demand)<\(scope.text(key.type))>",
      at: scope.place(of: key.typeOrigin),
      remark: #"if another module has it, add that to "imports""#
        + (isKey ? "; the key of a dictionary needs a raw value" : ""))
  }
}

extension KeyModel {
  /// Whether the key names a function or a type of the user's.
  var namesSymbols: Bool {
    if case .call = defaultValue { return true }
    return type.holdsOwnType || willChange != nil || didChange != nil || migrate != nil
      || processing.contains { $0.function != nil }
  }
}

extension StepModel {
  /// The function of a step that calls one, and whether it sees the old value.
  fileprivate var function: (SymbolReference, seesOld: Bool)? {
    if case .call(let reference, let seesOld) = self { (reference, seesOld) } else { nil }
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

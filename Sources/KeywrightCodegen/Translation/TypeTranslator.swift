import KeywrightSchema

/// Turns a declared type into an enum or a struct.
struct TypeTranslator {
  let type: TypeModel
  let scope: Scope

  func declaration() -> SwiftDeclaration {
    let kind =
      switch type.kind {
      case .enumeration(let cases, let hasIntegers):
        type.keepsUnknown
          ? OpenEnumTranslator(type: type, cases: cases, hasIntegers: hasIntegers, scope: scope)
            .enumeration() : enumeration(cases, hasIntegers: hasIntegers)
      case .structure(let fields):
        StructTranslator(type: type, fields: fields, scope: scope).structure()
      }
    let file = scope.model.files[type.origin.file].name
    return SwiftDeclaration(
      kind, modifiers: type.access.modifiers,
      documentation: type.documentation.paragraphs
        + ["Declared in \(file), line \(type.origin.line)."])
  }

  private func enumeration(_ cases: [EnumCase], hasIntegers: Bool) -> SwiftDeclaration.Kind {
    let isPlain = cases.allSatisfy { $0.summary.isEmpty && $0.hasOwnRawValue == false }
    let members =
      isPlain
      ? [SwiftDeclaration(.cases(cases.map { SwiftCase(name: SwiftKeywords.quoted($0.name)) }))]
      : cases.map { item in
        let raw = item.hasOwnRawValue ? item.rawValue.expression(in: scope) : nil
        return SwiftDeclaration(
          .cases([SwiftCase(name: SwiftKeywords.quoted(item.name), rawValue: raw)]),
          documentation: item.summary.isEmpty ? [] : [item.summary])
      }
    return .type(
      .enum, name: type.swiftName,
      conformances: [
        scope.swift(hasIntegers ? "Int" : "String"), scope.swift("Codable"),
        // As keys in a struct's dictionaries, cases are names of members.
        scope.runtime("Convertible"), scope.swift("CodingKeyRepresentable"),
        scope.swift("CaseIterable"), scope.swift("Sendable"),
      ] + type.namedFormerly(in: scope),
      members + former(cases, hasIntegers: hasIntegers) + type.formerNames(in: scope))
  }

  /// The initialiser that knows the raw values of earlier versions too.
  private func former(_ cases: [EnumCase], hasIntegers: Bool) -> [SwiftDeclaration] {
    if type.formerCases.isEmpty { return [] }
    let rest = SwiftSwitchCase(patterns: [], statement: .return(.none))
    return [
      SwiftDeclaration(
        .function(
          SwiftFunction(
            head: "init?", parameters: ["rawValue: \(scope.swift(hasIntegers ? "Int" : "String"))"],
            statements: [.switch("rawValue", type.readings(of: cases, in: scope) + [rest])])),
        modifiers: type.access.modifiers,
        documentation: ["The case of a raw value, also of one that an earlier version stored."])
    ]
  }
}

extension TypeModel {
  /// The conformance of an enum whose cases had names that no raw value is.
  fileprivate func namedFormerly(in scope: Scope) -> [String] {
    formerCaseNames.isEmpty ? [] : [scope.runtime("_FormerlyNamed")]
  }

  /// The cases by those names.
  fileprivate func formerNames(in scope: Scope) -> [SwiftDeclaration] {
    if formerCaseNames.isEmpty { return [] }
    let pairs = formerCaseNames.map { name, present in
      (
        key: SwiftExpression.string(name),
        value: SwiftExpression.member(SwiftKeywords.quotedMember(present))
      )
    }
    let (string, type) = (scope.swift("String"), swiftName)
    return [
      SwiftDeclaration(
        .computed(
          "_formerNames", type: "\(scope.swift("KeyValuePairs"))<\(string), \(type)>",
          .dictionary(pairs)),
        modifiers: [access.modifiers, .static],
        documentation: ["The cases by names that they had in earlier versions."])
    ]
  }

  /// The parts of a switch that make each case of its raw values.
  fileprivate func readings(of cases: [EnumCase], in scope: Scope) -> [SwiftSwitchCase] {
    let formers = Dictionary(grouping: formerCases) { ExactString($0.name) }
    return cases.map { item in
      let raws = [item.rawValue] + (formers[ExactString(item.name)] ?? []).map(\.rawValue)
      return SwiftSwitchCase(
        patterns: raws.map { $0.expression(in: scope) },
        statement: .assignment("self", .member(SwiftKeywords.quotedMember(item.name))))
    }
  }
}

/// Turns an enum that keeps unknown raw values into Swift: its raw values are written out, since one
/// of its cases holds any other.
private struct OpenEnumTranslator {
  let type: TypeModel
  let cases: [EnumCase]
  let hasIntegers: Bool
  let scope: Scope

  private var rawType: String { scope.swift(hasIntegers ? "Int" : "String") }

  func enumeration() -> SwiftDeclaration.Kind {
    .type(
      .enum, name: type.swiftName,
      conformances: [
        scope.swift("RawRepresentable"), scope.swift("Codable"), scope.runtime("Convertible"),
        scope.swift("CodingKeyRepresentable"), scope.swift("CaseIterable"),
        scope.swift("Hashable"), scope.swift("Sendable"),
      ] + type.namedFormerly(in: scope),
      cases.map(declaration) + [unknown, allCases, reader, writer] + type.formerNames(in: scope))
  }

  private func declaration(_ item: EnumCase) -> SwiftDeclaration {
    SwiftDeclaration(
      .cases([SwiftCase(name: SwiftKeywords.quoted(item.name))]),
      documentation: item.summary.isEmpty ? ["Stored as \(item.rawValue.text)."] : [item.summary])
  }

  private var unknown: SwiftDeclaration {
    SwiftDeclaration(
      .cases([SwiftCase(name: "unknown(\(rawType))")]),
      documentation: ["A value that another version of the program stored: written back unchanged."]
    )
  }

  private var allCases: SwiftDeclaration {
    SwiftDeclaration(
      .computed(
        "allCases", type: "[\(type.swiftName)]",
        .array(cases.map { .member(SwiftKeywords.quotedMember($0.name)) })),
      modifiers: [type.access.modifiers, .static], documentation: ["The known cases."])
  }

  private var reader: SwiftDeclaration {
    let rest = SwiftSwitchCase(
      patterns: [], statement: .assignment("self", .member("unknown", .name("rawValue"))))
    return SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "init", parameters: ["rawValue: \(rawType)"],
          statements: [.switch("rawValue", type.readings(of: cases, in: scope) + [rest])])),
      modifiers: type.access.modifiers, documentation: ["The case of a raw value."])
  }

  private var writer: SwiftDeclaration {
    let known = cases.map {
      SwiftSwitchCase(
        patterns: [.member(SwiftKeywords.quotedMember($0.name))],
        statement: .return($0.rawValue.expression(in: scope)))
    }
    let rest = SwiftSwitchCase(
      patterns: [.memberCall("unknown", [SwiftArgument(nil, .name("let rawValue"))])],
      statement: .return(.name("rawValue")))
    return SwiftDeclaration(
      .getter("rawValue", type: rawType, [.switch("self", known + [rest])]),
      modifiers: type.access.modifiers, documentation: ["The stored value."])
  }
}

extension EnumCase {
  /// Whether what is stored is not simply the name.
  fileprivate var hasOwnRawValue: Bool {
    if case .string(let text) = rawValue { ExactString(text) != ExactString(name) } else { true }
  }
}

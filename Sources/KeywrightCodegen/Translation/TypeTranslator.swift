import KeywrightSchema

/// Turns a declared type into an enum or a struct.
struct TypeTranslator {
  let type: TypeModel
  let scope: Scope

  /// The declaration.
  func declaration() -> SwiftDeclaration {
    let kind =
      switch type.kind {
      case .enumeration(let cases, let hasIntegers):
        enumeration(cases, hasIntegers: hasIntegers)
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
      ], members)
  }
}

extension EnumCase {
  /// Whether what is stored is not simply the name.
  fileprivate var hasOwnRawValue: Bool {
    if case .string(let text) = rawValue { ExactString(text) != ExactString(name) } else { true }
  }
}

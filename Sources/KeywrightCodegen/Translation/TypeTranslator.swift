import KeywrightSchema

/// Turns a declared type into an enum or a struct.
struct TypeTranslator {
  let type: TypeModel
  let scope: Scope

  /// The declaration.
  func declaration() -> SwiftDeclaration {
    var declaration =
      switch type.kind {
      case .enumeration(let cases, let hasIntegers):
        enumeration(cases, hasIntegers: hasIntegers)
      case .structure(let fields):
        StructTranslator(type: type, fields: fields, scope: scope).declaration()
      }
    declaration.modifiers = type.access.modifiers
    declaration.documentation =
      type.documentation.paragraphs
      + ["Declared in \(scope.model.files[type.origin.file].name), line \(type.origin.line)."]
    return declaration
  }

  private func enumeration(_ cases: [EnumCase], hasIntegers: Bool) -> SwiftDeclaration {
    let isPlain = cases.allSatisfy { $0.summary.isEmpty && $0.hasOwnRawValue == false }
    let members =
      isPlain
      ? [SwiftDeclaration(.cases(cases.map { SwiftCase(name: SwiftKeywords.quoted($0.name)) }))]
      : cases.map { item in
        let raw = item.hasOwnRawValue ? item.rawValue.expression(in: scope) : nil
        var declaration = SwiftDeclaration(
          .cases([SwiftCase(name: SwiftKeywords.quoted(item.name), rawValue: raw)]))
        if !item.summary.isEmpty { declaration.documentation = [item.summary] }
        return declaration
      }
    return SwiftDeclaration(
      .type(
        .enum, name: type.swiftName,
        conformances: [
          scope.swift(hasIntegers ? "Int" : "String"), scope.swift("Codable"),
          // As keys in a struct's dictionaries, cases are names of members.
          scope.runtime("Convertible"), scope.swift("CodingKeyRepresentable"),
          scope.swift("CaseIterable"), scope.swift("Sendable"),
        ], members))
  }
}

extension EnumCase {
  /// Whether what is stored is not simply the name.
  fileprivate var hasOwnRawValue: Bool {
    if case .string(let text) = rawValue { ExactString(text) != ExactString(name) } else { true }
  }
}

import KeywrightSchema

/// Turns a declared type into an enum or a struct.
struct TypeTranslator {
  let type: TypeModel
  let scope: Scope

  /// The declaration.
  func declaration() -> SwiftDeclaration {
    var declaration =
      switch type.kind {
      case .enumeration(let cases): enumeration(cases)
      case .structure(let fields): structure(fields)
      }
    declaration.modifiers = type.access.modifiers
    declaration.documentation =
      type.documentation.paragraphs
      + ["Declared in \(scope.model.files[type.origin.file].name), line \(type.origin.line)."]
    return declaration
  }

  private var names: NameTable { scope.names }

  private func enumeration(_ cases: [EnumCase]) -> SwiftDeclaration {
    let list = cases.map { item in
      SwiftCase(
        name: SwiftKeywords.quoted(item.name),
        rawValue: item.rawValue == item.name ? nil : .string(item.rawValue))
    }
    return SwiftDeclaration(
      .type(
        .enum, name: type.swiftName,
        conformances: [
          names.swift("String"), names.runtime("Convertible"), names.swift("CaseIterable"),
          names.swift("Sendable"),
        ], [SwiftDeclaration(.cases(list))]))
  }

  /// A parameter, and inside the initialiser, a name: one called `self` would hide the value.
  private func localName(_ name: String) -> String {
    name == "self" ? "self_" : SwiftKeywords.quoted(name)
  }

  private func parameter(_ name: String) -> String {
    if name == "self" { return "self self_" }
    return ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  private func structure(_ fields: [StructField]) -> SwiftDeclaration {
    let inner = scope.inside(type.path)
    let modifiers = type.access.modifiers
    let variables = fields.map { field in
      var variable = SwiftDeclaration(
        .stored(
          SwiftKeywords.quoted(field.name),
          type: inner.text(field.type, isOptional: field.isOptional), nil),
        modifiers: modifiers)
      variable.documentation = ["Stored as `\(field.name)`."]
      return variable
    }
    let parameters = fields.map { field in
      parameter(field.name) + ": "
        + inner.text(field.type, isOptional: field.isOptional) + (field.isOptional ? " = nil" : "")
    }
    let statements = fields.map { field in
      SwiftStatement.assignment(
        "self." + SwiftKeywords.quotedMember(field.name), .name(localName(field.name)))
    }
    var initialiser = SwiftDeclaration(
      .function(SwiftFunction(head: "init", parameters: parameters, statements: statements)),
      modifiers: modifiers)
    initialiser.documentation = ["Creates a value from its fields."]
    return SwiftDeclaration(
      .type(
        .struct, name: type.swiftName,
        conformances: [
          names.swift("Codable"), names.runtime("Convertible"), names.swift("Sendable"),
          names.swift("Equatable"),
        ], variables + [initialiser]))
  }
}

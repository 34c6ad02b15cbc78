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
      case .structure(let fields): structure(fields)
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
          scope.runtime("Convertible"), scope.swift("CaseIterable"), scope.swift("Sendable"),
        ], members))
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
      variable.documentation =
        field.summary.isEmpty ? ["Stored as `\(field.name)`."] : [field.summary]
      return variable
    }
    var members = variables + [memberwise(fields, in: inner)]
    if fields.contains(where: { $0.defaultValue != nil }) {
      members.append(decoder(fields, in: inner))
    }
    return SwiftDeclaration(
      .type(
        .struct, name: type.swiftName,
        conformances: [
          scope.swift("Codable"), scope.runtime("Convertible"), scope.swift("Sendable"),
          scope.swift("Equatable"),
        ], members))
  }

  private func memberwise(_ fields: [StructField], in inner: Scope) -> SwiftDeclaration {
    let parameters = fields.map { field in
      // A parameter called `self` would hide the value itself.
      let name = field.name == "self" ? "self self_" : SwiftKeywords.quotedParameter(field.name)
      let value =
        field.isOptional ? SwiftExpression.none : field.defaultValue?.expression(in: inner)
      return name + ": " + inner.text(field.type, isOptional: field.isOptional)
        + (value.map { " = " + SwiftPrinter().flat($0) } ?? "")
    }
    let statements = fields.map { field in
      let local = field.name == "self" ? "self_" : SwiftKeywords.quoted(field.name)
      return SwiftStatement.assignment(
        "self." + SwiftKeywords.quotedMember(field.name), .name(local))
    }
    var initialiser = SwiftDeclaration(
      .function(SwiftFunction(head: "init", parameters: parameters, statements: statements)),
      modifiers: type.access.modifiers)
    initialiser.documentation = ["Creates a value from its fields."]
    return initialiser
  }

  /// The initialiser that reads stored values: a field that is missing has its default.
  private func decoder(_ fields: [StructField], in inner: Scope) -> SwiftDeclaration {
    let container = SwiftStatement.constant(
      "container",
      .attempt(
        .method(
          .name("decoder"), "container", [SwiftArgument("keyedBy", .name("CodingKeys.self"))])))
    let statements = fields.map { field in
      let isMissable = field.isOptional || field.defaultValue != nil
      let read = SwiftExpression.method(
        .name("container"), isMissable ? "decodeIfPresent" : "decode",
        [
          SwiftArgument(nil, .name(inner.text(field.type) + ".self")),
          SwiftArgument("forKey", .member(SwiftKeywords.quotedMember(field.name))),
        ])
      let value = field.defaultValue.map {
        SwiftExpression.coalescing(read, $0.expression(in: inner))
      }
      return SwiftStatement.assignment(
        "self." + SwiftKeywords.quotedMember(field.name), .attempt(value ?? read))
    }
    var initialiser = SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "init", parameters: ["from decoder: any \(inner.swift("Decoder"))"],
          suffix: "throws", statements: [container] + statements)),
      modifiers: type.access.modifiers)
    initialiser.documentation = ["Reads a stored value; a field that is missing has its default."]
    return initialiser
  }
}

extension EnumCase {
  /// Whether what is stored is not simply the name.
  fileprivate var hasOwnRawValue: Bool { rawValue != .string(name) }
}

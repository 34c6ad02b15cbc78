import KeywrightSchema

/// Turns a declared struct into Swift: its fields, and how they are stored.
///
/// `Codable` is written out, because the compiler's own would drop the members that it does not
/// know, and fail where a field with a default is missing.
struct StructTranslator {
  let type: TypeModel
  let fields: [StructField]
  /// The scope around the struct.
  let scope: Scope

  private var inner: Scope { scope.inside(type.path) }
  private var modifiers: SwiftModifiers { type.access.modifiers }

  /// The declaration, without what all types have.
  func structure() -> SwiftDeclaration.Kind {
    .type(
      .struct, name: type.swiftName,
      conformances: [
        scope.swift("Codable"), scope.runtime("Convertible"), scope.swift("Sendable"),
        scope.swift("Equatable"),
      ],
      fields.map(variable) + [unknownMembers, memberwise, decoder, encoder] + exactness + [
        codingKeys
      ])
  }

  private func variable(_ field: StructField) -> SwiftDeclaration {
    SwiftDeclaration(
      .stored(
        SwiftKeywords.quoted(field.name),
        type: inner.text(field.type, isOptional: field.isOptional)),
      modifiers: modifiers,
      documentation: [field.summary.isEmpty ? "Stored as `\(field.storedName)`." : field.summary])
  }

  private var unknownName: String {
    var name = "unknownMembers"
    while fields.contains(where: { $0.name == name }) { name += "_" }
    return name
  }

  private var unknownMembers: SwiftDeclaration {
    SwiftDeclaration(
      .variable(unknownName, .call(inner.runtime("UnknownMembers"), [])),
      modifiers: .private,
      comment: "Members that only other versions of the program know: written back unchanged.")
  }

  private var memberwise: SwiftDeclaration {
    let parameters = fields.map { field in
      // A parameter called `self` would hide the value itself.
      let name = field.name == "self" ? "self self_" : SwiftKeywords.quotedParameter(field.name)
      let value =
        field.isOptional ? SwiftExpression.none : field.defaultValue?.expression(in: inner)
      return name + ": " + inner.text(field.type, isOptional: field.isOptional)
        + (value.map { " = " + SwiftPrinter.flat($0) } ?? "")
    }
    let statements = fields.map { field in
      let local = field.name == "self" ? "self_" : SwiftKeywords.quoted(field.name)
      return SwiftStatement.assignment(place(of: field), .name(local))
    }
    return function(
      SwiftFunction(head: "init", parameters: parameters, statements: statements),
      "Creates a value from its fields.")
  }

  /// The initialiser that reads stored values.
  private var decoder: SwiftDeclaration {
    let statements = fields.map { field in
      SwiftStatement.assignment(place(of: field), .attempt(read(field)))
    }
    let rest = SwiftStatement.assignment(
      "self.\(unknownName)",
      .attempt(
        .call(
          inner.runtime("UnknownMembers"),
          [
            SwiftArgument("from", .name("decoder")),
            SwiftArgument("besides", .name("CodingKeys.self")),
          ])))
    return function(
      SwiftFunction(
        head: "init", parameters: ["from decoder: any \(inner.swift("Decoder"))"],
        suffix: "throws",
        statements: [.constant("container", .attempt(container(of: "decoder")))] + statements
          + [rest]),
      fields.contains { $0.defaultValue != nil }
        ? "Reads a stored value; a field that is missing has its default." : "Reads a stored value."
    )
  }

  /// Reads a field under its name, else under those of earlier versions, else its default.
  private func read(_ field: StructField) -> SwiftExpression {
    let isMissable = field.isOptional || field.defaultValue != nil
    let names = [field.name] + field.formerNames
    var parts = names.enumerated().map { index, name in
      SwiftExpression.method(
        .name("container"),
        isMissable || index < names.count - 1 ? "decodeIfPresent" : "decode",
        [
          SwiftArgument(nil, .name(inner.text(field.type) + ".self")),
          SwiftArgument("forKey", .member(SwiftKeywords.quotedMember(name))),
        ])
    }
    if let value = field.defaultValue { parts.append(value.expression(in: inner)) }
    let last = parts.removeLast()
    return parts.reversed().reduce(last) { .coalescing($1, $0) }
  }

  private var encoder: SwiftDeclaration {
    let statements = fields.map { field in
      SwiftStatement.expression(
        .attempt(
          .method(
            .name("container"), field.isOptional ? "encodeIfPresent" : "encode",
            [SwiftArgument(nil, .name(value(of: field))), key(of: field)])))
    }
    let rest = SwiftStatement.expression(
      .attempt(.method(.name(unknownName), "encode", [SwiftArgument("to", .name("encoder"))])))
    return function(
      SwiftFunction(
        head: "func encode", parameters: ["to encoder: any \(inner.swift("Encoder"))"],
        suffix: "throws",
        statements: [.variable("container", container(of: "encoder"))] + statements + [rest]),
      "Gives the value to be stored.")
  }

  /// The member that spares a store from reading back each value that it wrote.
  private var exactness: [SwiftDeclaration] {
    guard scope.target.exactTypes.contains(fields) else { return [] }
    return [
      SwiftDeclaration(
        .computed("isExact", type: inner.swift("Bool"), .bool(true)),
        modifiers: [modifiers, .static],
        documentation: ["A value that is stored and read back is identical to the original."])
    ]
  }

  private var codingKeys: SwiftDeclaration {
    let cases = fields.flatMap { [$0.name] + $0.formerNames }
      .map { SwiftCase(name: SwiftKeywords.quoted($0)) }
    return SwiftDeclaration(
      .type(
        .enum, name: "CodingKeys", conformances: [inner.swift("CodingKey")],
        [SwiftDeclaration(.cases(cases))]),
      modifiers: .private)
  }

  private func function(_ function: SwiftFunction, _ summary: String) -> SwiftDeclaration {
    SwiftDeclaration(.function(function), modifiers: modifiers, documentation: [summary])
  }

  private func container(of coder: String) -> SwiftExpression {
    .method(.name(coder), "container", [SwiftArgument("keyedBy", .name("CodingKeys.self"))])
  }

  private func key(of field: StructField) -> SwiftArgument {
    SwiftArgument("forKey", .member(SwiftKeywords.quotedMember(field.storedName)))
  }

  private func place(of field: StructField) -> String {
    "self." + SwiftKeywords.quotedMember(field.name)
  }

  /// The field where its value is read: with `self` if the plain name means something else there.
  private func value(of field: StructField) -> String {
    let isTaken = ["container", "encoder"].contains(field.name)
    return isTaken || SwiftKeywords.all.contains(field.name) ? place(of: field) : field.name
  }
}

import KeywrightSchema

/// Turns a declared struct into Swift: its fields, and how they are stored.
///
/// `Codable` is written out, because the compiler's own would drop the members that it does not
/// know, and fail where a field with a default is missing.
struct StructTranslator {
  let type: TypeModel
  let fields: [StructField]
  /// The scope inside the struct.
  let scope: Scope
  let out: SourceText

  private var access: Code { type.access.code }

  func write() {
    for field in fields {
      out.member(
        "\(access)var \(.name(field.name)): \(scope.text(field.type, isOptional: field.isOptional))",
        documentation: [field.summary.isEmpty ? "Stored as `\(field.storedName)`." : field.summary])
    }
    out.member(
      "private var \(unknownName) = \(scope.runtime("UnknownMembers"))()",
      comment: "Members that only other versions of the program know: written back unchanged.")
    writeMemberwise()
    writeDecoder()
    writeEncoder()
    // Spares a store from reading back each value that it wrote.
    if scope.target.exactTypes.contains(fields) {
      out.member(
        "\(access)static var isExact: \(scope.swift("Bool"))",
        documentation: ["A value that is stored and read back is identical to the original."]
      ) { out.line("true") }
    }
    out.member("private enum CodingKeys: \(scope.swift("CodingKey"))") {
      out.line("case \(.row(fields.flatMap { [$0.name] + $0.formerNames }.map(Code.name)))")
    }
  }

  private var unknownName: Code {
    Code(
      verbatim: NameTable.freeName("unknownMembers") { name in
        fields.contains { $0.name == name }
      })
  }

  private func writeMemberwise() {
    let parameters = fields.map { field in
      let value = field.isOptional ? "nil" : field.defaultValue?.code(in: scope)
      let type = scope.text(field.type, isOptional: field.isOptional)
      return "\(.parameter(field.name)): \(type)\(value.map { " = \($0)" } ?? "")" as Code
    }
    out.member(
      "\(access)init\(.arguments(parameters))",
      documentation: ["Creates a value from its fields."]
    ) {
      for field in fields { out.line("\(place(of: field)) = \(.argument(field.name))") }
    }
  }

  /// Writes the initialiser that reads stored values.
  private func writeDecoder() {
    let hasDefaults = fields.contains { $0.defaultValue != nil }
    out.member(
      "\(access)init(from decoder: any \(scope.swift("Decoder"))) throws",
      documentation: [
        hasDefaults
          ? "Reads a stored value; a field that is missing has its default."
          : "Reads a stored value."
      ]
    ) {
      out.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
      for field in fields { out.line("\(place(of: field)) = try \(reading(of: field))") }
      out.line(
        """
        self.\(unknownName) = try \(scope.runtime("UnknownMembers"))\
        \(.arguments(["from: decoder", "besides: CodingKeys.self"]))
        """)
    }
  }

  /// Reads a field under its name, else under those of earlier versions, else its default.
  private func reading(of field: StructField) -> Code {
    let isMissable = field.isOptional || field.defaultValue != nil
    let names = [field.name] + field.formerNames
    let readings = names.enumerated().map { index, name in
      let function: Code = isMissable || index < names.count - 1 ? "decodeIfPresent" : "decode"
      let arguments: [Code] = ["\(scope.text(field.type)).self", "forKey: .\(.member(name))"]
      return "container.\(function)\(.arguments(arguments))" as Code
    }
    let value = field.defaultValue.map { [$0.code(in: scope)] } ?? []
    return .row(readings + value, mark: " ??")
  }

  private func writeEncoder() {
    out.member(
      "\(access)func encode(to encoder: any \(scope.swift("Encoder"))) throws",
      documentation: ["Gives the value to be stored."]
    ) {
      out.line("var container = encoder.container(keyedBy: CodingKeys.self)")
      for field in fields {
        let function: Code = field.isOptional ? "encodeIfPresent" : "encode"
        let key: Code = "forKey: .\(.member(field.storedName))"
        out.line("try container.\(function)\(.arguments([value(of: field), key]))")
      }
      out.line("try \(unknownName).encode(to: encoder)")
    }
  }

  private func place(of field: StructField) -> Code { "self.\(.member(field.name))" }

  /// The field where its value is read: with `self` if the plain name means something else there.
  private func value(of field: StructField) -> Code {
    let isTaken = ["container", "encoder"].contains(field.name)
    return isTaken || SwiftKeywords.all.contains(field.name)
      ? place(of: field) : Code(verbatim: field.name)
  }
}

import KeywrightSchema

/// Turns a declared type into an enum or a struct.
struct TypeTranslator {
  let type: TypeModel
  let scope: Scope
  let out: SourceText

  private var access: Code { type.access.code }

  func write() {
    let documentation =
      type.documentation.paragraphs
      + ["Declared in \(scope.model.files[type.origin.file].name), line \(type.origin.line)."]
    switch type.kind {
    case .enumeration(let cases, let hasIntegers):
      let rawType = scope.swift(hasIntegers ? "Int" : "String")
      let former = type.formerCaseNames.isEmpty ? [] : [scope.runtime("_FormerlyNamed")]
      // An enum that keeps unknown raw values writes all of them out, since one of its cases holds any other.
      // As keys in a struct's dictionaries, cases are names of members.
      let conformances =
        [type.keepsUnknown ? scope.swift("RawRepresentable") : rawType, scope.swift("Codable")]
        + [scope.runtime("Convertible"), scope.swift("CodingKeyRepresentable")]
        + [scope.swift("CaseIterable")] + (type.keepsUnknown ? [scope.swift("Hashable")] : [])
        + [scope.swift("Sendable")] + former
      out.member(
        "\(access)enum \(Code(verbatim: type.swiftName)): \(.row(conformances))",
        documentation: documentation
      ) {
        if type.keepsUnknown { writeOpen(cases, rawType) } else { writeClosed(cases, rawType) }
        writeFormerNames()
      }
    case .structure(let fields):
      let conformances = [
        scope.swift("Codable"), scope.runtime("Convertible"), scope.swift("Sendable"),
        scope.swift("Equatable"),
      ]
      out.member(
        "\(access)struct \(Code(verbatim: type.swiftName)): \(.row(conformances))",
        documentation: documentation
      ) {
        StructTranslator(
          type: type, fields: fields, scope: scope.inside(type.path), out: out
        ).write()
      }
    }
  }

  // MARK: Enums

  private func writeClosed(_ cases: [EnumCase], _ rawType: Code) {
    if cases.allSatisfy({ $0.summary.isEmpty && !$0.hasOwnRawValue }) {
      out.line("case \(.row(cases.map { .name($0.name) }))")
    } else {
      for item in cases {
        let raw: Code = item.hasOwnRawValue ? " = \(item.rawValue.code(in: scope))" : ""
        out.member(
          "case \(.name(item.name))\(raw)",
          documentation: item.summary.isEmpty ? [] : [item.summary])
      }
    }
    if type.formerCases.isEmpty { return }
    out.member(
      "\(access)init?(rawValue: \(rawType))",
      documentation: ["The case of a raw value, also of one that an earlier version stored."]
    ) { writeReading(of: cases, otherwise: "return nil") }
  }

  private func writeOpen(_ cases: [EnumCase], _ rawType: Code) {
    for item in cases {
      out.member(
        "case \(.name(item.name))",
        documentation: [
          item.summary.isEmpty ? "Stored as \(item.rawValue.text)." : item.summary
        ])
    }
    out.member(
      "case unknown(\(rawType))",
      documentation: ["A value that another version of the program stored: written back unchanged."]
    )
    out.member(
      "\(access)static var allCases: [\(Code(verbatim: type.swiftName))]",
      documentation: ["The known cases."]
    ) { out.line(.array(cases.map { ".\(.member($0.name))" })) }
    out.member("\(access)init(rawValue: \(rawType))", documentation: ["The case of a raw value."]) {
      writeReading(of: cases, otherwise: "self = .unknown(rawValue)")
    }
    out.member("\(access)var rawValue: \(rawType)", documentation: ["The stored value."]) {
      writeSwitch("self") {
        for item in cases {
          write("case .\(.member(item.name))", "return \(item.rawValue.code(in: scope))")
        }
        write("case .unknown(let rawValue)", "return rawValue")
      }
    }
  }

  /// Writes a switch that makes each case of its raw values.
  private func writeReading(of cases: [EnumCase], otherwise: Code) {
    let formers = Dictionary(grouping: type.formerCases) { ExactString($0.name) }
    writeSwitch("rawValue") {
      for item in cases {
        let raws = [item.rawValue] + (formers[ExactString(item.name)] ?? []).map(\.rawValue)
        write(
          "case \(.row(raws.map { $0.code(in: scope) }))", "self = .\(.member(item.name))")
      }
      write("default", otherwise)
    }
  }

  private func writeSwitch(_ subject: Code, _ cases: () -> Void) {
    out.line("switch \(subject) {")
    cases()
    out.line("}")
  }

  private func write(_ pattern: Code, _ statement: Code) {
    out.line("\(pattern):")
    out.indented { out.line(statement) }
  }

  /// Writes the cases by names that no raw value is.
  private func writeFormerNames() {
    if type.formerCaseNames.isEmpty { return }
    let pairs = type.formerCaseNames.map { name, present in
      (key: "\(string: name)" as Code, value: ".\(.member(present))" as Code)
    }
    let types: Code = "\(scope.swift("String")), \(Code(verbatim: type.swiftName))"
    out.member(
      "\(access)static var _formerNames: \(scope.swift("KeyValuePairs"))<\(types)>",
      documentation: ["The cases by names that they had in earlier versions."]
    ) { out.line(.dictionary(pairs)) }
  }
}

extension EnumCase {
  /// Whether what is stored is not simply the name.
  fileprivate var hasOwnRawValue: Bool {
    if case .string(let text) = rawValue { ExactString(text) != ExactString(name) } else { true }
  }
}

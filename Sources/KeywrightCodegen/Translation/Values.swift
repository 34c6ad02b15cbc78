import KeywrightSchema

extension Literal {
  /// Whether the value can be written as plain code that costs nothing to evaluate.
  ///
  /// Everything else is made once, from its stored form, behind the key's descriptor.
  var isPlain: Bool {
    switch self {
    case .bool, .integer, .double, .float, .string, .enumCase, .emptyPairs, .none: true
    case .list(let values), .set(let values): values.isEmpty
    case .entries(let entries): entries.isEmpty
    case .structure(_, let fields): fields.allSatisfy { $0.value.isPlain }
    case .date, .data, .spelled, .duration: false
    }
  }

  /// Whether the value names nothing that is declared by generated code.
  var isBuiltIn: Bool {
    switch self {
    case .enumCase, .structure: false
    default: isPlain
    }
  }

  /// The value as plain code.
  func code(in scope: Scope) -> Code {
    switch self {
    case .bool(let value): Code(value)
    case .integer(let value): Code(value)
    case .double(let value): Self.number(value).map(Code.init) ?? Code(value)
    case .float(let value): Self.number(Double(value)).map(Code.init) ?? Code(value)
    case .string(let text): "\(string: text)"
    // For an optional, `.none` and `.some` are those of `Optional`.
    case .enumCase(let id, let name) where ["none", "some"].contains(name):
      "\(scope.reference(to: scope.model.type(id).path)).\(.name(name))"
    case .enumCase(_, let name): ".\(.member(name))"
    case .list(let values), .set(let values): .array(values.map { $0.code(in: scope) })
    case .emptyPairs: "[:]"
    case .entries(let entries):
      .dictionary(entries.map { ($0.key.code(in: scope), $0.value.code(in: scope)) })
    case .structure(let id, let fields):
      """
      \(scope.reference(to: scope.model.type(id).path))\(.arguments(
        fields.map { "\(.label($0.field)): \($0.value.code(in: scope))" }))
      """
    default: "nil"
    }
  }

  /// A whole number as people write it: without a fraction.
  private static func number(_ value: Double) -> Int64? {
    guard let whole = Int64(exactly: value), whole.magnitude < 0x20_0000_0000_0000,
      value.sign == .plus || value != 0
    else { return nil }
    return whole
  }

  /// The value's stored form, as a literal of the runtime's `StoredValue`.
  func storedCode(in model: TargetModel) -> Code {
    switch self {
    case .bool(let value): Code(value)
    case .integer(let value): value.fits(.int64) ? Code(value) : ".unsigned(\(Code(value)))"
    case .double(let value): Code(value)
    case .float(let value): Code(Double(value))
    case .string(let text), .spelled(_, let text): "\(string: text)"
    case .date(let seconds, _):
      ".date(secondsSince2001: \(Self.number(seconds).map(Code.init) ?? Code(seconds)))"
    case .data(let bytes): ".data(\(.array(bytes.map { "\(Int($0))" })))"
    case .duration(let seconds, let attoseconds):
      .array([Code(seconds), Code(attoseconds)])
    case .list(let values), .set(let values): .array(values.map { $0.storedCode(in: model) })
    case .emptyPairs: "[]"
    case .entries(let entries):
      .dictionary(
        entries.map {
          ("\(string: $0.key.memberName(in: model))", $0.value.storedCode(in: model))
        })
    case .enumCase(let id, let name): model.rawValue(of: name, in: id)
    case .structure(_, let fields):
      .dictionary(fields.map { ("\(string: $0.field)", $0.value.storedCode(in: model)) })
    case .none: "nil"
    }
  }

  /// The value as the name of a member of a stored dictionary.
  private func memberName(in model: TargetModel) -> String {
    switch self {
    case .string(let text): return text
    case .integer(let value): return String(value)
    case .enumCase(let id, let name):
      return model.type(id).enumCase(named: name)?.rawValue.memberName(in: model) ?? name
    default: return text
    }
  }
}

extension Code {
  init(_ value: some BinaryInteger) { self.init(verbatim: String(value)) }
  init(_ value: Bool) { self.init(verbatim: value ? "true" : "false") }
  /// A finite number.
  init(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
    self.init(verbatim: value.description)
  }
}

extension TargetModel {
  /// The stored value of a case.
  fileprivate func rawValue(of name: String, in id: TypeID) -> Code {
    type(id).enumCase(named: name)?.rawValue.storedCode(in: self) ?? "\(string: name)"
  }
}

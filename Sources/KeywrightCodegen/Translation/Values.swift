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
  func expression(in scope: Scope) -> SwiftExpression {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): Self.number(value).map { .integer($0) } ?? .real(value)
    case .float(let value): Self.number(Double(value)).map { .integer($0) } ?? .float(value)
    case .string(let text): .string(text)
    // For an optional, `.none` and `.some` are those of `Optional`.
    case .enumCase(let id, let name) where ["none", "some"].contains(name):
      .name(scope.reference(to: scope.model.type(id).path) + "." + name)
    case .enumCase(_, let name): .member(SwiftKeywords.quotedMember(name))
    case .list(let values), .set(let values): .array(values.map { $0.expression(in: scope) })
    case .emptyPairs: .dictionary([])
    case .entries(let entries):
      .dictionary(
        entries.map { ($0.key.expression(in: scope), $0.value.expression(in: scope)) })
    case .structure(let id, let fields):
      .call(
        scope.reference(to: scope.model.type(id).path),
        fields.map {
          SwiftArgument(SwiftKeywords.quotedLabel($0.field), $0.value.expression(in: scope))
        })
    default: .none
    }
  }

  /// A whole number as people write it: without a fraction.
  private static func number(_ value: Double) -> IntegerLiteral? {
    guard let whole = Int64(exactly: value), whole.magnitude < 0x20_0000_0000_0000,
      value.sign == .plus || value != 0
    else { return nil }
    return IntegerLiteral(spelling: String(whole))
  }

  /// The value's stored form, as a literal of the runtime's `StoredValue`.
  func storedExpression(in model: TargetModel) -> SwiftExpression {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value):
      value.fits(.int64) ? .integer(value) : .member("unsigned", .integer(value))
    case .double(let value): .real(value)
    case .float(let value): .real(Double(value))
    case .string(let text), .spelled(_, let text): .string(text)
    case .date(let seconds, _):
      .memberCall(
        "date",
        [
          SwiftArgument(
            "secondsSince2001", Self.number(seconds).map { .integer($0) } ?? .real(seconds))
        ])
    case .data(let bytes):
      .member("data", .array(bytes.map { .integer(IntegerLiteral($0)) }))
    case .duration(let seconds, let attoseconds):
      .array([.integer(IntegerLiteral(seconds)), .integer(IntegerLiteral(attoseconds))])
    case .list(let values), .set(let values):
      .array(values.map { $0.storedExpression(in: model) })
    case .emptyPairs: .array([])
    case .entries(let entries):
      .dictionary(
        entries.map {
          (.string($0.key.memberName(in: model)), $0.value.storedExpression(in: model))
        })
    case .enumCase(let id, let name): model.rawValue(of: name, in: id)
    case .structure(_, let fields):
      .dictionary(
        fields.map { (.string($0.field), $0.value.storedExpression(in: model)) })
    case .none: .none
    }
  }

  /// The value as the name of a member of a stored dictionary.
  private func memberName(in model: TargetModel) -> String {
    switch self {
    case .string(let text): return text
    case .integer(let value): return value.spelling
    case .enumCase(let id, let name):
      return model.type(id).enumCase(named: name)?.rawValue.memberName(in: model) ?? name
    default: return text
    }
  }
}

extension IntegerLiteral {
  init(_ value: Int64) { self.init(isNegative: value < 0, magnitude: value.magnitude) }
  init(_ value: Int) { self.init(Int64(value)) }
  init(_ byte: UInt8) { self.init(Int64(byte)) }
}

extension TargetModel {
  /// The stored value of a case.
  fileprivate func rawValue(of name: String, in id: TypeID) -> SwiftExpression {
    type(id).enumCase(named: name)?.rawValue.storedExpression(in: self) ?? .string(name)
  }
}

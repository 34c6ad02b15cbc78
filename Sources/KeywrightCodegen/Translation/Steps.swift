import KeywrightSchema

extension StepModel {
  /// The step as a value of the runtime.
  ///
  /// - Parameter function: the constant that holds the function of a `call`.
  func expression(in scope: Scope, function: String) -> SwiftExpression {
    switch self {
    case .trim: .member("trim")
    case .lowercase: .member("lowercase")
    case .uppercase: .member("uppercase")
    case .removeDuplicates: .memberCall("removeDuplicates", [])
    case .sort: .memberCall("sort", [])
    case .clamp(let bounds): .member("clamp", bounds.expression(in: scope))
    case .limit(let count): .member("limit", .integer(IntegerLiteral(count)))
    case .call(let reference):
      .memberCall(
        "call",
        [
          SwiftArgument(nil, .string(reference.symbol.text)),
          SwiftArgument(nil, .name(function)),
        ])
    case .callWithOld(let reference):
      .memberCall(
        "call",
        [
          SwiftArgument(nil, .string(reference.symbol.text)),
          SwiftArgument("withOld", .name(function)),
        ])
    }
  }
}

extension ConstraintModel {
  /// The constraint as a value of the runtime.
  func expression(of type: ValueType, in scope: Scope) -> SwiftExpression {
    switch self {
    case .range(let bounds): .member("range", bounds.expression(in: scope))
    case .minLength(let count): .member("minLength", .integer(IntegerLiteral(count)))
    case .maxLength(let count): .member("maxLength", .integer(IntegerLiteral(count)))
    case .pattern(let pattern): .member("pattern", .string(pattern))
    case .maxCount(let count): .member("maxCount", .integer(IntegerLiteral(count)))
    case .unique: .memberCall("unique", [])
    case .allowed(let values) where values.allSatisfy(\.isSpelledOut):
      .member("allowed", .array(values.map { $0.expression(in: scope) }))
    case .allowed(let values):
      // A value without a plain literal is read from its stored form, as a default is.
      .member(
        "allowed",
        .method(
          .array(values.map { $0.storedExpression(in: scope.model) }), "compactMap",
          [SwiftArgument(nil, .name(scope.text(type) + ".value(from:)"))]))
    }
  }
}

extension Bounds {
  func expression(in scope: Scope) -> SwiftExpression {
    .range(lower?.expression(in: scope), upper?.expression(in: scope))
  }
}

extension Symbol {
  /// The symbol as it is written in code.
  var code: String {
    components.enumerated().map { index, part in
      if index == 0 { return SwiftKeywords.quoted(part) }
      return part == "init" ? part : SwiftKeywords.quotedMember(part)
    }.joined(separator: ".")
  }
}

import KeywrightSchema

extension StepModel {
  /// The step as a value of the runtime.
  func expression(in scope: Scope) -> SwiftExpression {
    switch self {
    case .trim: .member("trim")
    case .lowercase: .member("lowercase")
    case .uppercase: .member("uppercase")
    case .removeDuplicates: .call(.member("removeDuplicates"), [])
    case .sort: .call(.member("sort"), [])
    case .clamp(let bounds):
      .call(.member("clamp"), [SwiftArgument(nil, bounds.expression(in: scope))])
    case .limit(let count):
      .call(.member("limit"), [SwiftArgument(nil, .integer(IntegerLiteral(count)))])
    case .call(let symbol):
      .call(
        .member("call"),
        [SwiftArgument(nil, .string(symbol.text)), SwiftArgument(nil, .name(symbol.code))])
    }
  }
}

extension ConstraintModel {
  /// The constraint as a value of the runtime.
  func expression(of type: ValueType, in scope: Scope) -> SwiftExpression {
    switch self {
    case .range(let bounds):
      call("range", bounds.expression(in: scope))
    case .minLength(let count): call("minLength", .integer(IntegerLiteral(count)))
    case .maxLength(let count): call("maxLength", .integer(IntegerLiteral(count)))
    case .pattern(let pattern): call("pattern", .string(pattern))
    case .maxCount(let count): call("maxCount", .integer(IntegerLiteral(count)))
    case .unique: .call(.member("unique"), [])
    case .allowed(let values) where values.allSatisfy(\.isSpelledOut):
      call("allowed", .array(values.map { $0.expression(in: scope) }))
    case .allowed(let values):
      // What has no plain literal is read from its stored form, as a default is.
      call(
        "allowed",
        .method(
          .array(values.map { $0.storedExpression(in: scope.model) }), "compactMap",
          [SwiftArgument(nil, .name(scope.text(type) + ".value(from:)"))]))
    }
  }
}

extension ConstraintModel {
  private func call(_ name: String, _ argument: SwiftExpression) -> SwiftExpression {
    .call(.member(name), [SwiftArgument(nil, argument)])
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

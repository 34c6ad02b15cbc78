import KeywrightSchema

extension StepModel {
  /// The step as a value of the runtime.
  ///
  /// - Parameter function: the constant that holds the function of a `call`.
  func code(function: Code) -> Code {
    switch self {
    case .plain(.removeDuplicates): return ".removeDuplicates()"
    case .plain(.sort): return ".sort()"
    case .plain(let step): return Code(verbatim: "." + step.rawValue)
    case .call(let reference, let seesOld):
      let argument: Code = seesOld ? "withOld: \(function)" : function
      return ".call\(.arguments(["\(string: reference.symbol.text)", argument]))"
    }
  }
}

extension ConstraintModel {
  /// The step that brings a value within the constraint; nil if no value is the nearest.
  func fittingCode(in scope: Scope) -> Code? {
    switch self {
    case .range(let bounds): ".clamp(\(bounds.code(in: scope)))"
    case .length(_, let greatest): greatest.map { ".limit(\($0))" }
    case .pattern, .allowed: nil
    }
  }

  /// The constraint as a value of the runtime.
  func code(of type: ValueType, in scope: Scope) -> Code {
    switch self {
    case .range(let bounds): ".range(\(bounds.code(in: scope)))"
    case .length(let least, let greatest):
      ".length(\(least.map { "\($0)" as Code } ?? "")...\(greatest.map { "\($0)" as Code } ?? ""))"
    case .pattern(let pattern): ".pattern(\(string: pattern))"
    case .allowed(let values) where values.allSatisfy(\.isSpelledOut):
      ".allowed(\(.array(values.map { $0.code(in: scope) })))"
    case .allowed(let values):
      // A value without a plain literal is read from its stored form, as a default is.
      """
      .allowed(\(.array(values.map { $0.storedCode(in: scope.model) })).compactMap(\(scope.text(type))\
      .value(from:)))
      """
    }
  }
}

extension Bounds {
  func code(in scope: Scope) -> Code {
    // `...-1` would be an operator of its own.
    let ends = [lower, upper].map { end -> Code in
      guard let code = end?.code(in: scope) else { return "" }
      return code.flat.hasPrefix("-") ? "(\(code))" : code
    }
    return "\(ends[0])...\(ends[1])"
  }
}

extension Symbol {
  /// The symbol as it is written in code.
  var code: Code {
    Code(
      verbatim: components.enumerated().map { index, part in
        if index == 0 { return SwiftKeywords.quoted(part) }
        return part == "init" ? part : SwiftKeywords.quotedMember(part)
      }.joined(separator: "."))
  }
}

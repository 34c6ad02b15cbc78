import KeywrightSchema

extension SwiftPrinter {
  /// The text of an expression that begins at a column, broken over lines if it must be.
  func text(_ expression: SwiftExpression, column: Int) -> String {
    let flat = flat(expression)
    // The closing punctuation of what surrounds the expression needs a little room.
    if column + flat.utf8.count <= Self.width || !expression.canBreak { return flat }
    switch expression {
    case .call(let callee, let arguments):
      return self.flat(callee) + broken(arguments)
    case .method(let base, let name, let arguments):
      return "\(self.flat(base)).\(name)" + broken(arguments)
    case .attempt(let expression):
      return "try " + text(expression, column: column + 4)
    case .array(let elements):
      return brokenList(elements.map { nested($0) })
    case .dictionary(let entries):
      return brokenList(entries.map { self.flat($0.key) + ": " + nested($0.value) })
    default: return flat
    }
  }

  private func nested(_ expression: SwiftExpression) -> String {
    var inner = self
    inner.indent += 1
    return inner.text(expression, column: 2 * inner.indent + 1)
  }

  private func brokenList(_ elements: [String]) -> String {
    let space = String(repeating: "  ", count: indent + 1)
    // swift-format wants no comma after an only element.
    let lines = elements.map { space + $0 }.joined(separator: ",\n")
    let comma = elements.count > 1 ? "," : ""
    return "[\n\(lines)\(comma)\n\(String(repeating: "  ", count: indent))]"
  }

  /// Arguments filled into as few lines as hold them, one level deeper.
  private func broken(_ arguments: [SwiftArgument]) -> String {
    let space = String(repeating: "  ", count: indent + 1)
    var lines = [space]
    for (index, argument) in arguments.enumerated() {
      let label = argument.label.map { "\($0): " } ?? ""
      var inner = self
      inner.indent += 1
      let end = index < arguments.count - 1 ? "," : ")"
      var part = label + flat(argument.value) + end
      let room = Self.width - (lines.last?.utf8.count ?? 0) - 1
      if part.utf8.count > room, lines.last != space { lines.append(space) }
      if part.utf8.count + space.utf8.count > Self.width {
        part = label + inner.text(argument.value, column: 2 * inner.indent + label.utf8.count) + end
      }
      if lines[lines.count - 1] != space { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += part
    }
    return "(\n" + lines.joined(separator: "\n")
  }

  /// The text of an expression on one line.
  func flat(_ expression: SwiftExpression) -> String {
    switch expression {
    case .string(let text): LiteralWriter.string(text)
    case .integer(let value): value.spelling
    case .hexadecimal(let value): LiteralWriter.hexadecimal(value)
    case .real(let value): "\(value)"
    case .float(let value): "\(value)"
    case .bool(let value): value ? "true" : "false"
    case .none: "nil"
    case .name(let name): name
    case .member(let name): "." + name
    case .call(let callee, let arguments): flat(callee) + "(" + flat(arguments) + ")"
    case .method(let base, let name, let arguments):
      flat(base) + ".\(name)(" + flat(arguments) + ")"
    case .coalescing(let left, let right): flat(left) + " ?? " + flat(right)
    case .attempt(let expression): "try " + flat(expression)
    case .sum(let left, let right): flat(left) + " + " + flat(right)
    case .flatMap(let base, let member): flat(base) + ".flatMap { $0.\(member) }"
    case .always(let value): "{ _ in " + flat(value) + " }"
    case .array(let elements): "[" + elements.map(flat).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      entries.isEmpty
        ? "[:]"
        : "[" + entries.map { flat($0.key) + ": " + flat($0.value) }.joined(separator: ", ") + "]"
    case .range(let lower, let upper):
      // `...-5` would be read as one operator.
      (lower.map(flat) ?? "") + "..."
        + (upper.map(flat).map { $0.hasPrefix("-") ? "(\($0))" : $0 } ?? "")
    }
  }

  private func flat(_ arguments: [SwiftArgument]) -> String {
    arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "") + flat(argument.value)
    }.joined(separator: ", ")
  }
}

extension SwiftExpression {
  fileprivate var canBreak: Bool {
    switch self {
    case .call(_, let arguments), .method(_, _, let arguments): !arguments.isEmpty
    case .attempt(let expression): expression.canBreak
    case .array(let elements): !elements.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    default: false
    }
  }
}

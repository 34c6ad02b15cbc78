import KeywrightSchema

/// Prints the structured model of a Swift file as text.
///
/// Two spaces, lines of up to 100 characters where they can be broken, broken as swift-format
/// breaks them.
struct SwiftPrinter {
  static let width = 100
  var output = ""
  var indent = 0

  /// The text of a file.
  static func print(_ file: SwiftFile) -> String {
    var printer = SwiftPrinter()
    for line in file.header { printer.line("// " + line) }
    if !file.imports.isEmpty { printer.output += "\n" }
    for module in file.imports { printer.print(module) }
    for declaration in file.declarations {
      printer.output += "\n"
      printer.print(declaration)
    }
    return printer.output
  }

  mutating func line(_ text: String) {
    if !text.isEmpty {
      for _ in 0..<indent { output += "  " }
      output += text
    }
    output += "\n"
  }

  private mutating func print(_ module: SwiftImport) {
    switch module.level {
    case .given(let level): print(module, level: level)
    case .needed(.public): print(module, level: "public")
    case .needed(.internal): print(module, level: nil)
    case .needed(.package):
      // Without the feature a plain import is public, and an explicit level in one file beside a
      // plain import in another is an error: "ambiguous implicit access level".
      line("#if hasFeature(InternalImportsByDefault)")
      indent += 1
      print(module, level: "package")
      indent -= 1
      line("#else")
      indent += 1
      print(module, level: nil)
      indent -= 1
      line("#endif")
    }
  }

  private mutating func print(_ module: SwiftImport, level: String?) {
    let level = level.map { $0 + " " } ?? ""
    guard let fallback = module.fallback else { return line("\(level)import \(module.module)") }
    line("#if canImport(\(module.module))")
    line("  \(level)import \(module.module)")
    line("#else")
    line("  \(level)import \(fallback)")
    line("#endif")
  }

  private mutating func print(_ declaration: SwiftDeclaration) {
    for text in declaration.documentation {
      for part in CommentWriter.lines(text, width: Self.width - 4 - 2 * indent) {
        line(part.isEmpty ? "///" : "/// " + part)
      }
    }
    if let comment = declaration.comment { line("// " + CommentWriter.line(comment)) }
    var prefix = ""
    for attribute in declaration.attributes {
      switch attribute {
      case .inlinable: prefix += "@inlinable "
      case .deprecated(let message):
        line("@available(*, deprecated, message: \(LiteralWriter.string(message)))")
      }
    }
    for modifier in declaration.modifiers { prefix += modifier + " " }
    print(declaration.kind, prefix: prefix)
  }

  private mutating func print(_ kind: SwiftDeclaration.Kind, prefix: String) {
    switch kind {
    case .type(let keyword, let name, let conformances, let members):
      openType("\(prefix)\(keyword.rawValue) \(name)", conformances)
      indent += 1
      for (index, member) in members.enumerated() {
        if index > 0, separates(members[index - 1], member) { output += "\n" }
        print(member)
      }
      indent -= 1
      line("}")
    case .alias(let name, let target): line("\(prefix)typealias \(name) = \(target)")
    case .cases(let cases): print(cases, prefix: prefix)
    case .constant(let name, let type, let value):
      let annotation = type.map { ": \($0)" } ?? ""
      if let value {
        assign("\(prefix)let \(name)\(annotation) =", value)
      } else {
        line("\(prefix)let \(name)\(annotation)")
      }
    case .stored(let name, let type): line("\(prefix)var \(name): \(type)")
    case .variable(let name, let value): assign("\(prefix)var \(name) =", value)
    case .computed(let name, let type, let value):
      line("\(prefix)var \(name): \(type) {")
      indent += 1
      line(text(value, column: 2 * indent))
      indent -= 1
      line("}")
    case .accessor(let name, let type, let place):
      line("\(prefix)var \(name): \(type) {")
      indent += 1
      line("get { \(place) }")
      line("nonmutating set { \(place) = newValue }")
      line("nonmutating _modify { yield &\(place) }")
      indent -= 1
      line("}")
    case .function(let function): print(function, prefix: prefix)
    }
  }

  /// The head of a type, its conformances on as few lines as hold them.
  private mutating func openType(_ head: String, _ conformances: [String]) {
    var current = conformances.isEmpty ? head : head + ":"
    var isBroken = false
    for (index, name) in conformances.enumerated() {
      let isLast = index == conformances.count - 1
      let part = " " + name + (isLast ? "" : ",")
      if 2 * indent + current.count + part.count + (isLast && !isBroken ? 2 : 0) > Self.width {
        line(current)
        current = " "
        isBroken = true
      }
      current += part
    }
    if !isBroken { return line(current + " {") }
    line(current)
    line("{")
  }

  /// Whether a blank line stands between two members: everywhere but between plain one-liners.
  private func separates(_ first: SwiftDeclaration, _ second: SwiftDeclaration) -> Bool {
    !(first.isOneLine && second.isOneLine)
  }

  private mutating func print(_ cases: [SwiftCase], prefix: String) {
    if cases.contains(where: { $0.rawValue != nil }) {
      for item in cases {
        let value = item.rawValue.map { " = " + text($0, column: 0) } ?? ""
        line("\(prefix)case \(item.name)\(value)")
      }
      return
    }
    var current = "\(prefix)case "
    for (index, item) in cases.enumerated() {
      let part = item.name + (index < cases.count - 1 ? "," : "")
      if 2 * indent + current.count + part.count > Self.width {
        line(String(current.dropLast()))
        current = "  "
      }
      current += part + " "
    }
    line(String(current.dropLast()))
  }

  private mutating func assign(_ head: String, _ value: SwiftExpression) {
    line(head + " " + text(value, column: 2 * indent + head.count + 1))
  }

  private mutating func print(_ function: SwiftFunction, prefix: String) {
    let suffix = function.suffix.isEmpty ? "" : " " + function.suffix
    let head =
      "\(prefix)\(function.head)(\(function.parameters.joined(separator: ", ")))\(suffix) {"
    if 2 * indent + head.count <= Self.width {
      line(head)
    } else {
      line("\(prefix)\(function.head)(")
      indent += 1
      for (index, parameter) in function.parameters.enumerated() {
        line(parameter + (index < function.parameters.count - 1 ? "," : ""))
      }
      indent -= 1
      line(")\(suffix) {")
    }
    indent += 1
    for (index, statement) in function.statements.enumerated() {
      let remark = index == 0 ? function.remark.map { "  // " + CommentWriter.line($0) } ?? "" : ""
      switch statement {
      case .expression(let value): line(text(value, column: 2 * indent) + remark)
      case .constant(let name, let value): assign("let \(name) =", value)
      case .variable(let name, let value): assign("var \(name) =", value)
      case .assignment(let left, let value):
        line("\(left) = " + text(value, column: 2 * indent + left.count + 3))
      }
    }
    indent -= 1
    line("}")
  }
}

extension SwiftDeclaration {
  fileprivate var isOneLine: Bool {
    guard documentation.isEmpty, attributes.isEmpty, comment == nil else { return false }
    switch kind {
    case .alias, .stored, .constant(_, type: nil, .string): return true
    default: return false
    }
  }
}

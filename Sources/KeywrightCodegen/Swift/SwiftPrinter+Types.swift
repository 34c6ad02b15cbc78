extension SwiftPrinter {
  mutating func print(
    _ keyword: SwiftTypeKeyword, _ name: String, _ conformances: [String],
    _ members: [SwiftDeclaration]
  ) {
    write(keyword.rawValue, " ", name)
    print(conformances)
    nested { printer in
      for (index, member) in members.enumerated() {
        if index > 0, printer.separates(members[index - 1], member) { printer.endLine() }
        printer.print(member)
      }
    }
    line("}")
  }

  /// The conformances of a type on as few lines as hold them, and the brace that opens it.
  private mutating func print(_ conformances: [String]) {
    var isBroken = false
    for (index, name) in conformances.enumerated() {
      let isLast = index == conformances.count - 1
      if index == 0 { write(":") }
      let start = output.count
      write(" ", name)
      if !isLast { write(",") }
      if column + (isLast && !isBroken ? 2 : 0) > Self.width {
        takeBack(to: start)
        endLine()
        beginLine()
        write("  ", name)
        if !isLast { write(",") }
        isBroken = true
      }
    }
    if !isBroken { return finish(" {") }
    endLine()
    line("{")
  }

  /// Whether a blank line stands between two members: everywhere but between plain one-liners.
  private func separates(_ first: SwiftDeclaration, _ second: SwiftDeclaration) -> Bool {
    !(first.isOneLine && second.isOneLine)
  }

  mutating func print(_ cases: [SwiftCase]) {
    if cases.contains(where: { $0.rawValue != nil }) {
      for (index, item) in cases.enumerated() {
        if index > 0 { beginLine() }
        write("case ", item.name)
        if let value = item.rawValue {
          write(" = ")
          write(value)
        }
        endLine()
      }
      return
    }
    write("case")
    for (index, item) in cases.enumerated() {
      let start = output.count
      write(" ", item.name)
      if index < cases.count - 1 { write(",") }
      if column > Self.width {
        takeBack(to: start)
        endLine()
        beginLine()
        write("  ", item.name)
        if index < cases.count - 1 { write(",") }
      }
    }
    endLine()
  }

  mutating func print(_ function: SwiftFunction) {
    let suffix = function.suffix.isEmpty ? "" : " " + function.suffix
    let start = output.count
    write(function.head, "(")
    for (index, parameter) in function.parameters.enumerated() {
      write(index > 0 ? ", " : "", parameter)
    }
    write(")", suffix, " {")
    if column > Self.width {
      takeBack(to: start)
      finish(function.head, "(")
      nested { printer in
        for (index, parameter) in function.parameters.enumerated() {
          printer.line(parameter, index < function.parameters.count - 1 ? "," : "")
        }
      }
      beginLine()
      write(")", suffix, " {")
    }
    endLine()
    nested { printer in
      for (index, statement) in function.statements.enumerated() {
        printer.print(statement, remark: index == 0 ? function.remark : nil)
      }
    }
    line("}")
  }

  mutating func print(_ statement: SwiftStatement, remark: String?) {
    let remark = remark.map { "  // " + CommentWriter.line($0) } ?? ""
    beginLine()
    switch statement {
    case .expression(let value): write(value)
    case .constant(let name, let value):
      write("let ", name, " = ")
      write(value)
    case .variable(let name, let value):
      write("var ", name, " = ")
      write(value)
    case .assignment(let left, let value):
      write(left, " =")
      writeAssigned(value)
    case .return(let value):
      write("return ")
      write(value)
    case .switch(let subject, let cases):
      finish("switch ", subject, " {")
      for item in cases { print(item) }
      return line("}")
    case .attempt(let function, let type, let argument):
      let start = output.count
      write("try (", function, " as ", type, ")(", argument, ")")
      if column + remark.utf8.count > Self.width {
        takeBack(to: start)
        // Where the compiler reports the function, the remark says what named it.
        finish("try")
        nested { printer in
          printer.line("(", function, remark)
          printer.line("as ", type, ")(", argument, ")")
        }
        return
      }
    }
    finish(remark)
  }

  private mutating func print(_ item: SwiftSwitchCase) {
    beginLine()
    write(item.patterns.isEmpty ? "default" : "case ")
    for (index, pattern) in item.patterns.enumerated() {
      if index > 0 { write(", ") }
      write(pattern)
    }
    finish(":")
    nested { $0.print(item.statement, remark: nil) }
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

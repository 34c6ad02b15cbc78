import KeywrightSchema

extension SwiftPrinter {
  /// The text of an expression on one line.
  static func flat(_ expression: SwiftExpression) -> String {
    var printer = SwiftPrinter()
    printer.writeFlat(expression)
    return String(decoding: printer.output.bytes, as: UTF8.self)
  }

  /// Writes an expression, broken over lines if it must be.
  ///
  /// - Parameter room: what is to follow on the expression's last line, in bytes.
  mutating func write(_ expression: SwiftExpression, room: Int = 0) {
    // An expression that cannot fit is not tried on one line: long lists would be written many times.
    if !expression.canBreak || expression.fits(in: Self.width - column - room) {
      let start = output.count
      writeFlat(expression)
      if column + room <= Self.width || !expression.canBreak { return }
      takeBack(to: start)
    }
    switch expression {
    case .call(let name, let arguments):
      write(name)
      writeBroken(arguments, room: room)
    case .memberCall(let name, let arguments):
      write(".", name)
      writeBroken(arguments, room: room)
    case .method(let base, let name, let arguments):
      write(base)
      write(".", name)
      writeBroken(arguments, room: room)
    case .attempt(let expression):
      write("try ")
      write(expression, room: room)
    case .coalescing(let left, let right):
      write(left)
      endLine()
      beginLine()
      write("?? ")
      write(right, room: room)
    case .array(let elements):
      writeBroken(elements) { $0.write($1, room: 1) }
    case .dictionary(let entries):
      writeBroken(entries) { printer, entry in
        printer.writeFlat(entry.key)
        printer.write(": ")
        printer.write(entry.value, room: 1)
      }
    default: writeFlat(expression)
    }
  }

  /// Writes an assigned value; a name, a sum, a coercion or a value broken before `??` begins on a line
  /// of its own if it must.
  mutating func writeAssigned(_ expression: SwiftExpression) {
    let start = output.count
    write(" ")
    switch expression {
    case .sum, .attempt(.coalescing), .name, .coercion: break
    default: return write(expression)
    }
    writeFlat(expression)
    if column <= Self.width { return }
    takeBack(to: start)
    endLine()
    nested { printer in
      printer.beginLine()
      printer.write(expression)
    }
  }

  private mutating func writeBroken<Element>(
    _ elements: [Element], _ body: (inout SwiftPrinter, Element) -> Void
  ) {
    finish("[")
    nested { printer in
      for element in elements {
        printer.beginLine()
        body(&printer, element)
        // swift-format wants no comma after an only element.
        printer.finish(elements.count > 1 ? "," : "")
      }
    }
    beginLine()
    write("]")
  }

  /// Arguments filled into as few lines as hold them, one level deeper.
  private mutating func writeBroken(_ arguments: [SwiftArgument], room: Int) {
    finish("(")
    indent += 1
    beginLine()
    // Nothing follows an argument that was broken on its last line.
    var isFull = false
    for (index, argument) in arguments.enumerated() {
      let isLast = index == arguments.count - 1
      let end = isLast ? ")" : ","
      let room = isLast ? room : 0
      let start = output.count
      if !isFull, argument.value.fits(in: Self.width - column) {
        if index > 0 { write(" ") }
        writeFlat(argument)
        write(end)
        if column + room <= Self.width { continue }
        takeBack(to: start)
      }
      if index > 0 {
        endLine()
        beginLine()
      }
      if let label = argument.label { write(label, ": ") }
      let line = lineStart
      write(argument.value, room: 1 + room)
      write(end)
      isFull = lineStart != line
    }
    indent -= 1
  }

  mutating func writeFlat(_ expression: SwiftExpression) {
    switch expression {
    case .string(let text): LiteralWriter.write(text, to: &output)
    case .rows(let rows):
      LiteralWriter.write(rows, indent: 2 * indent, to: &output)
      lineStart = output.count - 2 * indent - 4
    case .integer(let value): write(value.spelling)
    case .hexadecimal(let value): LiteralWriter.write(hexadecimal: value, to: &output)
    case .real(let value): write("\(value)")
    case .float(let value): write("\(value)")
    case .bool(let value): write(value ? "true" : "false")
    case .none: write("nil")
    case .name(let name): write(name)
    case .member(let name): write(".", name)
    case .call(let name, let arguments):
      write(name)
      writeFlat(arguments)
    case .memberCall(let name, let arguments):
      write(".", name)
      writeFlat(arguments)
    case .method(let base, let name, let arguments):
      writeFlat(base)
      write(".", name)
      writeFlat(arguments)
    case .coalescing(let left, let right): writeFlat(left, " ?? ", right)
    case .attempt(let expression):
      write("try ")
      writeFlat(expression)
    case .sum(let left, let right): writeFlat(left, " + ", right)
    case .flatMap(let base, let member):
      writeFlat(base)
      write(".flatMap { $0.", member, " }")
    case .coercion(let value, let type):
      writeFlat(value)
      write(" as ", type)
    case .always(let value):
      write("{ _ in ")
      writeFlat(value)
      write(" }")
    case .array(let elements): writeFlat(elements, "[", "]") { $0.writeFlat($1) }
    case .dictionary(let entries):
      if entries.isEmpty { return write("[:]") }
      writeFlat(entries, "[", "]") { $0.writeFlat($1.key, ": ", $1.value) }
    case .range(let lower, let upper):
      // `-5...` would be read as `-(5...)`, `...-5` as one operator.
      if let lower { writeFlat(end: lower, isBare: upper != nil) }
      write("...")
      if let upper { writeFlat(end: upper, isBare: false) }
    }
  }

  /// Writes an end of a range, a negative one in parentheses unless it may stand bare.
  private mutating func writeFlat(end: SwiftExpression, isBare: Bool) {
    let start = output.count
    writeFlat(end)
    if !isBare, output.has("-", at: start) {
      output.insert("(", at: start)
      write(")")
    }
  }

  private mutating func writeFlat(
    _ left: SwiftExpression, _ between: String, _ right: SwiftExpression
  ) {
    writeFlat(left)
    write(between)
    writeFlat(right)
  }

  private mutating func writeFlat(_ arguments: [SwiftArgument]) {
    writeFlat(arguments, "(", ")") { $0.writeFlat($1) }
  }

  private mutating func writeFlat(_ argument: SwiftArgument) {
    if let label = argument.label { write(label, ": ") }
    writeFlat(argument.value)
  }

  private mutating func writeFlat<Element>(
    _ elements: [Element], _ open: String, _ close: String,
    _ body: (inout SwiftPrinter, Element) -> Void
  ) {
    write(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { write(", ") }
      body(&self, element)
    }
    write(close)
  }
}

extension SwiftExpression {
  fileprivate var canBreak: Bool {
    switch self {
    case .call(_, let arguments), .memberCall(_, let arguments), .method(_, _, let arguments):
      !arguments.isEmpty
    case .attempt(let expression): expression.canBreak
    case .array(let elements): !elements.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    case .coalescing: true
    default: false
    }
  }

  /// Whether the expression may fit into `room` bytes: false only if it surely does not.
  fileprivate func fits(in room: Int) -> Bool {
    var room = room
    take(from: &room)
    return room >= 0
  }

  /// Takes from the room the bytes that the expression needs at least; stops when none are left.
  fileprivate func take(from room: inout Int) {
    if room < 0 { return }
    switch self {
    case .string(let text): room -= text.utf8.count + 2
    case .rows: room = -1
    case .name(let name), .member(let name): room -= name.utf8.count
    case .hexadecimal: room -= 21
    case .call(let name, let arguments), .memberCall(let name, let arguments):
      room -= name.utf8.count
      for argument in arguments where room >= 0 { argument.take(from: &room) }
    case .method(let base, let name, let arguments):
      room -= name.utf8.count
      base.take(from: &room)
      for argument in arguments where room >= 0 { argument.take(from: &room) }
    case .array(let elements):
      for element in elements where room >= 0 {
        element.take(from: &room)
        room -= 1
      }
    case .dictionary(let entries):
      for entry in entries where room >= 0 {
        entry.key.take(from: &room)
        entry.value.take(from: &room)
      }
    case .attempt(let expression), .always(let expression): expression.take(from: &room)
    default: room -= 1
    }
  }
}

extension SwiftArgument {
  fileprivate func take(from room: inout Int) {
    room -= label?.utf8.count ?? 0
    value.take(from: &room)
  }
}

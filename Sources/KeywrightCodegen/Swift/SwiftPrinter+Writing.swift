extension SwiftPrinter {
  /// The part of the present line that is taken, in bytes.
  var column: Int { output.count - lineStart }

  mutating func write(_ parts: String...) {
    for part in parts { write(part) }
  }

  mutating func write(_ text: String) {
    output.append(text)
  }

  /// Begins a line with its indentation.
  mutating func beginLine() {
    lineStart = output.count
    output.append(repeating: UInt8(ascii: " "), count: 2 * indent)
  }

  mutating func endLine() {
    output.append(UInt8(ascii: "\n"))
    lineStart = output.count
  }

  /// A whole line.
  mutating func line(_ parts: String...) {
    beginLine()
    for part in parts { write(part) }
    endLine()
  }

  /// A whole line, or as many as the expression needs.
  mutating func line(_ expression: SwiftExpression) {
    beginLine()
    write(expression)
    endLine()
  }

  /// The rest of a line that was begun.
  mutating func finish(_ parts: String...) {
    for part in parts { write(part) }
    endLine()
  }

  /// Takes back what was written since, which ended no line.
  mutating func takeBack(to count: Int) {
    output.removeLast(output.count - count)
  }

  /// Prints one level deeper.
  mutating func nested(_ body: (inout SwiftPrinter) -> Void) {
    indent += 1
    body(&self)
    indent -= 1
  }
}

import KeywrightSchema

/// Prints the structured model of a Swift file as text.
///
/// Two spaces, lines of up to 100 bytes where they can be broken, broken as swift-format breaks
/// them. Text goes straight into one buffer: an expression is tried on its line, and taken back to
/// be broken if it does not fit.
struct SwiftPrinter {
  static let width = 100
  var output = TextBuffer()
  var indent = 0
  /// The start of the present line in the output.
  var lineStart = 0

  /// The text of a file, in UTF-8.
  static func print(_ file: SwiftFile) -> [UInt8] {
    var printer = SwiftPrinter()
    CommentWriter.write(file.header, width: Self.width - 3) { printer.line("// ", $0) }
    if !file.imports.isEmpty { printer.endLine() }
    for module in file.imports { printer.print(module) }
    for declaration in file.declarations {
      printer.endLine()
      printer.print(declaration)
    }
    return printer.output.bytes
  }

  private mutating func print(_ module: SwiftImport) {
    begin(reportedAt: module.reportedAt)
    defer { end(reportedAt: module.reportedAt) }
    switch module.level {
    case .given(let level): print(module, level: level)
    case .needed(.public): print(module, level: "public")
    case .needed(.internal): print(module, level: nil)
    case .needed(.package):
      // Without the feature a plain import is public, and an explicit level in one file beside a
      // plain import in another is an error: "ambiguous implicit access level".
      line("#if hasFeature(InternalImportsByDefault)")
      nested { $0.print(module, level: "package") }
      line("#else")
      nested { $0.print(module, level: nil) }
      line("#endif")
    }
  }

  private mutating func print(_ module: SwiftImport, level: String?) {
    let level = level.map { $0 + " " } ?? ""
    guard let fallback = module.fallback else { return line(level, "import ", module.module) }
    line("#if canImport(", module.module, ")")
    line("  ", level, "import ", module.module)
    line("#else")
    line("  ", level, "import ", fallback)
    line("#endif")
  }

  mutating func print(_ declaration: SwiftDeclaration) {
    for text in declaration.documentation {
      CommentWriter.write(text, width: Self.width - 4 - 2 * indent) { part in
        if part.isEmpty { line("///") } else { line("/// ", part) }
      }
    }
    if let comment = declaration.comment { line("// ", CommentWriter.line(comment)) }
    if declaration.reportedAt == nil, let remark = declaration.remark {
      CommentWriter.write(remark, width: Self.width - 3 - 2 * indent) { line("// ", $0) }
    }
    for case .deprecated(let message) in declaration.attributes {
      beginLine()
      write("@available(*, deprecated, message: ")
      LiteralWriter.write(message, to: &output)
      write(")")
      endLine()
    }
    begin(reportedAt: declaration.reportedAt)
    beginLine()
    let start = output.count
    for (modifier, text) in SwiftModifiers.texts where declaration.modifiers.contains(modifier) {
      write(text)
    }
    if declaration.reportedAt == nil {
      print(declaration.kind)
    } else {
      printFlat(declaration.kind, remark: declaration.remark)
    }
    end(reportedAt: declaration.reportedAt)
    for case .inlinable in declaration.attributes { insert("@inlinable", at: start) }
  }

  /// Puts an attribute before a declaration: on a line of its own if the first has no room for it.
  private mutating func insert(_ attribute: String, at start: Int) {
    let head = output.lengthOfLine(from: start)
    let fits = 2 * indent + attribute.utf8.count + 1 + head <= Self.width
    let space = fits ? " " : "\n" + String(repeating: "  ", count: indent)
    output.insert(attribute + space, at: start)
  }

  /// Lets the compiler report mistakes in what follows at a line of a schema.
  private mutating func begin(reportedAt place: SchemaLine?) {
    guard let place else { return }
    beginLine()
    write("#sourceLocation(file: ")
    LiteralWriter.write(place.file, to: &output)
    finish(", line: \(place.line))")
  }

  private mutating func end(reportedAt place: SchemaLine?) {
    if place != nil { line("#sourceLocation()") }
  }

  /// Prints a constant or an alias on one line, however long: the lines after it have other numbers.
  private mutating func printFlat(_ kind: SwiftDeclaration.Kind, remark: String?) {
    switch kind {
    case .alias(let name, let target): write("typealias ", name, " = ", target)
    case .constant(let name, let type, let value?):
      write("let ", name)
      if let type { write(": ", type) }
      write(" = ")
      writeFlat(value)
    default: return print(kind)
    }
    if let remark { write("  // ", CommentWriter.line(remark)) }
    endLine()
  }

  /// Prints the declaration after its modifiers, to the end of its last line.
  private mutating func print(_ kind: SwiftDeclaration.Kind) {
    switch kind {
    case .type(let keyword, let name, let conformances, let members):
      print(keyword, name, conformances, members)
    case .alias(let name, let target): finish("typealias ", name, " = ", target)
    case .cases(let cases): print(cases)
    case .constant(let name, let type, let value):
      write("let ", name)
      if let type { write(": ", type) }
      if let value {
        write(" =")
        writeAssigned(value)
      }
      endLine()
    case .stored(let name, let type): finish("var ", name, ": ", type)
    case .variable(let name, let value):
      write("var ", name, " = ")
      write(value)
      endLine()
    case .computed(let name, let type, let value):
      let start = output.count
      write("var ", name, ": ", type, " {")
      if column > Self.width {
        takeBack(to: start)
        finish("var ", name, ":")
        nested { $0.line(type) }
        beginLine()
        write("{")
      }
      endLine()
      nested { $0.line(value) }
      line("}")
    case .accessor(let name, let type, let place):
      finish("var ", name, ": ", type, " {")
      nested { printer in
        printer.line("get { ", place, " }")
        printer.line("nonmutating set { ", place, " = newValue }")
        printer.line("nonmutating _modify { yield &", place, " }")
      }
      line("}")
    case .function(let function): print(function)
    case .getter(let name, let type, let statements):
      finish("var ", name, ": ", type, " {")
      nested { printer in
        for statement in statements { printer.print(statement) }
      }
      line("}")
    }
  }
}

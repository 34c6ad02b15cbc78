@testable import KeywrightSchema

/// The JSON parser: every place that it gives lies in the text.
enum JSONTarget: FuzzTarget {
  static let name = "json"

  static func run(_ bytes: [UInt8]) {
    let source = SourceFile(path: "a.keys.json", bytes: bytes)
    let diagnostics = DiagnosticBag(sources: [source])
    let node = JSONParser.parse(bytes, into: diagnostics)
    require(node != nil || diagnostics.hasErrors, "a text is refused without a word")
    if let node { check(node, in: 0...bytes.count) }
    let found = diagnostics.diagnostics
    for diagnostic in found {
      require(diagnostic.location.line > 0 && diagnostic.location.column > 0, "a place is wrong")
    }
    let printer = DiagnosticPrinter()
    // Printing hundreds alike would take all the time there is.
    let few = Array(found.prefix(8))
    _ = printer.json(few) { _ in source }
    _ = few.map(printer.text)
  }

  private static func check(_ node: JSONNode, in whole: ClosedRange<Int>) {
    require(
      node.span.start >= whole.lowerBound && node.span.end <= whole.upperBound
        && node.span.start <= node.span.end, "a span is outside its parent's")
    let inner = node.span.start...node.span.end
    for element in node.elements ?? [] { check(element, in: inner) }
    for member in node.members ?? [] {
      check(JSONNode(value: .string(member.name), span: member.name.span), in: inner)
      check(member.value, in: inner)
    }
    if let string = node.string {
      let part = string.span(of: 0..<string.text.utf8.count)
      require(part.start >= node.span.start && part.end <= node.span.end, "a part is outside")
    }
  }
}

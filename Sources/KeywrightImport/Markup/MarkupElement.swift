import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document, with its place.
struct MarkupElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [MarkupElement] = []
  /// All character data directly inside it, joined.
  var text = ""
  var line: Int

  subscript(attribute: String) -> String? { attributes[attribute] }

  func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }
  func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// The text without the white space around it.
  var trimmedText: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text as one line.
  var sentence: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The text as paragraphs, each on one line.
  var paragraphs: String {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1] += words }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: "\n\n")
  }

  /// The reason why a text is no XML document.
  struct Failure: Error, Equatable {
    var line: Int
    var reason: String
  }

  /// Reads a document: its elements, their attributes and texts.
  static func read(_ bytes: [UInt8]) throws(Failure) -> MarkupElement {
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(try MarkupText.plain(bytes)))
    parser.delegate = reader
    let isWhole = parser.parse()
    if let failure = reader.failure { throw failure }
    guard isWhole, let root = reader.root else {
      throw Failure(line: max(parser.lineNumber, 1), reason: "this is not XML: no element")
    }
    return root
  }
}

/// Builds the tree of elements.
private final class MarkupReader: NSObject, XMLParserDelegate {
  private static let deepest = 64
  private static let most = 100_000

  private var count = 0
  private var open: [MarkupElement] = []
  private(set) var root: MarkupElement?
  private(set) var failure: MarkupElement.Failure?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = MarkupElement(name: name, attributes: attributes, line: parser.lineNumber)
    open.append(element)
    count += 1
    if count > Self.most {
      failure = .init(line: element.line, reason: "there are over \(Self.most) elements: divide it")
      parser.abortParsing()
    }
    if open.count > Self.deepest {
      failure = .init(line: element.line, reason: "elements are nested over \(Self.deepest) deep")
      parser.abortParsing()
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    let code = (error as NSError).code
    if Self.warnings.contains(code) { return }
    // Later errors mostly follow from the first. The parser would go on, and make elements of the rest.
    let problem =
      if code == Self.endOfDocument, let root {
        "more after </\(root.name)>"
      } else {
        Self.reasons[code] ?? "error \(code) of the XML parser"
      }
    failure = failure ?? .init(line: parser.lineNumber, reason: "this is not XML: \(problem)")
    parser.abortParsing()
  }

  /// The parser's warnings about languages, white space and namespaces, which do not matter here.
  private static let warnings: Set = [98, 99, 100, 102, 106, 200, 201, 202, 203, 204, 205]
  private static let endOfDocument = 5

  /// The error numbers of libxml2 in words: the parser's errors have no message.
  private static let reasons = [
    4: "it does not begin with an element", endOfDocument: "it ends too early",
    9: "a character that XML does not have", 26: "an entity that is not one of XML's own",
    38: "a `<` in the value of an attribute", 39: "an attribute whose value has no quotation marks",
    41: "an attribute without a value", 42: "an attribute that is there twice",
    65: "a space is missing", 68: "a name is missing", 73: "a `>` is missing",
    76: "an end that does not fit the element that is open",
    77: "an element that does not end",
  ]

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !open.isEmpty { open[open.count - 1].text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
  }
}

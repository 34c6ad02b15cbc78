/// Reads the part of XML that schemas of other systems use: elements, attributes, character data, CDATA,
/// XML's own entities, and references to characters by number.
///
/// Foundation's parser traps on Linux on most declarations in a DOCTYPE, on a processing instruction
/// without data, and on names that are not UTF-8. Here comments, processing instructions and the
/// DOCTYPE are skipped wherever they are, and entities that a DOCTYPE declares are refused.
struct MarkupReader {
  /// The size limit of a document: many times the longest schema of a desktop.
  static let longest = 4 << 20
  private static let deepest = 64
  private static let most = 100_000

  private let path: String
  private var rest = Substring.UnicodeScalarView()
  /// The line at which the rest begins.
  private var line = 1
  private var count = 0

  /// Reads a whole document, whose root must have a name; linear in its length.
  ///
  /// - Parameter format: What has such a root, for the message.
  static func root(
    _ name: String, of bytes: [UInt8], path: String, format: String
  ) throws(ImportFailure) -> MarkupElement {
    var reader = MarkupReader(path: path)
    reader.rest = try reader.text(of: bytes).unicodeScalars[...]
    _ = reader.take("\u{FEFF}")
    try reader.skipAround()
    guard reader.take("<") else { throw reader.fault("it does not begin with an element") }
    let root = try reader.element(depth: 1)
    try reader.skipAround()
    guard reader.rest.isEmpty else { throw reader.fault("more after </\(root.name)>") }
    if root.name == name { return root }
    throw ImportFailure(
      path: path, line: root.line,
      message: "found <\(root.name)> where \(format) has <\(name)>")
  }

  private func failure(_ message: String) -> ImportFailure {
    ImportFailure(path: path, line: line, message: message)
  }

  private func fault(_ problem: String) -> ImportFailure { failure("this is not XML: \(problem)") }

  // MARK: Elements

  /// Takes an element, from its name on.
  private mutating func element(depth: Int) throws(ImportFailure) -> MarkupElement {
    var element = MarkupElement(name: try name(), path: path, line: line)
    while skipSpace(), rest.first != ">", rest.first != "/" {
      let (name, value) = try attribute()
      guard element.attributes.updateValue(value, forKey: name) == nil else {
        throw fault("an attribute that is there twice")
      }
    }
    element.line = line
    count += 1
    if count > Self.most {
      throw failure("there are over \(Self.most) elements: divide it")
    }
    if depth > Self.deepest {
      throw failure("elements are nested over \(Self.deepest) deep")
    }
    if take("/>") { return element }
    try takeEndOfTag()
    while !take("</") {
      if take("<![CDATA[") {
        element.text += try text(before: "]]>", of: "a CDATA section")
      } else if try skipMarkup() {
        continue
      } else if take("<") {
        element.children.append(try self.element(depth: depth + 1))
      } else if rest.isEmpty {
        throw fault("it ends too early")
      } else {
        element.text += try text(to: rest.firstIndex(of: "<") ?? rest.endIndex)
      }
    }
    guard try name() == element.name else {
      throw fault("an end that does not fit the element that is open")
    }
    skipSpace()
    try takeEndOfTag()
    return element
  }

  private mutating func takeEndOfTag() throws(ImportFailure) {
    guard take(">") else { throw fault("a `>` is missing") }
  }

  private mutating func attribute() throws(ImportFailure) -> (name: String, value: String) {
    let name = try name()
    skipSpace()
    guard take("=") else { throw fault("an attribute without a value") }
    skipSpace()
    guard let quote = ["\"", "'"].first(where: { take($0) }) else {
      throw fault("an attribute whose value has no quotation marks")
    }
    let end = rest.firstIndex { $0 == "<" || quote.unicodeScalars.contains($0) }
    let value = try text(to: end ?? rest.endIndex, isAttribute: true)
    guard take(quote) else {
      throw fault(rest.isEmpty ? "it ends too early" : "a `<` in the value of an attribute")
    }
    return (name, value)
  }

  private mutating func name() throws(ImportFailure) -> String {
    let name = rest.prefix { $0.properties.isXIDContinue || $0 == ":" || $0 == "-" || $0 == "." }
    guard let first = name.first, first.properties.isXIDStart || first == "_" || first == ":" else {
      throw fault("a name is missing")
    }
    move(to: name.endIndex)
    return String(name)
  }

  // MARK: Texts

  /// Takes a text up to a place, and resolves its references.
  private mutating func text(
    to end: String.Index, isAttribute: Bool = false
  ) throws(ImportFailure) -> String {
    var text = String.UnicodeScalarView()
    while rest.startIndex < end {
      if take("&") {
        text.append(try reference())
      } else {
        let plain = rest[..<end].prefix { $0 != "&" }
        // A line end in an attribute is a space, unless it is there by its number.
        text += isAttribute ? plain.map { $0 == "\n" || $0 == "\t" ? " " : $0 } : Array(plain)
        move(to: plain.endIndex)
      }
    }
    return String(text)
  }

  /// Takes the rest of `&name;`, `&#n;` or `&#xn;`.
  private mutating func reference() throws(ImportFailure) -> Unicode.Scalar {
    let name = String(rest.prefix { $0 != ";" })
    var scalar = Self.entities[name]
    if name.hasPrefix("#") {
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      // The initializer would read a sign, too.
      let number = digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: isHex ? 16 : 10) : nil
      scalar = number.flatMap(Unicode.Scalar.init).flatMap { Self.hasCharacter($0) ? $0 : nil }
    }
    guard let scalar, take(name + ";") else {
      throw fault("an entity that is not one of XML's own")
    }
    return scalar
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": "\"",
  ]
}

// MARK: - What is not content

extension MarkupReader {
  /// Skips what may be around the root.
  private mutating func skipAround() throws(ImportFailure) {
    repeat { skipSpace() } while try skipMarkup()
  }

  /// Skips a comment, a processing instruction or a DOCTYPE; false if none of them is next.
  private mutating func skipMarkup() throws(ImportFailure) -> Bool {
    if take("<!--") {
      _ = try text(before: "-->", of: "a comment")
    } else if take("<?") {
      _ = try text(before: "?>", of: "a processing instruction")
    } else if take("<!DOCTYPE") {
      try skipDeclarations()
    } else {
      return false
    }
    return true
  }

  /// Skips the rest of a DOCTYPE, with the declarations inside it.
  private mutating func skipDeclarations() throws(ImportFailure) {
    let start = self
    let opaque = ["<!--": "-->", "<?": "?>", "\"": "\"", "'": "'"]
    var depth = 1
    while depth > 0 {
      if let part = opaque.first(where: { take($0.key) }) {
        _ = try text(before: part.value, of: "a DOCTYPE")
      } else if take("<") {
        depth += 1
      } else if take(">") {
        depth -= 1
      } else if rest.isEmpty {
        throw start.fault("a DOCTYPE that does not end")
      } else {
        move(to: rest.index(after: rest.startIndex))
      }
    }
  }

  /// Takes a text, and the mark that ends it.
  private mutating func text(before mark: String, of part: String) throws(ImportFailure) -> String {
    var next = rest
    while !next.starts(with: mark.unicodeScalars) {
      if next.popFirst() == nil { throw fault("\(part) that does not end") }
    }
    let text = String(rest[..<next.startIndex])
    move(to: next.startIndex)
    _ = take(mark)
    return text
  }

  private mutating func take(_ mark: String) -> Bool {
    guard rest.starts(with: mark.unicodeScalars) else { return false }
    rest = rest.dropFirst(mark.unicodeScalars.count)
    return true
  }

  private mutating func move(to place: String.Index) {
    line += rest[..<place].count { $0 == "\n" }
    rest = rest[place...]
  }

  /// Skips white space, and tells whether there was any.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let space = rest.prefix { $0 == " " || $0 == "\t" || $0 == "\n" }
    move(to: space.endIndex)
    return !space.isEmpty
  }
}

// MARK: - Characters

extension MarkupReader {
  /// The text of a document, which must be UTF-8, with a line feed for each end of a line.
  private func text(of bytes: [UInt8]) throws(ImportFailure) -> String {
    guard bytes.count <= Self.longest else {
      throw failure("it has \(bytes.count) bytes, expected at most \(Self.longest): divide it")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(validating: line, as: UTF8.self)
      if text?.unicodeScalars.allSatisfy(Self.hasCharacter) == true { continue }
      // A zero byte is valid UTF-8, but mostly a sign of UTF-16.
      let isOther = text == nil || line.contains(0)
      throw ImportFailure(
        path: path, line: index + 1,
        message: isOther
          ? "this is not UTF-8, the only encoding that is read"
          : "this is not XML: a character that XML does not have")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let declaration = /\s*<\?xml\s[^>]*encoding\s*=\s*["']([^"'>]*)/
    if let name = text.prefixMatch(of: declaration)?.1,
      !["utf-8", "utf8"].contains(name.lowercased()), bytes.contains(where: { $0 > 0x7F })
    {
      throw failure(
        "it declares the encoding \(name): write it in UTF-8, the only encoding that is read")
    }
    guard bytes.contains(UInt8(ascii: "\r")) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private static func hasCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": true
    case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}

/// Reads an XML property list that another program wrote; Keywright itself writes none.
///
/// Foundation's readers take bad base64, a thirteenth month and 2^100 for values, merge keys
/// that are canonically equal, and crash on deep nesting. Here such a text is kept as the text that it is, and members
/// of one name as ``ForeignObject/repeated(_:)``, as in a binary file: the other values are none the worse. The grammar of property lists needs so
/// little of XML that a strict reader of it is shorter than a safe way round theirs. It knows the
/// encodings of ``XMLEncoding``, attributes, which mean nothing, comments, processing instructions,
/// CDATA, the five named entities and character references; an internal DTD subset, the only place
/// where entities could be declared, is refused. Line ends in strings are kept as they are, as
/// Foundation does.
struct XMLPropertyListReader {
  let bytes: UnsafeRawBufferPointer
  var position = 0
  private var values = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Reads the whole document, in UTF-8 without a byte order mark; linear in its length.
  mutating func document() throws(PropertyListError) -> PropertyList {
    try skipProlog()
    guard let root = try openingTag(), root.name == "plist" else {
      throw error("something else", expected: "<plist>")
    }
    guard !root.isEmpty else { throw error("an empty <plist/>", expected: "a value in it") }
    try skipMiscellany()
    guard let tag = try openingTag() else { throw error(expected: "a value") }
    let value = try value(tag, depth: 1)
    try skipMiscellany()
    try closingTag("plist")
    try skipMiscellany()
    guard position == bytes.count else { throw error(expected: "nothing after </plist>") }
    return value
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
    guard depth <= PropertyListLimits.depth else {
      throw error("nesting \(depth) deep", expected: "at most \(PropertyListLimits.depth)", at: tag)
    }
    values += 1
    guard values <= PropertyListLimits.values else {
      throw error(
        "over \(values - 1) values", expected: "at most \(PropertyListLimits.values)", at: tag)
    }
    switch tag.name {
    case "true", "false":
      let text = try text(of: tag)
      guard text.isEmpty else { throw error("text", expected: "<\(tag.name)/>", at: tag) }
      return .boolean(tag.name == "true")
    case "string", "integer", "real", "date", "data":
      let bytes = try bytes(of: tag)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return try foreignText(bytes, of: tag)
      }
      return XMLPropertyListText.value(of: tag.name, text) ?? .string(text)
    case "array": return .array(try elements(of: tag, depth: depth))
    case "dict": return .dictionary(try members(of: tag, depth: depth))
    default:
      throw error(shown(tag), expected: "an element that property lists have", at: tag)
    }
  }

  private mutating func elements(of tag: Tag, depth: Int) throws(PropertyListError)
    -> [PropertyList]
  {
    var elements: [PropertyList] = []
    if tag.isEmpty { return elements }
    try skipMiscellany()
    while let tag = try openingTag() {
      elements.append(try value(tag, depth: depth + 1))
      try skipMiscellany()
    }
    try closingTag(tag.name)
    return elements
  }

  private mutating func members(of tag: Tag, depth: Int) throws(PropertyListError)
    -> PropertyListDictionary
  {
    var members: [PropertyListDictionary.Member] = []
    if tag.isEmpty { return PropertyListDictionary() }
    try skipMiscellany()
    while let keyTag = try openingTag() {
      guard keyTag.name == "key" else {
        throw error(shown(keyTag), expected: "<key>", at: keyTag)
      }
      let key = try text(of: keyTag)
      try skipMiscellany()
      guard let valueTag = try openingTag() else { throw error(expected: "the key's value") }
      members.append(.init(key: key, value: try value(valueTag, depth: depth + 1)))
      try skipMiscellany()
    }
    try closingTag(tag.name)
    return PropertyListDictionary(joining: members)
  }

  /// A text that is no UTF-8, as a binary file would have it.
  private func foreignText(
    _ text: [UInt8], of tag: Tag
  ) throws(PropertyListError) -> PropertyList {
    let length = withUnsafeBytes(of: UInt64(text.count).bigEndian) { [0x5F, 0x13] + Array($0) }
    guard let object = ForeignObject(bytes: length + text) else {
      throw error("invalid UTF-8", expected: "text", at: tag)
    }
    return .foreign(object)
  }
}

import KeywrightSchema

extension ServerSession {
  /// The words that may stand at a place: keywords that are not there yet, types, cases, functions of the
  /// target's Swift files.
  func completion(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let place = try place(params)
    let document = place.document
    guard let cursor = CompletionCursor(document.source, at: place.offset) else {
      return .array([])
    }
    let range = document.source.range(cursor.range)
    let innerRange = cursor.innerRange.map(document.source.range)
    let words =
      cursor.isName
      ? CompletionWord.names(in: cursor.parent, besides: place.otherNames)
      : CompletionWord.values(at: cursor, place.target)
    var seen: Set<String> = []
    return .array(
      words.filter { seen.insert($0.text).inserted }.map { word in
        let isOpen = cursor.isName && !cursor.hasColon
        // A type may be a part of one.
        let inner = word.kind == .type ? innerRange : nil
        let text = inner == nil ? word.text : word.label
        return .object([
          ("label", .string(word.label)), ("kind", .integer(word.kind.rawValue)),
          ("detail", .string(word.detail)), ("filterText", .string(text)),
          (
            "textEdit",
            ["range": inner ?? range, "newText": .string(text + (isOpen ? ": " : ""))]
          ),
        ])
      })
  }
}

extension PlaceInTarget {
  /// The names of the members beside the one at the place, if the text can be read to its end.
  fileprivate var otherNames: [String] {
    guard let last = path.last, last.isNamed(at: offset) else { return [] }
    let members = path.dropLast().last?.node.members ?? []
    return members.map(\.name).filter { $0.span != last.member?.name.span }.map(\.text)
  }
}

/// A word that may stand at a place.
struct CompletionWord {
  /// The kinds of words, by the numbers of the protocol.
  enum Kind: Int {
    case function = 3
    case type = 7
    case value = 12
    case keyword = 14
    case enumCase = 20
  }

  /// The word for people.
  let label: String
  let kind: Kind
  /// A sentence about it, or nothing.
  let detail: String
  /// The text in a schema.
  let text: String

  /// A word in quotes.
  static func string(_ word: String, _ kind: Kind, _ detail: String = "") -> CompletionWord {
    CompletionWord(label: word, kind: kind, detail: detail, text: JSONText.quoted(word))
  }

  /// A value that is no string.
  private static func plain(_ word: String) -> CompletionWord {
    CompletionWord(label: word, kind: .value, detail: "", text: word)
  }

  /// The names that a member of an object can have.
  static func names(in object: SchemaPlace, besides others: [String]) -> [CompletionWord] {
    let present = Set((object.node.members ?? []).map(\.name.text) + others)
    return object.shapes.flatMap { shape -> [CompletionWord] in
      switch shape {
      case .object(let kind):
        kind.keywords.filter { !present.contains($0.name) }
          .map { .string($0.name, .keyword, $0.summary) }
      case .single(let name, let value, let flag):
        [.string(name, .keyword, "Its value is \(value.noun).")]
          + (flag.map { [.string($0, .keyword)] } ?? [])
      default: []
      }
    }
  }

  /// The values that can stand at a cursor.
  static func values(at cursor: CompletionCursor, _ target: ServedTarget?) -> [CompletionWord] {
    let shapes = cursor.place.shapes
    return shapes.flatMap { shape -> [CompletionWord] in
      switch shape {
      case .choice(let words): words.map { .string($0, .enumCase) }
      case .boolean: [.plain("true"), .plain("false")]
      case .null: [.plain("null")]
      case .version: [.plain("1")]
      case .text(.type): types(target)
      case .text(.parameterType):
        ScalarType.allCases.filter(\.isParameter).map { .string($0.rawValue, .type) }
      case .text(.symbol): functions(target)
      case .anything: literals(at: cursor, target)
      default: []
      }
    }
  }

  private static func types(_ target: ServedTarget?) -> [CompletionWord] {
    let declared = target?.good?.model.types ?? []
    return declared.map { .string($0.swiftName, .type, $0.documentation.summary) }
      + ScalarType.allCases.map { .string($0.rawValue, .type) }
  }

  /// The functions of the target, as a schema names them.
  private static func functions(_ target: ServedTarget?) -> [CompletionWord] {
    guard let target else { return [] }
    return target.swiftFiles.flatMap { file in
      file.declarations.filter(\.isFunction).map { declaration in
        .string(
          declaration.path.joined(separator: "."), .function,
          file.source.path.split(separator: "/").last.map(String.init) ?? "")
      }
    }
  }

  /// The values of the key or field around a cursor that are a few words.
  private static func literals(
    at cursor: CompletionCursor, _ target: ServedTarget?
  ) -> [CompletionWord] {
    let types = cursor.path.reversed().lazy.compactMap { $0.node["type"]?.string?.text }
    guard let type = types.first else { return [] }
    // Of an array, a set or a dictionary that of the elements.
    let inner = type.split { "?[]<>: ".contains($0) }.last
    guard let name = inner.map(String.init) else { return [] }
    if name == "Bool" { return [.plain("true"), .plain("false")] }
    guard let model = target?.good?.model,
      let declared = model.types.first(where: { $0.swiftName == name }),
      case .enumeration(let cases, _) = declared.kind
    else { return [] }
    return cases.map { .string($0.name, .enumCase, $0.summary) }
  }
}

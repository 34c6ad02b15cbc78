import KeywrightEvolution
import KeywrightSchema

/// A place in an open schema, with what is known of its target.
struct PlaceInTarget {
  let document: OpenDocument
  let offset: Int
  /// The values around the place, from the root of the text; empty if the text cannot be read to its end.
  let path: [SchemaPlace]
  let target: ServedTarget?

  /// The thing that the innermost name at the place declares, if the place is in that name.
  var declared: DeclaredThing? {
    guard let last = path.last, last.isNamed(at: offset), last.keyword == nil,
      let model = target?.good?.model
    else { return nil }
    return DeclaredThing(declaredBy: path, in: model)
  }

  /// The declared type that the word at the place names.
  var namedType: DeclaredThing? {
    guard spellsType, let name = word(), let model = target?.good?.model else { return nil }
    let namespace =
      switch DeclaredThing(declaredBy: path, in: model) {
      case .key(_, let namespace), .namespace(let namespace): namespace
      default: model.root
      }
    return model.type(named: name, seenFrom: namespace).map(DeclaredThing.type)
  }

  /// The word at the place in a string: a name in a type, or a whole path of names with `isPath`.
  func word(isPath: Bool = false) -> String? {
    guard let string = path.last?.node.string, path.last?.isNamed(at: offset) == false else {
      return nil
    }
    let bytes = document.source.bytes
    func isWord(_ index: Int) -> Bool {
      guard string.span.start < index, index < string.span.end - 1 else { return false }
      let character = Character(Unicode.Scalar(bytes[index]))
      return character.isLetter || character.isNumber || character == "_" || bytes[index] >= 0x80
        || isPath && character == "."
    }
    var (start, end) = (offset, offset)
    while isWord(start - 1) { start -= 1 }
    while isWord(end) { end += 1 }
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Whether the value at the place spells something of a form.
  func spells(_ isForm: (TextForm) -> Bool) -> Bool {
    path.last?.shapes.contains { if case .text(let form) = $0 { isForm(form) } else { false } }
      ?? false
  }

  var spellsType: Bool {
    spells {
      switch $0 {
      case .type, .parameterType: true
      default: false
      }
    }
  }

  var spellsSymbol: Bool { spells { if case .symbol = $0 { true } else { false } } }
}

extension ServerSession {
  /// The place that a request is about; its target as it was checked last.
  func place(_ params: JSONNode?) throws(ServerFault) -> PlaceInTarget {
    let document = try document(params)
    guard let offset = document.source.offset(of: params?["position"]) else {
      throw ServerFault(.invalidParams, "no `position` of the text")
    }
    let path = document.source.tree.map { SchemaPlace.path(to: offset, in: $0) } ?? []
    return PlaceInTarget(
      document: document, offset: offset, path: path, target: target(of: document))
  }

  /// The target of a document; of several, the first.
  func target(of document: OpenDocument) -> ServedTarget? {
    let targets = folderPaths[document.uri].flatMap { folders[$0] }?.targets ?? []
    return targets.first { target in
      target.folder.sources.contains { OpenTexts.realPath(of: $0.path) == document.realPath }
    }
  }
}

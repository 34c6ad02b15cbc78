import KeywrightSchema

/// A value on the way from the root of a schema to a place in it, with the forms that the grammar gives it.
struct SchemaPlace {
  /// The member that has the value; nil for an element of an array, and for the root.
  let member: JSONMember?
  let node: JSONNode
  let shapes: [ValueShape]
  /// The keyword that the member's name is; nil for a name that the schema declares.
  let keyword: KeywordEntry?

  /// The values around an offset, the outermost first; the last one has it in its own text or in its name.
  static func path(to offset: Int, in root: JSONNode) -> [SchemaPlace] {
    var path = [
      SchemaPlace(member: nil, node: root, shapes: [.object(.file)], keyword: nil)
    ]
    while let next = path[path.count - 1].child(at: offset) { path.append(next) }
    return path
  }

  private func child(at offset: Int) -> SchemaPlace? { children.first { $0.holds(offset) } }

  /// Whether a cursor at an offset is in the value or in its name.
  private func holds(_ offset: Int) -> Bool {
    (member?.name.span.start ?? node.span.start) <= offset && offset <= node.span.end
  }

  /// Whether a cursor is in the name and not in the value.
  func isNamed(at offset: Int) -> Bool {
    member.map { $0.name.span.start <= offset && offset <= $0.name.span.end } ?? false
  }

  /// The values in this one, in order.
  var children: [SchemaPlace] {
    if let members = node.members {
      return members.map { member in
        let (keyword, shapes) = forms(of: member.name.text)
        return SchemaPlace(
          member: member, node: member.value, shapes: shapes.flatMap { $0.fitting(member.value) },
          keyword: keyword)
      }
    }
    return (node.elements ?? []).map { element in
      SchemaPlace(
        member: nil, node: element, shapes: elementShapes.flatMap { $0.fitting(element) },
        keyword: nil)
    }
  }

  /// The kind of an object with keywords.
  var kind: ObjectKind? {
    shapes.lazy.compactMap { if case .object(let kind) = $0 { kind } else { nil } }.first
  }

  /// Whether the members of the object have names that the schema declares.
  var declaresNames: Bool { shapes.contains { if case .map = $0 { true } else { false } } }

  /// The forms of a member's value.
  private func forms(of name: String) -> (KeywordEntry?, [ValueShape]) {
    var keyword: KeywordEntry?
    var forms: [ValueShape] = []
    for shape in shapes {
      switch shape {
      case .object(let kind):
        guard let entry = kind.keywords.first(where: { $0.name == name }) else {
          continue
        }
        keyword = keyword ?? entry
        forms.append(entry.shape)
      case .map(let value, _, _): forms.append(value)
      case .single(name, let value, _): forms.append(value)
      case .single(_, _, let flag) where flag == name: forms.append(.boolean)
      default: continue
      }
    }
    return (keyword, forms)
  }

  private var elementShapes: [ValueShape] {
    shapes.compactMap {
      switch $0 {
      case .list(let element, _, _), .pair(let element): element
      case .anything: .anything
      default: nil
      }
    }
  }
}

extension ValueShape {
  /// The forms that a value of its kind can have.
  func fitting(_ node: JSONNode) -> [ValueShape] {
    switch (self, node.value) {
    case (.oneOf(let shapes), _): shapes.flatMap { $0.fitting(node) }
    case (.object, .object), (.map, .object), (.single, .object), (.list, .array), (.pair, .array),
      (.anything, _):
      [self]
    case (.object, _), (.map, _), (.single, _), (.list, _), (.pair, _), (_, .object), (_, .array):
      []
    default: [self]
    }
  }
}

/// The defaults that releases showed of one key to users who never chose a value.
struct DefaultHistory {
  /// A default as a release spelled it.
  struct Default {
    let text: String
    let line: LockedKey
  }

  /// What the last release showed, by the place of the release with which a user began; nil where it showed none.
  private(set) var shown: [Default?]
  /// The line that the key had in each release; nil where there was none.
  private(set) var lines: [LockedKey?]

  /// - Parameters:
  ///   - strings: The lines of each string that the key has or had, the present one first.
  ///   - lock: The lock that they are of.
  /// - Complexity: O(*n*) in the number of releases for each of its lines, and for each release of a merged lock.
  init(_ strings: [[LockedKey]], _ lock: KeyLock) {
    let (place, lineage, count) = (lock.order, Lineage(lock), lock.releases.count)
    shown = Array(repeating: nil, count: count)
    lines = shown.map { _ in nil }
    var starts: [Int: LockedKey] = [:]
    // Of several keys that became one, the first gives its value.
    for line in strings.joined() where starts[place(line.release)] == nil {
      starts[place(line.release)] = line
    }
    let places = starts.keys.sorted()
    for release in 0..<count {
      guard let line = places.last(where: { lineage.knows(release, $0) }).flatMap({ starts[$0] })
      else { continue }
      lines[release] = line
      let new = Self.default(of: line)
      shown[release] = new
      // What the release before it showed, this one shows as well.
      if release > 0, lineage.knows(release, release - 1), lines[release - 1] == line { continue }
      for first in 0..<release where lineage.knows(release, first) {
        if line[.defaultFor] == nil || shown[first] == nil { shown[first] = new }
      }
    }
  }

  private static func `default`(of line: LockedKey) -> Default? {
    line[.defaultValue].map { Default(text: $0, line: line) }
  }
}

/// Reads defaults of releases as values of today's types.
struct DefaultTranslation {
  let types: [TypeModel]

  /// A default as a value of today's type, with the fields that it left to their own defaults; nil if it is none.
  func literal(of earlier: DefaultHistory.Default, as type: ValueType) -> Literal? {
    guard let node = JSONNode(text: earlier.text),
      let present = translated(
        node, earlier.line.type.type, LockedTypes(text: earlier.line[.types]), type)
    else { return nil }
    let diagnostics = DiagnosticBag(sources: [SourceFile(path: "", text: present.compact)])
    var reader = LiteralReader(types: types, diagnostics: diagnostics)
    let literal = reader.literal(present, as: type)
    return diagnostics.hasErrors ? nil : literal
  }

  /// A value in the words of today's schema.
  private func translated(
    _ node: JSONNode, _ old: LockedType, _ oldTypes: LockedTypes, _ new: ValueType
  ) -> JSONNode? {
    switch (old, new) {
    case (.optional(let old), _):
      return node.isNull ? node : translated(node, old, oldTypes, new)
    case (.array(let old), .array(let new)), (.set(let old), .set(let new)),
      (.set(let old), .array(let new)):
      let elements = (node.elements ?? []).compactMap { translated($0, old, oldTypes, new) }
      return elements.count == node.elements?.count ? Self.node(.array(elements)) : nil
    case (.dictionary(let oldKey, let old), .dictionary(let newKey, let new)):
      let members = (node.members ?? []).compactMap { member -> JSONMember? in
        let key = translated(Self.node(.string(member.name)), oldKey, oldTypes, newKey)
        guard let name = key?.string, let value = translated(member.value, old, oldTypes, new)
        else { return nil }
        return JSONMember(name: name, value: value)
      }
      return members.count == node.members?.count ? Self.node(.object(members)) : nil
    case (.named(let name), _):
      switch oldTypes[name] {
      case .enumeration(let item)?: return translated(node, item, new)
      case .structure(let item)?: return translated(node, item, oldTypes, new)
      case nil: return node
      }
    default: return node
    }
  }

  /// A case by the name that it has today.
  private func translated(_ node: JSONNode, _ old: LockedEnum, _ new: ValueType) -> JSONNode? {
    guard let name = node.string?.text,
      let raw = old.cases.first(where: { $0.name == name })?.rawValue
    else { return nil }
    guard case .declared(let id) = new, case .enumeration(let cases, _) = types[id.index].kind
    else { return JSONNode(text: raw) }
    let formers = types[id.index].formerCases.map { ($0.rawValue.schemaText, $0.name) }
    return (cases.map { ($0.rawValue.schemaText, $0.name) } + formers)
      .first { ExactString($0.0) == ExactString(raw) }
      .flatMap { JSONNode(text: JSONText.quoted($0.1)) }
  }

  /// The fields that are there still, by the names that they have today.
  private func translated(
    _ node: JSONNode, _ old: LockedStruct, _ oldTypes: LockedTypes, _ new: ValueType
  ) -> JSONNode? {
    guard case .declared(let id) = new, case .structure(let fields) = types[id.index].kind
    else { return nil }
    var members: [JSONMember] = []
    for field in fields {
      let source = ([field.name] + field.formerNames).lazy.compactMap(old.field).first
      guard let source, let value = node.member(source.name) ?? source.defaultValue else {
        continue
      }
      guard let present = translated(value, source.type, oldTypes, field.type) else { return nil }
      members.append(JSONMember(name: Self.name(field.name), value: present))
    }
    return Self.node(.object(members))
  }

  private static let place = Span(file: 0, start: 0, end: 0)

  private static func name(_ text: String) -> JSONString {
    JSONString(text: text, span: place, escapes: [])
  }

  private static func node(_ value: JSONValue) -> JSONNode {
    JSONNode(value: value, span: place)
  }
}

// The change of the schemas that a mend describes, as an author makes it who follows its words.

extension Change.Mend {
  /// Whether the text is written into a schema, at a place that the build knows.
  var isTried: Bool { !isCommand && !isForAuthor }

  /// The schemas with the mend, and the words that gave way to it without being named; nil if it has no place in
  /// them, or changes nothing.
  func written(into roots: [JSONNode]) -> (roots: [JSONNode], replaced: [String])? {
    let filled = text.replacing("\"migrate\": \"…\"", with: "\"migrate\": \"Mend.convert\"")
      .replacing("\"id\": \"…\"", with: "\"id\": \"mended\(place?.origin.offset ?? 0)\"")
    if filled.hasPrefix("{") { return JSONNode(text: filled).map { (roots + [$0], []) } }
    guard let members = JSONNode(text: "{\(filled.replacing(": …", with: ": null"))}")?.members
    else { return nil }
    let before = roots.map(\.compact)
    var roots = roots
    var replaced: [String] = []
    do {
      for gone in replaces {
        try Self.change(&roots, at: gone.place ?? place) { object throws(NoPlace) in
          try object.without(gone)
        }
      }
      try Self.change(&roots, at: place) { object throws(NoPlace) in
        replaced = path.isEmpty ? object.rivals(of: members) : []
        let members = object.chosen(members)
        if members.first?.name.text == "…", let name = path.last {
          return try object.changing(path.dropLast()) { $0.renaming(name) }
        }
        let written = try object.without(replaced).changing(path[...]) {
          $0.writing(members, joining: path.first == "enum")
        }
        guard let rival, let other = JSONNode(text: "{\"rawValue\": null}")?.members else {
          return written
        }
        return try written.changing(["enum", rival]) { $0.writing(object.chosen(other)) }
      }
    } catch {
      return nil
    }
    return roots.map(\.compact) == before ? nil : (roots, replaced)
  }

  /// The effect, with the words that gave way.
  func effect(replacing words: [String]) -> String {
    words.isEmpty
      ? effect : "in place of \(words.map { "`\($0)`" }.joined(separator: " and ")) " + effect
  }

  private static func change(
    _ roots: inout [JSONNode], at place: KeyInventory.Place?,
    _ change: (JSONNode) throws(NoPlace) -> JSONNode
  ) throws(NoPlace) {
    guard let place, roots.indices.contains(place.origin.file) else { throw NoPlace() }
    let file = place.origin.file
    guard let root = try roots[file].changing(at: place.origin.offset, change) else {
      throw NoPlace()
    }
    roots[file] = root
  }
}

extension Change {
  /// The change, whatever its words say of releases.
  var identity: [String] { [fate.rawValue, part.rawValue, key, from, to, subject] }

  var isOpen: Bool { level > .free && reason == nil }

  /// Gives an error that no word of a schema mends its only way out: the command that accepts the change.
  mutating func closeMends() {
    guard level == .error, mends.isEmpty else { return }
    mends = [
      Mend(
        text: "keywright lock --accept \(key) --because \"…\"",
        effect: "is the only way to let this pass", place: place, isCommand: true)
    ]
  }
}

/// An object that is not where a mend expects it.
private struct NoPlace: Error {}

extension JSONNode {
  private func with(_ members: [JSONMember]) -> JSONNode {
    JSONNode(value: .object(members), span: span)
  }

  private static func text(_ text: String, _ span: Span) -> JSONNode {
    JSONNode(value: .string(JSONString(text: text, span: span, escapes: [])), span: span)
  }

  private static func name(_ text: String, _ span: Span) -> JSONString {
    JSONString(text: text, span: span, escapes: [])
  }

  /// The tree with another object in place of the one that the name at an offset declares, or else of the
  /// innermost around it.
  fileprivate func changing(
    at offset: Int, _ change: (JSONNode) throws(NoPlace) -> JSONNode
  ) throws(NoPlace) -> JSONNode? {
    guard span.start <= offset, offset < span.end else { return nil }
    if var elements {
      for index in elements.indices {
        guard let element = try elements[index].changing(at: offset, change) else { continue }
        elements[index] = element
        return JSONNode(value: .array(elements), span: span)
      }
      return nil
    }
    guard var members else { return nil }
    for (index, member) in members.enumerated() {
      let isName = member.name.span.start <= offset && offset < member.name.span.end
      let value =
        isName && member.value.members != nil
        ? try change(member.value) : try member.value.changing(at: offset, change)
      guard let value else { continue }
      members[index] = JSONMember(name: member.name, value: value)
      return with(members)
    }
    return try change(self)
  }

  /// The words of an object that exclude added ones, and give way to them.
  fileprivate func rivals(of added: [JSONMember]) -> [String] {
    let rivals = ["id": "storageString", "storageString": "id"]
    return added.compactMap { rivals[$0.name.text] }.filter { member($0) != nil }
  }

  /// Members with the choice of an author for a type filled in: a raw value that no case has.
  fileprivate func chosen(_ members: [JSONMember]) -> [JSONMember] {
    let cases = member("enum")?.long.members ?? []
    let isOfIntegers = cases.contains { ($0.value.member("rawValue") ?? $0.value).integer != nil }
    let raw = isOfIntegers ? JSONValue.number("7700077") : Self.text("mended", span).value
    return members.map { member in
      if member.name.text == "rawValue", member.value.isNull {
        JSONMember(name: member.name, value: JSONNode(value: raw, span: span))
      } else {
        member
      }
    }
  }

  /// The object with another name for a case or a field.
  fileprivate func renaming(_ name: String) -> JSONNode {
    with(
      (long.members ?? []).map {
        $0.name.text == name
          ? JSONMember(name: Self.name("mended", span), value: $0.value) : $0
      })
  }

  /// The object with another one in place of that at the end of a path; a case and a field may be in their
  /// short forms.
  ///
  /// - Parameter kind: The word that the object is the value of.
  fileprivate func changing(
    _ path: ArraySlice<String>, in kind: String = "",
    _ change: (JSONNode) throws(NoPlace) -> JSONNode
  ) throws(NoPlace) -> JSONNode {
    guard var name = path.first else { return try change(self) }
    var members = long.members ?? []
    // A case that the author chooses.
    if name == "…", let first = members.first { name = first.name.text }
    guard let index = members.firstIndex(where: { $0.name.text == name }) else { throw NoPlace() }
    var value = members[index].value
    if let word = ["enum": "rawValue", "struct": "type"][kind], value.members == nil {
      value = with([JSONMember(name: Self.name(word, span), value: value)])
    }
    members[index] = JSONMember(
      name: members[index].name, value: try value.changing(path.dropFirst(), in: name, change))
    return with(members)
  }

  /// An object in place of an array of cases.
  private var long: JSONNode {
    guard let elements else { return self }
    return with(
      elements.compactMap { element in
        element.string.map { JSONMember(name: $0, value: element) }
      })
  }

  /// The object with members: elements are added to what is reserved, and other members
  /// take the place of those of their names. A `default` without a value makes the type optional instead.
  ///
  /// - Parameter areJoined: Whether elements of any list are added: a case has several former raw values.
  fileprivate func writing(_ added: [JSONMember], joining areJoined: Bool = false) -> JSONNode {
    var members = long.members ?? []
    for member in added {
      var (name, value) = (member.name, member.value)
      if name.text == "default", value.isNull, let type = self.member("type")?.string?.text {
        (name, value) = (Self.name("type", span), Self.text(type + "?", span))
      }
      guard let index = members.firstIndex(where: { $0.name.text == name.text }) else {
        members.append(JSONMember(name: name, value: value))
        continue
      }
      members[index] = JSONMember(
        name: name,
        value: members[index].value.joined(with: value, of: areJoined ? "reserved" : name.text))
    }
    return with(members)
  }

  private func joined(with new: JSONNode, of name: String) -> JSONNode {
    switch (name, value, new.value) {
    case ("reserved", .array(let elements), .array(let others)),
      ("erased", .array(let elements), .array(let others)):
      let known = Set(elements.map(\.compact))
      return JSONNode(
        value: .array(elements + others.filter { !known.contains($0.compact) }), span: span)
    default: return new
    }
  }

  fileprivate func without(_ names: [String]) -> JSONNode {
    with((members ?? []).filter { !names.contains($0.name.text) })
  }

  /// The object without a word, or without one element or entry of its list.
  fileprivate func without(_ gone: Change.Mend.Replaced) throws(NoPlace) -> JSONNode {
    try changing(gone.path[...]) { object throws(NoPlace) in
      guard let element = gone.element, let list = object.member(gone.word) else {
        return object.without([gone.word])
      }
      let members = (object.members ?? []).compactMap { member -> JSONMember? in
        guard member.name.text == gone.word else { return member }
        switch list.value {
        case .array(let elements):
          let rest = elements.filter { $0.compact != element }
          return rest.isEmpty
            ? nil
            : JSONMember(name: member.name, value: JSONNode(value: .array(rest), span: list.span))
        case .object(let entries):
          let rest = entries.filter {
            $0.name.text != element && JSONText.quoted($0.name.text) != element
          }
          return rest.isEmpty ? nil : JSONMember(name: member.name, value: with(rest))
        default: return nil
        }
      }
      return with(members)
    }
  }
}

/// A change of a text: other text in place of some of its bytes.
package struct TextEdit: Sendable, Equatable {
  package let range: Range<Int>
  package let text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// The bytes of a text after edits, none of which touch each other.
  package static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for edit in edits.sorted(by: { $1.range.lowerBound < $0.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return bytes
  }
}

extension SourceFile {
  /// The JSON of the text, whatever else is wrong with it; nil if it cannot be read to its end.
  package var tree: JSONNode? { JSONParser.parse(bytes, into: IgnoredFaults()) }

  /// The JSON of the text before an offset, with one more string and the closing brackets of those open
  /// there: the text as if it ended with the string that is being written.
  ///
  /// - Parameter string: The name of a member, or a value, whichever can stand there.
  package func tree(before offset: Int, then string: String) -> JSONNode? {
    let start = bytes[..<min(max(offset, 0), bytes.count)] + JSONText.quoted(string).utf8
    for ending in [": null", ""] {
      let text = Array(start + ending.utf8)
      if let closers = JSONParser.closers(of: text, into: IgnoredFaults()),
        let tree = JSONParser.parse(text + closers.utf8, into: IgnoredFaults())
      {
        return tree
      }
    }
    return nil
  }
}

/// Takes no notice of mistakes.
private final class IgnoredFaults: JSONFaultHandler {
  func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {}
  func note(damaged string: Span) {}
}

/// An object of a JSON text that can be changed so that the text looks as a person would have written it.
package struct EditableObject {
  package let members: [JSONMember]
  package let span: Span

  /// Writes a member, in place of one of its name or after the last.
  package func setting(_ name: String, to text: String, in source: SourceFile) -> TextEdit {
    if let member = members.first(where: { $0.name.text == name }) {
      return TextEdit(range: member.value.span.start..<member.value.span.end, text: text)
    }
    return appending("\(JSONText.quoted(name)): \(text)", after: members.last, source)
  }

  /// Adds an element to a member that is an array, which is made if there is none.
  package func adding(_ element: String, to name: String, in source: SourceFile) -> TextEdit {
    guard let value = members.first(where: { $0.name.text == name })?.value,
      let last = value.elements?.last
    else { return setting(name, to: "[\(element)]", in: source) }
    return TextEdit(range: last.span.end..<last.span.end, text: ", \(element)")
  }

  private func appending(
    _ text: String, after last: JSONMember?, _ source: SourceFile
  ) -> TextEdit {
    guard let last else {
      return TextEdit(range: span.start..<span.end, text: "{ \(text) }")
    }
    let place = last.value.span.end..<last.value.span.end
    // Beside members with lines of their own, this one gets a line too.
    let lineStart = source.startOfLine(at: last.name.span.start)
    let indent = source.bytes[lineStart..<last.name.span.start]
    guard indent.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
      return TextEdit(range: place, text: ", \(text)")
    }
    return TextEdit(range: place, text: ",\n\(String(decoding: indent, as: UTF8.self))\(text)")
  }
}

extension SourceFile {
  /// The offset of the first byte of the line that holds the byte at `offset`.
  func startOfLine(at offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }
}

extension JSONNode {
  /// The object that is declared by the name at an offset, or that begins there; else the innermost around
  /// it.
  package func objectEdits(at offset: Int) -> EditableObject? {
    guard let members else {
      return elements?.lazy.compactMap { $0.objectEdits(at: offset) }.first
    }
    guard span.start <= offset, offset < span.end else { return nil }
    for member in members {
      let isName = member.name.span.start <= offset && offset < member.name.span.end
      if isName, let inner = member.value.members {
        return EditableObject(members: inner, span: member.value.span)
      }
      if let inner = member.value.objectEdits(at: offset) { return inner }
    }
    return EditableObject(members: members, span: span)
  }

  /// The edit that leaves out a value together with its separator.
  ///
  /// The value is an element of an array, or belongs to a member whose name or value is at the place. With
  /// the last element of a list, the member that is the list is left out.
  package func removal(of place: Range<Int>, in source: SourceFile) -> TextEdit? {
    let parts: [(whole: Range<Int>, value: JSONNode, isAsked: Bool)] =
      if let members {
        members.map { member in
          let isName = member.name.span.start..<member.name.span.end == place
          let isValue = member.value.span.start..<member.value.span.end == place
          let isOnly = member.value.elements.map { $0.count == 1 && $0[0].covers(place) } ?? false
          return (
            member.name.span.start..<member.value.span.end, member.value,
            isName || isValue || isOnly
          )
        }
      } else {
        (elements ?? []).map { ($0.span.start..<$0.span.end, $0, $0.covers(place)) }
      }
    guard let index = parts.firstIndex(where: { $0.isAsked }) else {
      return parts.lazy.compactMap { $0.value.removal(of: place, in: source) }.first
    }
    let whole = parts[index].whole
    if index + 1 < parts.count {
      return TextEdit(range: whole.lowerBound..<parts[index + 1].whole.lowerBound, text: "")
    }
    let start = index > 0 ? parts[index - 1].whole.upperBound : whole.lowerBound
    return TextEdit(range: start..<whole.upperBound, text: "")
  }

  /// The edits that write members in place of the one whose name is at a place, or in place of those of their
  /// names.
  func replacing(
    memberAt place: Range<Int>, by new: [MemberText], in source: SourceFile
  ) -> [TextEdit]? {
    guard let object = objectEdits(at: place.lowerBound - 1),
      let member = object.members.first(where: {
        $0.name.span.start..<$0.name.span.end == place
      })
    else { return nil }
    let others = Set(object.members.map(\.name.text)).subtracting([member.name.text])
    let (known, added) = (
      new.filter { others.contains($0.name) }, new.filter { !others.contains($0.name) }
    )
    let text = added.map(\.text).joined(separator: ", ")
    let edit =
      added.isEmpty
      ? removal(of: place, in: source)
      : TextEdit(range: place.lowerBound..<member.value.span.end, text: text)
    return edit.map { [$0] + known.map { object.setting($0.name, to: $0.value, in: source) } }
  }

  private func covers(_ place: Range<Int>) -> Bool { span.start..<span.end == place }
}

/// A change of a schema that mends what a diagnostic reports, for editors that make it.
package struct Fix: Sendable {
  /// The change in words.
  package let title: String
  /// The path of the file that changes, as in the diagnostic's location.
  package let path: String
  /// The reported bytes, or the name of the declaration that changes.
  let place: Range<Int>
  let remedy: Remedy

  /// The edits of the file's text; nil if the text has no place for them, perhaps because it has changed since.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  package func edits(in source: SourceFile) -> [TextEdit]? {
    guard place.upperBound <= source.bytes.count else { return nil }
    return remedy.edits(at: place, in: source)
  }
}

/// The part of a fix that a message knows: what is to be done at the place where it is reported.
enum Remedy: Sendable, Equatable {
  /// Text in place of the reported text; in a string, in place of the text between the quotes.
  case replacement(String)
  /// Text at an offset of the file.
  case insertion(String, at: Int)
  /// A member for the reported object, or for the declaration whose name is reported; it replaces a member of
  /// the same name.
  case member(String, JSONText: String)
  /// An element of a member that is an array.
  case element(of: String, JSONText: String)
  /// Members in place of the one whose name is reported; each replaces one of its name.
  case members([MemberText])
  /// Another name for the declaration whose name is at a place, with members that keep what is stored: in place
  /// of the member whose name is reported, if that is not the declaration's.
  case renaming(to: String, at: Range<Int>, with: [MemberText])
  /// The reported value is left out of the array or object that it is in.
  case removal

  /// The change in words.
  func title(replacing found: String) -> String {
    switch self {
    case .replacement(""): "Remove `\(found)`"
    case .replacement(let text) where found.isEmpty: "Insert `\(text)`"
    case .replacement(let text): "Replace `\(found)` with `\(text)`"
    case .insertion(let text, _):
      "Insert `\(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))`"
    case .member(let name, let text): "Write `\(JSONText.quoted(name)): \(text)`"
    case .members(let members) where members.isEmpty: "Remove `\(found)`"
    case .members(let members): "Write `\(members.map(\.text).joined(separator: ", "))`"
    case .renaming(let name, _, _): "Call it `\(name)`"
    case .element(let name, let text): "Add `\(text)` to `\(name)`"
    case .removal: "Remove `\(found)`"
    }
  }

  fileprivate func edits(at place: Range<Int>, in source: SourceFile) -> [TextEdit]? {
    switch self {
    case .replacement(let text):
      let isString = place.count >= 2 && source.bytes[place.lowerBound] == UInt8(ascii: "\"")
      return [TextEdit(range: place, text: isString ? JSONText.quoted(text) : text)]
    case .insertion(let text, let offset):
      return [TextEdit(range: offset..<offset, text: text)]
    case .member(let name, let text):
      return source.tree?.objectEdits(at: place.lowerBound).map { object in
        [object.setting(name, to: text, in: source)]
      }
    case .element(let name, let text):
      return source.tree?.objectEdits(at: place.lowerBound).map { object in
        [object.adding(text, to: name, in: source)]
      }
    case .members(let members):
      return source.tree?.replacing(memberAt: place, by: members, in: source)
    case .renaming(let name, let declared, let members):
      guard declared.upperBound <= source.bytes.count,
        source.tree?.members(besideNameAt: declared)?.contains(where: { $0.name.text == name })
          != true
      else { return nil }
      let rename = Remedy.replacement(name).edits(at: declared, in: source) ?? []
      if declared != place {
        return source.tree?.replacing(memberAt: place, by: members, in: source).map { rename + $0 }
      }
      return source.tree?.objectEdits(at: place.lowerBound).map { object in
        rename + members.map { object.setting($0.name, to: $0.value, in: source) }
      }
    case .removal: return source.tree?.removal(of: place, in: source).map { [$0] }
    }
  }

  /// Another spelling, if one was found.
  static func spelling(_ suggestion: String?) -> Remedy? { suggestion.map(Remedy.replacement) }
}

extension JSONNode {
  /// The members of the object in which a name stands at a place; nil if none stands there.
  fileprivate func members(besideNameAt place: Range<Int>) -> [JSONMember]? {
    for member in members ?? [] {
      if member.name.span.start..<member.name.span.end == place { return members }
      if let found = member.value.members(besideNameAt: place) { return found }
    }
    return (elements ?? []).lazy.compactMap { $0.members(besideNameAt: place) }.first
  }
}

import Foundation

/// An element of an XML document, with its place.
struct MarkupElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [MarkupElement] = []
  /// All character data directly inside it, joined.
  var text = ""
  /// The file that it is in.
  var path: String
  var line: Int

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// The value of an attribute that must be there.
  func required(_ attribute: String) throws(ImportFailure) -> String {
    if let value = self[attribute], !value.isEmpty { return value }
    throw ImportFailure(path: path, line: line, message: "<\(name)> has no `\(attribute)`")
  }

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
}

import Foundation

/// The texts for people in a Swift source: string literals, with the call and the label that they are for.
///
/// What a literal interpolates becomes `<…>`, as in the article *Troubleshooting*.
struct SwiftMessages {
  /// A call, with the labels of its arguments and the first literal of each.
  struct Call {
    var name: String
    var labels: Set<String> = []
    var literals: [String: String] = [:]
    fileprivate var label = ""
  }

  /// The calls that have a literal or a label, each when it ends.
  private(set) var calls: [Call] = []
  /// The literals that stand behind `name =`, by that name.
  private(set) var assigned: [(name: String, text: String)] = []
  /// All literals that do not continue another one with `+`.
  private(set) var all: [String] = []
  /// Whether all brackets that were opened are closed: whether the source was understood.
  var isBalanced: Bool { open.isEmpty }

  private let bytes: [UInt8]
  private var place = 0
  private var open: [Call] = []
  private var word = ""
  private var assignee = ""
  private var isContinued = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    while place < bytes.count { read() }
  }

  private func follows(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func read() {
    if follows("//") {
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    } else if follows("\"") {
      note(readLiteral())
    } else {
      readCode()
    }
  }

  private mutating func note(_ text: String) {
    if !isContinued { all.append(text) }
    if !assignee.isEmpty { assigned.append((assignee, text)) }
    for index in open.indices where open[index].literals[open[index].label] == nil {
      open[index].literals[open[index].label] = text
    }
    (word, assignee, isContinued) = ("", "", false)
  }

  private mutating func readCode() {
    let scalar = Character(Unicode.Scalar(bytes[place]))
    place += 1
    switch scalar {
    case "(", "[", "{":
      open.append(Call(name: scalar == "(" ? word : ""))
    case ")", "]", "}":
      if let call = open.popLast(), !call.literals.isEmpty || !call.labels.isEmpty {
        calls.append(call)
      }
    case ",":
      if !open.isEmpty { open[open.count - 1].label = "" }
    case ":":
      if !open.isEmpty, open[open.count - 1].label.isEmpty {
        open[open.count - 1].label = word
        open[open.count - 1].labels.insert(word)
      }
    case "=": assignee = word
    case "+": isContinued = true
    case " ", "\n": return
    case _ where scalar.isLetter || scalar.isNumber || scalar == "_":
      var name = String(scalar)
      while place < bytes.count, Self.isWord(bytes[place]) {
        name.append(Character(Unicode.Scalar(bytes[place])))
        place += 1
      }
      word = name
      (isContinued, assignee) = (false, "")
      return
    default: break
    }
    if scalar != "+" { isContinued = false }
    if scalar != "=" { assignee = "" }
    if scalar != "=" { word = "" }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isLetter || character.isNumber || character == "_"
  }

  /// Reads a literal of one line or of several, which has no number signs.
  private mutating func readLiteral() -> String {
    let isLong = follows("\"\"\"")
    let quotes = isLong ? "\"\"\"" : "\""
    place += quotes.utf8.count
    var text: [UInt8] = []
    while place < bytes.count, !follows(quotes) {
      if follows("\\(") {
        place += 2
        passInterpolation()
        text += Array("<…>".utf8)
      } else if follows("\\\n") || isLong && follows("\n") {
        if follows("\n") { text.append(UInt8(ascii: " ")) }
        place += follows("\n") ? 1 : 2
        while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
      } else {
        if follows("\\") { place += 1 }
        text.append(bytes[place])
        place += 1
      }
    }
    place += quotes.utf8.count
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  private mutating func passInterpolation() {
    var depth = 1
    while place < bytes.count, depth > 0 {
      if follows("\"") {
        _ = readLiteral()
        continue
      }
      if follows("(") { depth += 1 }
      if follows(")") { depth -= 1 }
      place += 1
    }
  }
}

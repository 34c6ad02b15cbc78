/// The text of a package's manifest, with the places of calls and arguments in it.
struct ManifestSource {
  let text: [Character]

  init(_ text: String) { self.text = Array(text) }

  /// The end of the first line, which those that are added get too.
  var lineEnd: String { text.first(where: \.isNewline).map(String.init) ?? "\n" }

  /// One argument of a call, or one element of an array.
  struct Argument {
    var label: String?
    /// The place of the label, or of the value without one.
    var start: Int
    var value: Range<Int>
  }

  /// The parts between brackets.
  struct List {
    var arguments: [Argument]
    var open: Int
    var close: Int

    subscript(label: String) -> Argument? { arguments.first { $0.label == label } }
  }

  func text(of range: Range<Int>) -> String { String(text[range]) }

  /// The parts of the first call of a function.
  func call(of name: String) -> List? {
    let wanted = Array(name)
    var place = 0
    while place < text.count {
      if let next = skipped(place) {
        place = next
      } else if text[place...].starts(with: wanted), place == 0 || !isNamePart(text[place - 1]),
        place + wanted.count < text.count, text[place + wanted.count] == "("
      {
        return list(at: place + wanted.count)
      } else {
        place += 1
      }
    }
    return nil
  }

  /// The parts between the bracket at a place and its counterpart; nil if there is none.
  func list(at open: Int) -> List? {
    var arguments: [Argument] = []
    var depth = 0
    var (start, end): (Int?, Int) = (nil, open)
    var place = open + 1
    func finish() {
      if let start { arguments.append(argument(start..<end)) }
      start = nil
    }
    while place < text.count {
      if let next = skipped(place) {
        if text[place] != "/" {
          start = start ?? place
          end = next
        }
        place = next
        continue
      }
      switch text[place] {
      case ")" where depth == 0, "]" where depth == 0:
        finish()
        return List(arguments: arguments, open: open, close: place)
      case "," where depth == 0: finish()
      case let character where character.isWhitespace: break
      case let character:
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        start = start ?? place
        end = place + 1
      }
      place += 1
    }
    return nil
  }

  /// The parts of an argument's value, if that is an array literal.
  func array(_ argument: Argument) -> List? {
    text[argument.value.lowerBound] == "[" ? list(at: argument.value.lowerBound) : nil
  }

  /// The name of the function that an element calls, with its parts: `.target(…)`, and the same with the
  /// name of its type before the dot.
  func call(_ argument: Argument) -> (name: String, list: List)? {
    guard let open = text[argument.value].firstIndex(of: "("), let list = list(at: open) else {
      return nil
    }
    let name = text[argument.value.lowerBound..<open].split(separator: ".").last ?? []
    return (String(name.filter { !$0.isWhitespace }), list)
  }

  /// The text of an argument's value, if that is a plain string literal.
  func string(_ argument: Argument?) -> String? {
    guard let argument else { return nil }
    let text = text[argument.value]
    guard text.count >= 2, text.first == "\"", text.last == "\"",
      !text.dropFirst().dropLast().contains(where: { "\"\\".contains($0) })
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The blanks before a place, if nothing else stands before it in its line.
  func indentation(at place: Int) -> String? {
    var start = place
    while start > 0, !text[start - 1].isNewline {
      start -= 1
      if text[start] != " ", text[start] != "\t" { return nil }
    }
    return String(text[start..<place])
  }

  private func argument(_ range: Range<Int>) -> Argument {
    var place = range.lowerBound
    while place < range.upperBound, isNamePart(text[place]) { place += 1 }
    guard place > range.lowerBound, place < range.upperBound, text[place] == ":" else {
      return Argument(label: nil, start: range.lowerBound, value: range)
    }
    let label = String(text[range.lowerBound..<place])
    place += 1
    while place < range.upperBound, text[place].isWhitespace { place += 1 }
    return Argument(label: label, start: range.lowerBound, value: place..<range.upperBound)
  }

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The place after the comment or string literal at a place; nil if neither is there.
  private func skipped(_ place: Int) -> Int? {
    let rest = text[place...]
    if rest.starts(with: "//") {
      return rest.firstIndex(where: \.isNewline) ?? text.count
    }
    if rest.starts(with: "/*") { return end(of: ["*", "/"], from: place + 2) }
    if rest.starts(with: "\"\"\"") { return end(of: ["\"", "\"", "\""], from: place + 3) }
    return rest.first == "\"" ? end(of: ["\""], from: place + 1) : nil
  }

  private func end(of mark: [Character], from start: Int) -> Int {
    var place = start
    while place < text.count {
      if text[place] == "\\", mark[0] == "\"" {
        place += 2
      } else if text[place...].starts(with: mark) {
        return place + mark.count
      } else {
        place += 1
      }
    }
    return text.count
  }
}

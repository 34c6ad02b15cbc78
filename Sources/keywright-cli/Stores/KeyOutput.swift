import Keywright
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// Keys and values as verbs print them.
enum KeyOutput {
  /// The option of all verbs that print values.
  static let reveal = VerbDescription.Option.flag(
    "reveal", "shows private and secret values too"
  ).common

  /// `KEY=value`; nil for a key without a value.
  static func line(_ state: KeyState, reveal: Bool) -> String? {
    state.text(reveal: reveal).map {
      "\(LineText.name(state.key.storageString))=\(LineText.text($0))\n"
    }
  }

  /// The note that steps or bounds changed what was given.
  static func noteOfProcessing(_ state: KeyState) -> String {
    line(state, reveal: false).map { note("processed to \(words: String($0.dropLast()))") } ?? ""
  }

  /// A line for each key, the sources in a column of their own.
  static func table(_ states: [KeyState], reveal: Bool) -> String {
    let ink = Ink.ofOutput
    let rows = states.map { state in
      let value = state.text(reveal: reveal).map { "=" + LineText.text($0) } ?? ""
      let name = LineText.name(state.key.storageString)
      return (state: state, name: name, value: value, cells: CellWidth.of(name + value))
    }
    let width = min(56, rows.map(\.cells).max() ?? 0)
    return rows.map { row in
      let space = String(repeating: " ", count: max(0, width - row.cells) + 2)
      let color: Ink.Color = row.state.source == .unreadable ? .red : .faint
      var source = row.state.source.rawValue
      if let remark = row.state.migrationRemark { source += ", " + printable(remark) }
      if row.state.isReadable, let violation = row.state.violationSentence {
        source += "; " + printable(violation)
      }
      return ink.paint(row.name, row.state.isChanged ? .bold : .plain) + row.value + space
        + ink.paint(source, color) + "\n"
    }.joined()
  }

  /// The sentence for a value in whose place the program has the default; nil for any other.
  static func fault(of state: KeyState, in location: StoreLocation) -> String? {
    guard state.isWithoutEffect, let stored = state.stored else { return nil }
    let fault =
      state.violationSentence.map { String($0.dropFirst("what is stored ".count)) }
      ?? "is no \(state.key.typeText)"
    return
      complaint(
        "\(state.key.storageString) holds \(withArticle(stored.tree.kind)) in "
          + "\(path: location.path), which \(fault); the program has the default")
  }
}

extension KeyState {
  /// A note about an earlier value that the command cannot bring along as the program does; nil without one.
  var migrationNote: String? {
    guard stored == nil, let migrationRemark else { return nil }
    return note("`\(key.storageString)`: \(migrationRemark)")
  }
}

extension CatalogKey {
  /// Notes for a person who names the key: its present name, and where else than in its usual store the program
  /// keeps it.
  var notes: String {
    var notes = former.map { note("`\($0.name)` is called `\(storageString)` now") } ?? ""
    if model.coding == .memory {
      notes += note("the program stores no `\(storageString)`")
    } else if let otherStore {
      notes += note("the program keeps `\(storageString)` in its store `\(otherStore)`")
    }
    return notes
  }

  /// The store of the program that its schema names; nil for the usual one.
  var otherStore: String? {
    model.lifecycle.store.flatMap { $0 == "default" ? nil : $0 }
  }
}

extension String {
  /// Whether white space is at its beginning or end.
  var hasOuterBlanks: Bool { first?.isWhitespace == true || last?.isWhitespace == true }

  /// The parts before the first `=` and behind it; nil without one.
  ///
  /// By bytes: a combining mark at the start of a value is part of the `=` before it, to a `Character`.
  var splitAtEqualsSign: (name: String, value: String)? {
    guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (
      String(decoding: utf8[..<sign], as: UTF8.self),
      String(decoding: utf8[utf8.index(after: sign)...], as: UTF8.self)
    )
  }
}

/// A line KEY=value: text that would not survive in it is quoted as in JSON.
enum LineText {
  /// A value in the rest of a line.
  static func text(_ text: String) -> String {
    let isPlain =
      text.utf8.first != UInt8(ascii: "\"") && !text.hasOuterBlanks
      && text.utf8.elementsEqual(printable(text).utf8)
    return isPlain ? text : JSONText.quoted(text)
  }

  /// A name at the beginning of a line, which neither forges another line nor another name.
  static func name(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name.utf8.first != UInt8(ascii: "\"")
      && name.utf8.first != UInt8(ascii: "#")
      && !name.unicodeScalars.contains { $0 == "=" || $0.properties.isWhitespace }
      && name.utf8.elementsEqual(printable(name).utf8)
    return isPlain ? name : JSONText.quoted(name)
  }

  /// The name and the value of a line; nil for another line.
  static func parts(of line: String) -> (name: String, value: String)? {
    var (start, quoted) = (line.startIndex, String?.none)
    if line.utf8.first == UInt8(ascii: "\""), let end = endOfQuoted(line) {
      guard let text = unquoted(String(line[..<end])) else { return nil }
      (start, quoted) = (end, text)
    }
    guard let (rest, value) = String(line[start...]).splitAtEqualsSign,
      quoted == nil || rest.isEmpty
    else { return nil }
    let isQuoted = value.utf8.first == UInt8(ascii: "\"")
    return (quoted ?? rest, isQuoted ? unquoted(value) ?? value : value)
  }

  /// The index after the quote that closes the text at the start of a line.
  private static func endOfQuoted(_ line: String) -> String.Index? {
    var isEscaped = false
    for index in line.utf8.indices.dropFirst() {
      switch line.utf8[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): return line.utf8.index(after: index)
      default: break
      }
    }
    return nil
  }

  private static func unquoted(_ text: String) -> String? {
    guard case .string(let text)? = try? StoredValue(json: text, isStored: true).content else {
      return nil
    }
    return text
  }
}

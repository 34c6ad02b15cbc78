import Foundation
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

/// The formats in which values are exchanged with other programs.
enum ExchangeFormat: String, CaseIterable {
  /// Nested objects, one for each component of the storage strings.
  case json
  /// A property list in XML, as a store's file has it: one member for each key.
  case plist
  /// A line KEY=value for each key.
  case env

  /// The format of a file, by its content.
  init(of bytes: [UInt8]) {
    let mark = Array("\u{FEFF}".utf8)
    let start = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if start.starts(with: "bplist".utf8) || start.first == UInt8(ascii: "<") {
      self = .plist
    } else {
      let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(start.first)
      self = isJSON ? .json : .env
    }
  }

  /// The text of values.
  func text(_ states: [KeyState]) -> String {
    switch self {
    case .json:
      return NestedValues(states.filter { $0.value != nil }).document.text() + "\n"
    case .plist:
      return PropertyListElement.text(
        of: states.compactMap { state in
          state.value.map { (name: state.key.storageString, value: $0.tree) }
        })
    case .env: return states.compactMap { KeyOutput.line($0, reveal: true) }.joined()
    }
  }
}

extension KeyState {
  /// Whether XML has the value exactly: not a control character, a part of a second, an infinity.
  var fitsXML: Bool {
    guard let value else { return true }
    let text = PropertyListElement.text(of: [(name: key.storageString, value: value.tree)])
    guard text.unicodeScalars.allSatisfy(PropertyListElement.hasForm) else { return false }
    guard case .dictionary(let members)? = try? PropertyList(reading: Array(text.utf8)) else {
      return false
    }
    return members[key.storageString] == value.tree
  }
}

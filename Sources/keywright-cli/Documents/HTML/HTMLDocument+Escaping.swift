import Foundation
import KeywrightEvolution
import KeywrightSchema

extension HTMLDocument {
  /// Text for an element or an attribute in quotation marks.
  static func escaped(_ text: String) -> String {
    let text = Paragraphs.line(text)
    let needsNone = text.utf8.allSatisfy {
      $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
    }
    if needsNone { return text }
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Escaped text in which backticks enclose code.
  static func prose(_ text: String) -> String {
    Paragraphs.spans(of: text).map { $0.isCode ? code($0.text) : escaped($0.text) }.joined()
  }

  static func code(_ text: String) -> String { "<code>\(breakable(text))</code>" }

  /// Escaped text that can be broken after `:`, `.`, `_` and `/`, for narrow windows.
  static func breakable(_ text: String) -> String {
    var parts: [String] = [""]
    for scalar in Paragraphs.line(text).unicodeScalars {
      parts[parts.count - 1].unicodeScalars.append(scalar)
      if ":._/".unicodeScalars.contains(scalar) { parts.append("") }
    }
    return parts.filter { !$0.isEmpty }.map(escaped).joined(separator: "<wbr>")
  }

  /// The id of a key: its storage string, with all that is special in an address in percent form.
  static func anchor(_ storageString: String) -> String {
    storageString.addingPercentEncoding(withAllowedCharacters: plain) ?? storageString
  }

  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:")

  /// The id of a namespace; the slash is in no id of a key.
  static func anchor(of namespace: DescribedNamespace) -> String {
    "/" + anchor(namespace.prefix)
  }
}

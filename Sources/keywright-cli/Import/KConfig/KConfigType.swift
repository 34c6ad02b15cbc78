import Foundation
import KeywrightSchema

/// The types of KConfigXT that are the same for every entry, with their texts.
enum KConfigType {
  case boolean, string, real
  case integer(String, ClosedRange<Int128>)
  case list(of: String)
  case url
  /// Numbers, as in a point: the name of the struct, its fields, their type.
  case structure(String, [String], of: String)
  /// Kept as text, with a reason to say so.
  case text(String)
  /// Without a default that can be written down.
  case date

  /// The type of an entry, in any case, as `KConfigLoader` reads it; nil for `Enum` and what is none.
  init?(_ name: String) {
    switch name.lowercased() {
    case "bool": self = .boolean
    case "string", "path", "password": self = .string
    case "stringlist", "pathlist": self = .list(of: "String")
    case "url": self = .url
    case "urllist": self = .list(of: "URL")
    case "intlist": self = .list(of: "Int32")
    case "double": self = .real
    case "int": self = .integer("Int32", Int128(Int32.min)...Int128(Int32.max))
    case "uint": self = .integer("UInt32", 0...Int128(UInt32.max))
    case "int64", "longlong": self = .integer("Int64", Int128(Int64.min)...Int128(Int64.max))
    case "uint64", "ulonglong": self = .integer("UInt64", 0...Int128(UInt64.max))
    case "point": self = .structure("Point", ["x", "y"], of: "Int32")
    case "pointf": self = .structure("PointF", ["x", "y"], of: "Double")
    case "size": self = .structure("Size", ["width", "height"], of: "Int32")
    case "sizef": self = .structure("SizeF", ["width", "height"], of: "Double")
    case "rect": self = .structure("Rect", ["x", "y", "width", "height"], of: "Int32")
    case "rectf": self = .structure("RectF", ["x", "y", "width", "height"], of: "Double")
    case "color": self = .text("a colour is kept as KConfig spells it")
    case "font": self = .text("a font is kept as Qt spells it")
    case "datetime": self = .date
    default: return nil
    }
  }

  /// The type as a schema spells it; a struct's name may differ.
  var spelling: String {
    switch self {
    case .boolean: "Bool"
    case .string, .text: "String"
    case .real: "Double"
    case .integer(let name, _): name
    case .list(let element): "[\(element)]"
    case .url: "URL"
    case .structure(let name, _, _): name
    case .date: "Date"
    }
  }

  var isNumber: Bool {
    switch self {
    case .real, .integer: true
    default: false
    }
  }

  /// What KConfig uses where no default is given; nil where absence says it better.
  var zero: JSONDocument? {
    switch self {
    case .boolean: .bool(false)
    case .string: .string("")
    case .real, .integer: .number("0")
    case .list: .array([])
    case .structure(_, let fields, _): .object(fields.map { ($0, .number("0")) })
    case .url, .text, .date: nil
    }
  }

  /// The value that a text stands for; nil if it stands for none.
  func value(_ text: String) -> JSONDocument? {
    switch self {
    case .boolean:
      switch text.lowercased() {
      case "true", "1", "yes", "on": return .bool(true)
      case "false", "0", "no", "off": return .bool(false)
      default: return nil
      }
    case .string, .text: return .string(text)
    case .real: return Self.number(text, "Double")
    case .integer(_, let bounds):
      guard let number = Int128(text), bounds.contains(number) else { return nil }
      return .number("\(number)")
    case .url: return URLText.checked(text).map { .string($0) }
    case .list(let element): return Self.list(text, element)
    case .structure(_, let fields, let type):
      let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let values = parts.compactMap { Self.number($0, type) }
      guard values.count == fields.count, parts.count == fields.count else { return nil }
      return .object(zip(fields, values).map { ($0, $1) })
    case .date: return nil
    }
  }

  private static func number(_ text: String, _ type: String) -> JSONDocument? {
    if type == "Int32" { return Int32(text).map { .number("\($0)") } }
    return Double(text).flatMap { $0.isFinite ? .number("\($0)") : nil }
  }

  private static func list(_ text: String, _ element: String) -> JSONDocument? {
    let parts = split(text)
    let values = parts.compactMap { part -> JSONDocument? in
      switch element {
      case "Int32": number(part.trimmingCharacters(in: .whitespaces), element)
      case "URL": URLText.checked(part).map { .string($0) }
      default: .string(part)
      }
    }
    return values.count == parts.count ? .array(values) : nil
  }

  /// The elements of a list: commas separate them, a backslash takes the next character as it is.
  private static func split(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    var parts = [""]
    var isEscaped = false
    for character in text {
      if isEscaped || character != "\\" && character != "," {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        parts.append("")
      }
    }
    return parts
  }
}

import Foundation
import KeywrightSchema

/// The types of KConfigXT that are the same for every entry, with their texts.
enum KConfigType {
  case boolean, string, real
  case integer(ScalarType)
  case list(of: String)
  case url
  /// Numbers, as in a point: the name of the struct, its fields, their type.
  case structure(String, [String], of: String)
  /// A type stored as text, with the note that says so.
  case text(String)
  /// A date, whose default no schema can write.
  case date

  /// The type of an entry, in upper or lower case, as `KConfigLoader` reads it; nil for `Enum` and
  /// unknown types.
  init?(_ name: String) {
    switch name.lowercased() {
    case "bool": self = .boolean
    case "string", "path", "password": self = .string
    case "stringlist", "pathlist": self = .list(of: "String")
    case "url": self = .url
    case "urllist": self = .list(of: "URL")
    case "intlist": self = .list(of: "Int32")
    case "double": self = .real
    case "int": self = .integer(.int32)
    case "uint": self = .integer(.uint32)
    case "int64", "longlong": self = .integer(.int64)
    case "uint64", "ulonglong": self = .integer(.uint64)
    case "point": self = .structure("Point", ["x", "y"], of: "Int32")
    case "pointf": self = .structure("PointF", ["x", "y"], of: "Double")
    case "size": self = .structure("Size", ["width", "height"], of: "Int32")
    case "sizef": self = .structure("SizeF", ["width", "height"], of: "Double")
    case "rect": self = .structure("Rect", ["x", "y", "width", "height"], of: "Int32")
    case "rectf": self = .structure("RectF", ["x", "y", "width", "height"], of: "Double")
    case "color": self = .text("a colour is kept as KConfig spells it")
    case "font": self = .text("a font is kept as Qt spells it")
    case "time": self = .text("a time of day is kept as Qt spells it")
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
    case .integer(let type): type.rawValue
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

  /// KConfig's default where the file gives none; nil where absence says it better. For a size it is
  /// Qt's invalid one.
  var zero: JSONDocument? {
    switch self {
    case .boolean: .bool(false)
    case .string: .string("")
    case .real, .integer: .number("0")
    case .list: .array([])
    case .structure(let name, let fields, _):
      .object(fields.map { ($0, .number(name.hasPrefix("Size") ? "-1" : "0")) })
    case .url, .text, .date: nil
    }
  }

  /// The value of a text; nil for a text that is no value of the type.
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
    case .integer(let type):
      guard let number = CPlusPlusLiteral.integer(text),
        type.integerBounds?.contains(number) == true
      else { return nil }
      return .number("\(number)")
    case .url: return URLText.checked(text).map { .string($0) }
    case .list(let element): return Self.list(text, element)
    case .structure(let name, let fields, let type):
      guard let numbers = Self.numbers(of: name, text, type), numbers.count == fields.count else {
        return nil
      }
      let values = numbers.compactMap { Self.document($0, type) }
      guard values.count == fields.count else { return nil }
      return .object(zip(fields, values).map { ($0, $1) })
    case .date: return nil
    }
  }

  private static func number(_ text: String, _ type: String) -> JSONDocument? {
    let number =
      type == "Int32"
      ? CPlusPlusLiteral.integer(text).map(Double.init) : CPlusPlusLiteral.real(text)
    return number.flatMap { document($0, type) }
  }

  /// A number as a schema spells it; nil for one that the type or a schema cannot hold, such as a
  /// subnormal number.
  private static func document(_ number: Double, _ type: String) -> JSONDocument? {
    if type == "Int32" { return Int32(exactly: number).map { .number("\($0)") } }
    return number.isFinite && (number.isNormal || number == 0) ? .number("\(number)") : nil
  }

  /// The numbers of a structure, in the order of its fields: a constructor of Qt's, as the compiler
  /// of KConfigXT takes it, or numbers with commas, as `KConfigLoader` does.
  private static func numbers(of name: String, _ text: String, _ type: String) -> [Double]? {
    let isFloating = name.hasSuffix("F")
    let constructors = isFloating ? ["Q" + name, "Q" + name.dropLast()] : ["Q" + name]
    let call = CPlusPlusLiteral.call(text)
    if let call, !constructors.contains(call.name) { return nil }
    let parts = call?.arguments ?? text.split(separator: ",").map(String.init)
    let read =
      isFloating ? CPlusPlusLiteral.real : { CPlusPlusLiteral.integer($0).map(Double.init) }
    var numbers = parts.compactMap { read($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == parts.count else { return nil }
    if let call, call.arguments.isEmpty {
      return name.hasPrefix("Rect")
        ? [0, 0, 0, 0] : name.hasPrefix("Size") ? [-1, -1] : [0, 0]
    }
    if call == nil, name.hasPrefix("Rect"), numbers.count == 4 {
      // The corners; Qt counts the last column and row of integers in.
      let last: Double = isFloating ? 0 : 1
      numbers[2] += last - numbers[0]
      numbers[3] += last - numbers[1]
    }
    return numbers
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

import Foundation
import KeywrightSchema
import KeywrightStorage

/// The reading of property lists whose members are known by name.
extension PropertyList {
  subscript(name: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.members.first { $0.key == name }?.value
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var elements: [PropertyList]? { if case .array(let elements) = self { elements } else { nil } }

  var isTrue: Bool { if case .boolean(true) = self { true } else { false } }

  /// The value as a schema spells it; nil if no literal does.
  var literal: JSONDocument? {
    switch self {
    case .boolean(let value): return .bool(value)
    case .integer(let value): return .number(String(value))
    case .unsigned(let value): return .number(String(value))
    case .real(let value): return value.isFinite ? .number(Literal.short("\(value)")) : nil
    case .string(let text): return .string(text)
    case .data(let bytes): return .string(KeywrightSchema.Base64Text.text(bytes))
    case .array(let elements):
      let literals = elements.compactMap(\.literal)
      return literals.count == elements.count ? .array(literals) : nil
    case .dictionary(let dictionary):
      let literals = dictionary.members.compactMap { member in
        member.value.literal.map { (member.key, $0) }
      }
      return literals.count == dictionary.members.count ? .object(literals) : nil
    case .date, .uid, .foreign: return nil
    }
  }

  /// Reads a file.
  init(file: (path: String, bytes: [UInt8])) throws(ImportFailure) {
    do {
      self = try PropertyList(reading: file.bytes)
    } catch {
      throw ImportFailure(path: file.path, line: 1, message: "this is no property list: \(error)")
    }
  }
}

/// The reason why no type of schemas is for what a file has.
struct Untyped: Error {
  var reason: String
}

/// The type of values that are there, where no declaration says it.
struct GuessedType {
  /// The doubt about small integers, which JSON does not leave.
  static let flag = "0 and 1 may also stand for a Bool"

  /// The type as a schema writes it.
  var text: String
  /// The reason why it may be another; nil if it is certain.
  var doubt: String?

  private init(_ text: String, doubt: String? = nil) {
    self.text = text
    self.doubt = doubt
  }

  /// Guesses the type of a value.
  init(_ value: PropertyList) throws(Untyped) {
    self = try Self.guess(value)
  }

  private static func guess(_ value: PropertyList) throws(Untyped) -> GuessedType {
    switch value {
    case .boolean: GuessedType("Bool")
    case .integer(0), .integer(1): GuessedType("Int", doubt: flag)
    case .integer: GuessedType("Int")
    case .unsigned: GuessedType("UInt64")
    case .real(let number):
      GuessedType(
        "Double",
        doubt: number == number.rounded() ? "a whole number, as an Int would be stored" : nil)
    case .string(let string): GuessedType("String", doubt: doubt(about: string))
    case .date: GuessedType("Date")
    case .data: GuessedType("Data", doubt: "bytes in a form that only the program knows")
    case .array(let elements): try collection(elements, "[", "]")
    case .dictionary(let dictionary):
      try collection(dictionary.members.map(\.value), "[String: ", "]")
    case .uid: throw Untyped(reason: "it is a reference, which only an archive has")
    case .foreign: throw Untyped(reason: "only a property list has values of its form")
    }
  }

  /// The type of a collection, from those of its elements.
  private static func collection(
    _ elements: [PropertyList], _ start: String, _ end: String
  ) throws(Untyped) -> GuessedType {
    guard !elements.isEmpty else {
      return GuessedType(
        "\(start)String\(end)", doubt: "it is empty, so that the type of its elements is a guess")
    }
    let type = try guess(elements[0])
    for element in elements where try guess(element).text != type.text {
      throw Untyped(reason: "its elements are of several types; declare a struct for it")
    }
    return GuessedType(start + type.text + end, doubt: type.doubt)
  }

  private static func doubt(about text: String) -> String? {
    if text.contains("://") { return "it may be a URL" }
    if UUIDText.checked(text) != nil { return "it may be a UUID" }
    let isDate = text.count >= 20 && text.hasSuffix("Z") && text.contains("T")
    if isDate { return "it may be a Date" }
    return nil
  }
}

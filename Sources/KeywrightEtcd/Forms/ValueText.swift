import Foundation
import Keywright

/// The text of a stored value in etcd: JSON that `etcdctl get` shows readably and that any language
/// reads.
///
/// Booleans, integers, strings, arrays and dictionaries are JSON's own. A real has a point or an
/// exponent, so that 1.0 is no integer. A form that JSON lacks is an object whose one name begins with
/// `$`:
///
/// | form | text |
/// |---|---|
/// | date | `{"$date":785684470.5,"utc":"2025-11-24T15:41:10Z"}`; read too: `{"$date":"2025-11-24T15:41:10Z"}` |
/// | data | `{"$data":"yv4="}` |
/// | infinities, NaN | `{"$real":"inf"}`, `{"$real":"-inf"}`, `{"$real":"0x7ff8000000000000"}` |
/// | archive reference | `{"$uid":7}` |
///
/// A dictionary's own key that begins with `$` has one more. Null has no stored form.
struct ValueText {
  private(set) var bytes: [UInt8] = []

  /// The text of a value.
  static func text(of value: StoredValue) -> [UInt8] {
    var writer = ValueText()
    writer.write(value)
    return writer.bytes
  }

  /// A string as a JSON literal.
  static func quoted(_ string: String) -> String {
    var writer = ValueText()
    writer.write(quoted: string)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ value: StoredValue) {
    switch value.content {
    case .boolean(let value): write(value ? "true" : "false")
    case .integer(let value): write("\(value)")
    case .unsigned(let value): write("\(value)")
    case .real(let value): write(real: value)
    case .string(let value): write(quoted: value)
    case .date(let seconds): write(date: seconds)
    case .data(let bytes): write(#"{"$data":"\#(Data(bytes).base64EncodedString())"}"#)
    case .uid(let value): write(#"{"$uid":\#(value)}"#)
    case .array(let elements):
      write("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { write(",") }
        write(element)
      }
      write("]")
    case .dictionary(let members):
      write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { write(",") }
        write(quoted: member.key.utf8.first == UInt8(ascii: "$") ? "$" + member.key : member.key)
        write(":")
        write(member.value)
      }
      write("}")
    }
  }

  private mutating func write(real value: Double) {
    if value.isFinite { return write("\(value)") }
    if value.isNaN { return write(#"{"$real":"0x\#(String(value.bitPattern, radix: 16))"}"#) }
    write(value < 0 ? #"{"$real":"-inf"}"# : #"{"$real":"inf"}"#)
  }

  private mutating func write(date seconds: Double) {
    let text = CalendarText.text(secondsSince2001: seconds).map { #","utc":"\#($0)""# } ?? ""
    write(#"{"$date":\#(seconds)\#(text)}"#)
  }

  private mutating func write(quoted string: String) {
    write("\"")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: write("\\n")
      case 0x09: write("\\t")
      case 0x0D: write("\\r")
      case 0..<0x20, 0x7F:
        write("\\u00")
        write((byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    write("\"")
  }
}

/// Moments as people write them.
enum CalendarText {
  /// ISO 8601 in UTC to the second; nil outside of the years 1 to 9999.
  static func text(secondsSince2001 seconds: Double) -> String? {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    return format.format(Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)))
  }

  /// The moment of such a text.
  static func secondsSince2001(_ text: String) -> Double? {
    (try? format.parse(text)).map(\.timeIntervalSinceReferenceDate)
  }

  private static var format: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}

import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Convertible {
  /// The text of the stored form.
  public static var textForm: TextForm { Stored.textForm.checked(as: Self.self) }
}

extension Convertible where Stored == Self {
  /// The stored value as JSON.
  public static var textForm: TextForm { TextForm(.any).checked(as: Self.self) }
}

extension Convertible where Self: RawRepresentable, RawValue: Convertible, Stored == RawValue {
  /// The name of a case, or the raw value.
  public static var textForm: TextForm { TextForm.ofRawValues(of: Self.self) }
}

extension Convertible where Self: Codable, Stored == StoredValue {
  /// JSON, as the type's own `init(from:)` reads it.
  public static var textForm: TextForm {
    TextForm.codable(Self.self) {
      Self.value(from: $0) != nil
    } encode: {
      try $0.storedValue()
    }
  }
}

extension TextForm {
  /// The same form, for a type that takes but some of its values.
  func checked<Value: Convertible>(
    as type: Value.Type, expected: String = withArticle(Value.self)
  ) -> TextForm {
    checked(expected: expected) { Value.value(from: $0) != nil }
  }

  func checked(
    expected: String, _ isValid: @escaping @Sendable (StoredValue) -> Bool
  ) -> TextForm {
    TextForm(.checked(self, expected: expected, isValid))
  }

  /// The form of a type with raw values, by the names of its cases where it lists them.
  static func ofRawValues<Value: RawRepresentable & Sendable>(
    of type: Value.Type
  ) -> TextForm where Value.RawValue: Convertible {
    let raw = Value.RawValue.textForm
    if let listed = type as? any CaseIterable.Type {
      // A name that the type makes up for people need not be the same tomorrow.
      let isNamed = !(type is any CustomStringConvertible.Type)
      let cases = listed.cases.compactMap { value -> (name: String, stored: StoredValue)? in
        guard let stored = try? (value as? Value)?.rawValue.storedValue() else { return nil }
        return (isNamed ? "\(value)" : raw.text(of: stored), stored)
      }
      if !cases.isEmpty { return ofCases(cases, of: type) }
    }
    return raw.checked(expected: withArticle(type)) { stored in
      Value.RawValue.value(from: stored).flatMap(Value.init(rawValue:)) != nil
    }
  }

  /// The form of an enum, by the names and the stored forms of its cases.
  static func ofCases<Value: RawRepresentable & Sendable>(
    _ cases: [(name: String, stored: StoredValue)], of type: Value.Type
  ) -> TextForm where Value.RawValue: Convertible {
    TextForm(
      .cases(cases, raw: Value.RawValue.textForm) { stored in
        let value = Value.RawValue.value(from: stored).flatMap(Value.init(rawValue:))
        return try? value?.rawValue.storedValue()
      })
  }

  /// JSON that a type reads by itself.
  ///
  /// - Parameters:
  ///   - isStored: Whether a tree is a stored form already, which needs no reading as text.
  ///   - encode: The stored form of a value.
  static func codable<Value: Decodable & Sendable>(
    _ type: Value.Type, _ isStored: @escaping @Sendable (StoredValue) -> Bool,
    encode: @escaping @Sendable (Value) throws -> StoredValue
  ) -> TextForm {
    TextForm(
      .codable { json in
        let value = try TreeCoding.decode(type, from: json.tree, isText: true)
        return isStored(json) ? json : try encode(value)
      })
  }

  static func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> TextForm {
    TextForm(.integer(least: Int64(clamping: Value.min), greatest: UInt64(clamping: Value.max)))
  }
}

extension CaseIterable {
  fileprivate static var cases: [Any] { Array(allCases) }
}

// MARK: Rows of the table

extension StoredValue {
  /// JSON, with `{"$date": …}` and the like for what JSON has no kind for; any other text is a string.
  public static var textForm: TextForm { TextForm(.any) }
}

extension Bool {
  /// `true false yes no on off 1 0`.
  public static var textForm: TextForm { TextForm(.boolean) }
}

extension Double {
  /// A number; `inf` and `nan` too.
  public static var textForm: TextForm { TextForm(.real) }
}

extension Float {
  /// A number; `inf` and `nan` too.
  public static var textForm: TextForm { TextForm(.single) }
}

extension String {
  /// The text itself.
  public static var textForm: TextForm { TextForm(.string) }
}

extension Int {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension Int8 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension Int16 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension Int32 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension Int64 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension UInt {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension UInt8 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension UInt16 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension UInt32 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension UInt64 {
  /// Decimal digits.
  public static var textForm: TextForm { .integer(Self.self) }
}

extension Date {
  /// ISO 8601: a day, or a moment with its zone.
  public static var textForm: TextForm { TextForm(.date) }
}

extension Data {
  /// Base64.
  public static var textForm: TextForm { TextForm(.data) }
}

extension Duration {
  /// Seconds, or a number with units.
  public static var textForm: TextForm { TextForm(.duration).checked(as: Self.self) }
}

extension Decimal {
  /// Decimal digits.
  public static var textForm: TextForm {
    TextForm(.decimal).checked(as: Self.self, expected: "a decimal number of at most 38 digits")
  }
}

extension URL {
  /// The URL itself.
  public static var textForm: TextForm {
    TextForm(.string).checked(as: Self.self, expected: "a URL")
  }
}

extension UUID {
  /// The usual form.
  public static var textForm: TextForm {
    TextForm(.string).checked(as: Self.self, expected: "a UUID")
  }
}

extension Array where Element: Convertible {
  /// JSON; of scalars also a list with commas.
  public static var textForm: TextForm { TextForm(.array(of: Element.textForm)) }
}

extension Set where Element: Convertible {
  /// JSON; of scalars also a list with commas.
  public static var textForm: TextForm { TextForm(.array(of: Element.textForm)) }
}

extension Dictionary where Key: Convertible, Key.Stored: DictionaryKeyForm, Value: Convertible {
  /// A JSON object.
  public static var textForm: TextForm {
    let names = TextForm.MemberNames(
      form: Key.textForm,
      key: { name in
        guard let form = Key.Stored.value(dictionaryKey: name) else { return nil }
        return try? form.storedValue()
      }, name: { Key.Stored.value(from: $0)?.dictionaryKey() })
    return TextForm(.dictionary(of: Value.textForm, names: names)).checked(
      as: Self.self, expected: "an object whose names are all \(Key.storedForm)s")
  }
}

import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that has a row of its own in the table of texts.
package protocol TextFormed: Convertible {
  static var ownTextForm: TextForm { get }
}

extension Convertible {
  /// The texts and the JSON of values: in the environment, in arguments, in files that people edit,
  /// and in calls that set a key by its name.
  ///
  /// An enum is written by its cases, a `Codable` type as JSON, and any other type as its stored form.
  package static var textForm: TextForm {
    if let type = Self.self as? any TextFormed.Type { return type.ownTextForm }
    if let type = Self.self as? any RawRepresentable.Type, Stored.self == rawValueType(of: type) {
      return .ofRawValues(of: Self.self)
    }
    if Stored.self == StoredValue.self, Self.self is any Codable.Type {
      return .codable {
        try decode(text: $0, naming: $1)
      } isStored: {
        Self.value(from: $0) != nil
      } encode: {
        try $0.storedValue()
      }
    }
    return (Stored.self == Self.self ? TextForm(.any) : Stored.textForm).checked(as: Self.self)
  }

  private static func rawValueType<Value: RawRepresentable>(of type: Value.Type) -> any Any.Type {
    Value.RawValue.self
  }

  /// The value that a tree stands for as text, as the type's own `init(from:)` reads it.
  private static func decode(text tree: PropertyList, naming cases: NamedCases) throws -> Self {
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Any {
      try TreeCoding.decode(type, from: tree, naming: cases)
    }
    guard let type = Self.self as? any Decodable.Type, let value = try decode(type) as? Self
    else { throw TextFailure("not \(withArticle(Self.self))") }
    return value
  }
}

extension TextForm {
  /// The same form, for a type that takes only some of its values.
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

  /// The form of a type whose stored form is its raw value, by the names of its cases where it lists them.
  static func ofRawValues<Value: Convertible>(of type: Value.Type) -> TextForm {
    ofRawValues(of: type, raw: Value.Stored.textForm) {
      try? $0.storedValue()
    } read: {
      Value.value(from: $0)
    }
  }

  /// The form of a type with raw values, by the names of its cases where it lists them.
  ///
  /// - Parameters:
  ///   - raw: The form of the raw values.
  ///   - encode: The stored form of a value.
  ///   - read: The value of a stored form, if there is one.
  static func ofRawValues<Value>(
    of type: Value.Type, raw: TextForm, encode: @escaping @Sendable (Value) -> StoredValue?,
    read: @escaping @Sendable (StoredValue) -> Value?
  ) -> TextForm {
    if let listed = type as? any CaseIterable.Type {
      // A name that the type makes up for people need not be the same tomorrow.
      let isNamed = !(type is any CustomStringConvertible.Type)
      let cases = listed.cases.compactMap { value -> (name: String, stored: StoredValue)? in
        guard let stored = (value as? Value).flatMap(encode) else { return nil }
        return (isNamed ? "\(value)" : raw.text(of: stored), stored)
      }
      if !cases.isEmpty {
        let former = TextForm.formerNames(of: type).compactMap { name, value in
          (value as? Value).flatMap(encode).map { (name: name, stored: $0) }
        }
        return TextForm(
          .cases(.init(named: cases, former: former, raw: raw) { read($0).flatMap(encode) }))
      }
    }
    return raw.checked(expected: withArticle(type)) { read($0) != nil }
  }

  /// The names that cases had in earlier versions, as generated code has them.
  private static func formerNames(of type: any Any.Type) -> [(name: String, value: Any)] {
    func names<Value: _FormerlyNamed>(_ type: Value.Type) -> [(name: String, value: Any)] {
      type._formerNames.map { ($0.key, $0.value) }
    }
    return (type as? any _FormerlyNamed.Type).map { names($0) } ?? []
  }

  /// JSON that a type reads by itself.
  ///
  /// - Parameters:
  ///   - read: The value that a tree stands for as text.
  ///   - isStored: Whether a tree is a stored form already, which needs no encoding.
  ///   - encode: The stored form of a value.
  static func codable<Value>(
    read: @escaping @Sendable (PropertyList, NamedCases) throws -> Value,
    isStored: @escaping @Sendable (StoredValue) -> Bool,
    encode: @escaping @Sendable (Value) throws -> StoredValue
  ) -> TextForm {
    TextForm(
      .codable { json in
        let cases = NamedCases()
        let value = try read(json.tree, cases)
        return !cases.areNamed && isStored(json) ? json : try encode(value)
      })
  }
}

extension CaseIterable {
  fileprivate static var cases: [Any] { Array(allCases) }
}

// MARK: Rows of the table

extension StoredValue: TextFormed {
  /// JSON, with `{"$date": …}` and the like for what JSON has no kind for; any other text is a string.
  package static var ownTextForm: TextForm { TextForm(.any) }
}

extension Bool: TextFormed {
  /// `true false yes no on off 1 0`.
  package static var ownTextForm: TextForm { TextForm(.boolean) }
}

extension Double: TextFormed {
  /// A number; `inf` and `nan` too.
  package static var ownTextForm: TextForm { TextForm(.real) }
}

extension Float: TextFormed {
  /// A number; `inf` and `nan` too.
  package static var ownTextForm: TextForm { TextForm(.single) }
}

extension String: TextFormed {
  /// The text itself.
  package static var ownTextForm: TextForm { TextForm(.string) }
}

extension TextFormed where Self: FixedWidthInteger {
  /// Decimal digits.
  package static var ownTextForm: TextForm {
    TextForm(.integer(least: Int64(clamping: min), greatest: UInt64(clamping: max)))
  }
}

extension Date: TextFormed {
  /// ISO 8601: a day, or a moment with its zone.
  package static var ownTextForm: TextForm { TextForm(.date) }
}

extension Data: TextFormed {
  /// Base64.
  package static var ownTextForm: TextForm { TextForm(.data) }
}

extension Duration: TextFormed {
  /// Seconds, or a number with units.
  package static var ownTextForm: TextForm { TextForm(.duration).checked(as: Self.self) }
}

extension Decimal: TextFormed {
  /// Decimal digits.
  package static var ownTextForm: TextForm {
    TextForm(.decimal).checked(as: Self.self, expected: "a decimal number of at most 38 digits")
  }
}

extension URL: TextFormed {
  /// The URL itself.
  package static var ownTextForm: TextForm {
    TextForm(.string).checked(as: Self.self, expected: "a URL")
  }
}

extension UUID: TextFormed {
  /// The usual form.
  package static var ownTextForm: TextForm {
    TextForm(.string).checked(as: Self.self, expected: "a UUID")
  }
}

extension Array: TextFormed where Element: Convertible {
  /// JSON; of scalars also a list with commas.
  package static var ownTextForm: TextForm { TextForm(.array(of: Element.textForm)) }
}

extension Set: TextFormed where Element: Convertible {
  /// JSON; of scalars also a list with commas.
  package static var ownTextForm: TextForm { TextForm(.array(of: Element.textForm)) }
}

extension Dictionary: TextFormed
where Key: Convertible, Key.Stored: DictionaryKeyForm, Value: Convertible {
  /// A JSON object.
  package static var ownTextForm: TextForm {
    let names = TextForm.MemberNames(form: Key.textForm, of: Key.Stored.self)
    return TextForm(.dictionary(of: Value.textForm, names: names)).checked(
      as: Self.self, expected: "an object whose names are all \(Key.storedForm)s")
  }
}

extension TextForm.MemberNames {
  /// The names of keys that are stored in a form.
  init<Stored: DictionaryKeyForm>(form: TextForm, of type: Stored.Type) {
    self.form = form
    key = { Stored.value(dictionaryKey: $0).flatMap { try? $0.storedValue() } }
    name = { Stored.value(from: $0)?.dictionaryKey() }
  }
}

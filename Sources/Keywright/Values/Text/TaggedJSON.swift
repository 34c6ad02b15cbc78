import KeywrightStorage

/// Stored values as JSON where no type tells what a string stands for, exact to the last bit.
///
/// A form that JSON lacks is an object whose one name begins with `$`:
///
/// | form | JSON |
/// |---|---|
/// | date | `{"$date": "2026-01-31T12:00:00Z"}` |
/// | data | `{"$data": "yv4="}` |
/// | infinities, NaN | `{"$real": "inf"}`, `{"$real": "-inf"}`, `{"$real": "nan"}`, of other bits `"0x7ff8000000000001"` |
/// | archive reference | `{"$uid": 7}` |
/// | an object that is no value | `{"$object": "AA=="}`, its bytes in a property list |
/// | sets, values of one name | `{"$set": []}`, `{"$orderedSet": []}`, `{"$repeated": [1, 2]}` |
///
/// A dictionary's own name that begins with `$` has one more.
package enum TaggedJSON {
  private static let (date, data, real, uid) = ("$date", "$data", "$real", "$uid")
  private static let (object, set, orderedSet) = ("$object", "$set", "$orderedSet")
  private static let repeated = "$repeated"

  /// The JSON of a stored value, on one line.
  package static func text(of stored: StoredValue) -> String {
    JSONWriter.text(of: json(of: stored))
  }

  /// Reads such JSON, which a program stored or a person wrote.
  package static func stored(ofText bytes: [UInt8]) throws(TextFailure) -> StoredValue {
    try stored(StoredValue(json: bytes, isStored: true))
  }

  /// The tree of a stored value's JSON.
  package static func json(of stored: StoredValue) -> StoredValue {
    switch stored.tree {
    case .date(let seconds): return [date: .string(DateSpelling.text(seconds))]
    case .data(let bytes): return [data: .string(Base64Text.text(bytes))]
    case .real(let value) where !value.isFinite: return [real: .string(spelling(of: value))]
    case .uid(let value): return [uid: .unsigned(value)]
    case .foreign(.bytes(let bytes)): return [object: .string(Base64Text.text(bytes))]
    case .foreign(.set(let marker, let elements)):
      return [marker == 0xB0 ? orderedSet : set: json(of: StoredValue(.array(elements)))]
    case .foreign(.repeated(let values)):
      return [repeated: json(of: StoredValue(.array(values)))]
    case .array(let elements): return .array(elements.map { json(of: StoredValue($0)) })
    case .dictionary(let members):
      return .dictionary(
        members.members.map { member in
          (isTag(member.key) ? "$" + member.key : member.key, json(of: StoredValue(member.value)))
        })
    default: return stored
    }
  }

  /// The stored value of a tree that JSON gave.
  ///
  /// - Throws: For an object with a name that begins with one `$`, if it is not one of these forms.
  package static func stored(_ json: StoredValue) throws(TextFailure) -> StoredValue {
    switch json.tree {
    case .array(let elements):
      return try TextFailure.array(of: elements) { element throws(TextFailure) in
        try stored(StoredValue(element))
      }
    case .dictionary(let members):
      if members.count == 1, let member = members.members.first,
        let value = form(member.key, StoredValue(member.value))
      {
        return value
      }
      var values: [(String, StoredValue)] = []
      for member in members.members {
        let isEscaped = member.key.utf8.starts(with: "$$".utf8)
        if isTag(member.key), !isEscaped {
          throw TextFailure(
            "not a tag, such as $date; the name itself is written '$\(member.key)'",
            at: [.member(member.key)])
        }
        let value = try TextFailure.inside(.member(member.key)) { () throws(TextFailure) in
          try stored(StoredValue(member.value))
        }
        values.append((isEscaped ? String(member.key.dropFirst()) : member.key, value))
      }
      return .dictionary(values)
    default: return json
    }
  }

  private static func isTag(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "$") }

  private static func form(_ name: String, _ json: StoredValue) -> StoredValue? {
    switch (name, json.tree) {
    case (date, .string(let text)): try? TextForm.date(text)
    case (data, .string(let text)): Base64Text.bytes(text).map(StoredValue.data)
    case (real, .string(let text)): number(text).map(StoredValue.real)
    case (uid, .integer(let value)): UInt64(exactly: value).map { StoredValue(.uid($0)) }
    case (uid, .unsigned(let value)): StoredValue(.uid(value))
    case (object, .string(let text)):
      Base64Text.bytes(text).flatMap { ForeignObject(bytes: $0) }.map { StoredValue(.foreign($0)) }
    case (set, .array): elements(of: json) { .set(0xC0, $0) }
    case (orderedSet, .array): elements(of: json) { .set(0xB0, $0) }
    case (repeated, .array): elements(of: json) { .repeated($0) }
    default: nil
    }
  }

  private static func elements(
    of json: StoredValue, as foreign: ([PropertyList]) -> ForeignObject
  ) -> StoredValue? {
    guard case .array(let elements)? = try? stored(json).tree else { return nil }
    return StoredValue(.foreign(foreign(elements)))
  }

  private static func spelling(of value: Double) -> String {
    if value.bitPattern == Double.nan.bitPattern || !value.isNaN { return "\(value)" }
    return "0x" + String(value.bitPattern, radix: 16)
  }

  private static func number(_ text: String) -> Double? {
    guard text.hasPrefix("0x") else { return Double(text) }
    return UInt64(text.dropFirst(2), radix: 16).map(Double.init(bitPattern:))
  }
}

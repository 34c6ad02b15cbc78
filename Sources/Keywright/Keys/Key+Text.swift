extension KeyType {
  /// The text form of the key's values.
  package var textForm: TextForm {
    let key = key
    return key.descriptor?.coding?.textForm ?? key.form.textForm
  }
}

extension Key {
  /// The text of a value, which reads back as the same; nil for a nil, and for a value that cannot be
  /// stored.
  ///
  /// ```swift
  /// print(Player.volume.text(of: 0.8) ?? "nothing")   // 0.8
  /// ```
  ///
  /// - Parameter value: The value.
  public func text(of value: Value) -> String? {
    (try? stored(value)).flatMap(\.self).map(textForm.text)
  }

  /// The JSON of a value, on one line; nil as ``text(of:)``.
  ///
  /// - Parameter value: The value.
  public func json(of value: Value) -> String? {
    (try? stored(value)).flatMap(\.self).map(textForm.jsonText)
  }

  /// The value that a text stands for, by its type; not processed, and not checked
  /// against the constraints.
  ///
  /// - Parameter text: The text that a person wrote.
  /// - Throws: A ``TextFailure`` that describes the mistake.
  public func value(fromText text: String) throws(TextFailure) -> Value {
    try TextLimits.check(text)
    return try value(ofStored: textForm.stored(fromText: text))
  }

  /// The value that a JSON text stands for; otherwise as ``value(fromText:)``.
  ///
  /// - Parameter json: One JSON value.
  /// - Throws: A ``TextFailure`` with the mistake and its place in the text.
  public func value(fromJSON json: String) throws(TextFailure) -> Value {
    try TextLimits.check(json)
    return try value(ofStored: textForm.stored(fromJSON: StoredValue(json: json)))
  }

  /// The value of a stored form that a text gave.
  func value(ofStored stored: StoredValue) throws(TextFailure) -> Value {
    guard let value = uncorrectedValue(from: stored) else {
      throw TextFailure("not \(withArticle(Value.self))")
    }
    return value
  }

  /// The error of a value that violates a constraint; nil if it violates none. That of a secret key does not say
  /// which values the constraint allows.
  func violation(of value: Value) -> (failure: TextFailure, expected: String)? {
    guard let violation = descriptor?.violation(of: value) else { return nil }
    if sensitivity != .secret { return violation }
    return (TextFailure("not within its constraints"), "a value within its constraints")
  }
}

/// The longest and most complicated text that is read.
enum TextLimits {
  /// In bytes.
  static let longest = 65_536

  static func check(_ text: String) throws(TextFailure) {
    let length = text.utf8.count
    guard length <= longest else {
      throw TextFailure("a text of \(length) bytes; at most \(longest) are read")
    }
    if CombiningMarks.followOneAnother(in: text) {
      throw TextFailure("over \(CombiningMarks.most) combining marks in a row")
    }
  }
}

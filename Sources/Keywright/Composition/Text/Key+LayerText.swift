extension Key {
  /// The value that a text of a layer stands for, by its type, checked against the
  /// constraints and not processed: what ``ReadableStore/storedValue(of:)`` of a layer of your own returns.
  ///
  /// ```swift
  /// try Player.volume.value(
  ///   fromText: "loud", named: "settings.ini:3: volume", advice: "Correct the line.")
  /// // settings.ini:3: volume=loud: not a number. Correct the line.
  /// ```
  ///
  /// The text of a private or secret key is left out of the error.
  ///
  /// - Parameters:
  ///   - text: The text that a person wrote.
  ///   - source: Where it was written, as people find it: the name of a variable, a file with its line.
  ///   - advice: Advice that the reader can follow there.
  /// - Throws: ``StoreError/Code/unreadable`` if it is no value of the key's type, or violates a
  ///   constraint; `get` reports it, and gives the default.
  public func value(
    fromText text: String, named source: String, advice: String? = nil
  ) throws(StoreError) -> Value {
    try value(fromText: text, under: storageString, named: source, advice: advice)
  }

  /// The value of a text that was given for the storage string, or for a former one.
  func value(
    fromText text: String, under name: StorageString, named source: String, advice: String?
  ) throws(StoreError) -> Value {
    let failure: TextFailure
    let expected: String
    do throws(TextFailure) {
      try TextLimits.check(text)
      let given = try textForm(under: name).stored(fromText: text)
      let value = try value(ofStored: given, under: name)
      guard let violation = violation(of: value) else { return value }
      (failure, expected) = violation
    } catch {
      (failure, expected) = (error, "\(Value.self)")
    }
    throw unreadable(text, failure, expected: expected, source: source, advice: advice)
  }

  private func unreadable(
    _ text: String, _ failure: TextFailure, expected: String, source: String, advice: String?
  ) -> StoreError {
    let isShown = sensitivity.redaction == nil
    let quoted = "\(StoredValue.string(text))"
    // As it was written, but for line ends and other characters that no terminal shows.
    let word =
      quoted.hasSuffix("\"")
      ? quoted.dropFirst().dropLast().replacing("\\\"", with: "\"") : Substring(quoted)
    return StoreError(
      .unreadable, storageString: storageString.string, operation: "read",
      source: source + (isShown ? "=" + word : ""), expected: expected, found: shown(quoted),
      advice: advice,
      underlying: isShown ? failure : failure.redacted(shown(""), expected: expected))
  }
}

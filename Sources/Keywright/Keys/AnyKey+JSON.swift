extension AnyKey {
  /// A problem with a text for the key, as it may be shown.
  func shown(_ failure: TextFailure) -> TextFailure {
    guard let redaction = sensitivity.redaction else { return failure }
    return failure.redacted(redaction, expected: "\(valueType)")
  }
}

extension KeyType {
  /// The stored form of the value that a JSON tree stands for, checked against the constraints.
  ///
  /// - Parameter name: The storage string, or a former one, for which it was given.
  func stored(
    fromJSON json: StoredValue, under name: StorageString
  ) throws(TextFailure) -> StoredValue {
    let key = key
    let given = try key.textForm(under: name).stored(fromJSON: json)
    let value = try key.value(ofStored: given, under: name)
    if let violation = key.violation(of: value) { throw violation.failure }
    return try key.stored(value, of: given, under: name)
  }
}

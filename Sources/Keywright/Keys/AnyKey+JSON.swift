extension AnyKey {
  /// The stored form of the value that a JSON tree stands for, checked against the constraints.
  func stored(fromJSON json: StoredValue) throws(TextFailure) -> StoredValue {
    try base.stored(fromJSON: json)
  }

  /// A problem with a text for the key, as it may be shown.
  func shown(_ failure: TextFailure) -> TextFailure {
    guard let redaction = sensitivity.redaction else { return failure }
    return failure.redacted(redaction, expected: "\(valueType)")
  }
}

extension KeyType {
  fileprivate func stored(fromJSON json: StoredValue) throws(TextFailure) -> StoredValue {
    let stored = try key.textForm.stored(fromJSON: json)
    let value = try key.value(ofStored: stored)
    if let violation = key.violation(of: value) { throw violation.failure }
    return stored
  }
}

extension StagedWrite {
  /// A value that is ready to be written before its commit begins; nil if its commit has more to do.
  ///
  /// Nothing of the program's has a part in the commit of such a key, and decoding gives back what was
  /// encoded. It is made where the types are known, so that the commit needs none of them.
  ///
  /// - Parameter encodes: Whether the store encodes values.
  @inlinable
  @inline(__always)
  static func prepared<K: KeyType>(
    _ value: K.Value, for keyType: K, encodes: Bool
  ) -> StagedWrite? {
    let key = keyType.key
    guard key.descriptor == nil, keyType._process == nil, keyType._willChange == nil,
      keyType._didChange == nil, !key.form.isAbsent(value)
    else { return nil }
    var stored: StoredValue?
    if encodes {
      guard key.form.isExact, let encoded = try? key.form.encode(value) else { return nil }
      stored = encoded
    }
    return StagedWrite(
      key.storageString, in: K.Space.self, key.form, stored,
      HeldValue(value, form: FormID(K.Value.self)))
  }

  @usableFromInline
  convenience init(
    _ name: StorageString, in space: any Namespace.Type, _ form: any KeyForm.Type,
    _ stored: StoredValue?, _ held: consuming HeldValue
  ) {
    self.init(
      name, in: space, form: AnyForm(form, nil), old: .absent,
      new: Cell(stored: stored, held: held), flags: .isTouched)
  }
}

extension WriteBatch {
  /// Whether the store encodes values.
  @usableFromInline var encodesValues: Bool { core.encodesValues }
}

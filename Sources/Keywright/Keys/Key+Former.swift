extension KeyType {
  /// The storage strings that the key had in earlier versions, the newest first.
  var formerStrings: [StorageString] {
    let key = key
    return key.descriptor?.traits.formerStrings(of: key.storageString) ?? []
  }

  /// Whether a value under a former name is of an earlier type, which a function converts.
  var convertsFormer: Bool { key.descriptor?.former != nil }

  /// The text form of the key's values under one of its names.
  func textForm(under name: StorageString) -> TextForm {
    let key = key
    return name == key.storageString ? textForm : key.descriptor?.former?.textForm ?? textForm
  }
}

extension Key {
  /// The value of a stored form that a text under one of the key's names gave.
  func value(
    ofStored stored: StoredValue, under name: StorageString
  ) throws(TextFailure) -> Value {
    guard name != storageString, let former = descriptor?.former else {
      return try value(ofStored: stored)
    }
    return try former.value(stored)
  }

  /// The stored form of a value that was made of a text's.
  func stored(
    _ value: Value, of given: StoredValue, under name: StorageString
  ) throws(TextFailure) -> StoredValue {
    if name == storageString || !convertsFormer { return given }
    guard let stored = try? stored(value) else {
      throw TextFailure("not \(withArticle(Value.self))")
    }
    return stored
  }

  /// The former storage strings under which a value stays for now; empty for most keys.
  @usableFromInline var standbyStrings: [StorageString] {
    descriptor?.traits.standbyStrings(of: storageString) ?? []
  }

  /// The same key under another storage string.
  func stored(under name: StorageString) -> Key {
    Key(name, default: literalDefault, form: form, descriptor: descriptor)
  }
}

extension AnyKey {
  /// The storage strings that the key had in earlier versions, the newest first.
  var formerStrings: [StorageString] { base.formerStrings }

  /// Whether a value under a former name is of an earlier type, which a function converts.
  var convertsFormer: Bool { base.convertsFormer }

  /// The text form of the key's values under one of its names.
  func textForm(under name: StorageString) -> TextForm { base.textForm(under: name) }
}

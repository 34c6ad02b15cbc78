extension Key {
  /// The storage strings that the key had in earlier versions, the newest first: of a family's key with its
  /// parameters.
  var formerStrings: [StorageString] {
    guard let names = descriptor?.names, let own = names.first else { return [] }
    let string = storageString.string
    guard string.utf8.starts(with: own.utf8) else { return [] }
    let parameters = String(decoding: string.utf8.dropFirst(own.utf8.count), as: UTF8.self)
    return names.dropFirst().map { StorageString($0 + parameters) }
  }
}

extension AnyKey {
  /// The storage strings that the key had in earlier versions, the newest first.
  var formerStrings: [StorageString] { base.formerStrings }
}

extension KeyType {
  fileprivate var formerStrings: [StorageString] { key.formerStrings }
}

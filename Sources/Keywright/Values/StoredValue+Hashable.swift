import KeywrightStorage

extension StoredValue: Hashable {
  /// Hashes what `==` compares; linear in the size of the value.
  public func hash(into hasher: inout Hasher) {
    tree.hash(into: &hasher)
  }
}

extension PropertyList {
  /// Feeds the stored bytes, each value led by its kind and each run by its length.
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(UInt64(bitPattern: value))
    case .unsigned(let value), .uid(let value): hasher.combine(value)
    case .real(let value), .date(let value): hasher.combine(value.bitPattern)
    case .string(let value): value.hashBytes(into: &hasher)
    case .data(let bytes): hasher.combine(bytes)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hash(into: &hasher) }
    case .dictionary(let dictionary):
      hasher.combine(dictionary.count)
      for member in dictionary.members {
        member.key.hashBytes(into: &hasher)
        member.value.hash(into: &hasher)
      }
    }
  }
}

extension String {
  /// Feeds the UTF-8 bytes; `hash(into:)` feeds a normalised form.
  fileprivate func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension PropertyListDictionary {
  /// Sorts members by the bytes of their keys.
  ///
  /// A sort, not a hash table, finds duplicates, so that no choice of keys makes it quadratic.
  static func sorted(_ members: [Member]) throws(DuplicateKey) -> [Member] {
    if isStrictlyAscending(members) { return members }
    let keys = SortableKeys(members.lazy.map(\.key))
    let order = keys.order()
    var result: [Member] = []
    result.reserveCapacity(members.count)
    for index in order {
      let member = members[index]
      if let last = result.last, last.key.hasSameBytes(as: member.key) {
        throw DuplicateKey(key: member.key)
      }
      result.append(member)
    }
    return result
  }

  private static func isStrictlyAscending(_ members: [Member]) -> Bool {
    guard members.count > 1 else { return true }
    for index in 1..<members.count
    where !members[index - 1].key.precedesInBytes(members[index].key) {
      return false
    }
    return true
  }
}

/// Keys, copied into one run of bytes: comparing there costs no reference counting, which is most of
/// the time of a sort of strings.
struct SortableKeys {
  /// Where a key is, and its first bytes after those that all keys share.
  private struct Place {
    var prefix: UInt64 = 0
    let start: Int
    let end: Int
    let index: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// How many bytes all keys have in common at their start.
  private var common = Int.max

  init(_ keys: some Collection<String>) {
    bytes.reserveCapacity(keys.reduce(0) { $0 + $1.utf8.count })
    places.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      let start = bytes.count
      key.withBytes { bytes.append(contentsOf: $0) }
      places.append(Place(start: start, end: bytes.count, index: index))
      common = min(common, bytes.count - start)
      var shared = 0
      while shared < common, bytes[shared] == bytes[start + shared] { shared += 1 }
      common = shared
    }
  }

  /// The keys' positions in the order of their bytes, those of equal keys in the order in which they
  /// were given.
  func order() -> [Int] {
    bytes.withUnsafeBytes { bytes in
      func rest(_ place: Place) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[place.start + common..<place.end])
      }
      var places = places
      for index in places.indices { places[index].prefix = rest(places[index]).orderPrefix }
      places.sort { left, right in
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let order = rest(left).compare(with: rest(right))
        return order == 0 ? left.index < right.index : order < 0
      }
      return places.map(\.index)
    }
  }
}

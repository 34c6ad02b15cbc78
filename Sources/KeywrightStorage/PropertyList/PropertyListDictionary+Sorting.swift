extension PropertyListDictionary {
  /// Sorts members by the bytes of their keys.
  ///
  /// A sort, not a hash table, finds duplicates, so that no choice of keys makes it quadratic.
  static func sorted(_ members: [Member]) throws(DuplicateKey) -> [Member] {
    if isStrictlyAscending(members) { return members }
    let keys = SortableKeys(members)
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

/// The keys of members, copied into one run of bytes: comparing there costs no reference
/// counting, which is most of the time of a sort of strings.
private struct SortableKeys {
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

  init(_ members: [PropertyListDictionary.Member]) {
    bytes.reserveCapacity(members.reduce(0) { $0 + $1.key.utf8.count })
    places.reserveCapacity(members.count)
    for index in members.indices {
      let start = bytes.count
      var key = members[index].key
      key.withUTF8 { bytes.append(contentsOf: $0) }
      places.append(Place(start: start, end: bytes.count, index: index))
      common = min(common, bytes.count - start)
      var shared = 0
      while shared < common, bytes[shared] == bytes[start + shared] { shared += 1 }
      common = shared
    }
  }

  /// The members' indices in the order of their keys.
  func order() -> [Int] {
    bytes.withUnsafeBytes { bytes in
      func rest(_ place: Place) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[place.start + common..<place.end])
      }
      var places = places
      for index in places.indices { places[index].prefix = rest(places[index]).orderPrefix }
      places.sort { left, right in
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return rest(left).compare(with: rest(right)) < 0
      }
      return places.map(\.index)
    }
  }
}

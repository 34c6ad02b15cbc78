extension PropertyListDictionary {
  /// Sorts members by the bytes of their keys.
  ///
  /// A sort, not a hash table, finds duplicates, so that no choice of keys makes it quadratic.
  static func sorted(_ members: [Member]) throws(DuplicateKey) -> [Member] {
    if isStrictlyAscending(members) { return members }
    var places = members.indices.map { index in
      Place(prefix: members[index].key.orderPrefix, index: index)
    }
    places.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return members[left.index].key.precedesInBytes(members[right.index].key)
    }
    var result: [Member] = []
    result.reserveCapacity(members.count)
    for place in places {
      let member = members[place.index]
      if let last = result.last, last.key.hasSameBytes(as: member.key) {
        throw DuplicateKey(key: member.key)
      }
      result.append(member)
    }
    return result
  }

  private struct Place {
    let prefix: UInt64
    let index: Int
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

extension String {
  fileprivate var orderPrefix: UInt64 {
    var copy = self
    return copy.withUTF8 { UnsafeRawBufferPointer($0).orderPrefix }
  }
}

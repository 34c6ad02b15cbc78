package import KeywrightStorage

extension PropertyListDictionary {
  /// Makes a dictionary of members in any order, keeping the last of those with one key.
  ///
  /// O(n log n), and O(n) when the members are sorted and have no key twice.
  package init(lastOf members: [Member]) {
    do {
      self = try PropertyListDictionary(members)
    } catch {
      self.init()
      for member in lastOfEach(members, by: \.key) { self[member.key] = member.value }
    }
  }
}

/// The last of the members with each key, sorted by the bytes of the keys; O(n log n).
func lastOfEach<Member>(_ members: [Member], by key: KeyPath<Member, String>) -> [Member] {
  let keys = members.map { $0[keyPath: key] }
  let order = members.indices.sorted { left, right in
    if keys[left].hasSameBytes(as: keys[right]) { return left < right }
    return keys[left].precedesInBytes(keys[right])
  }
  let last = order.indices.filter { place in
    place == order.count - 1 || !keys[order[place]].hasSameBytes(as: keys[order[place + 1]])
  }
  return last.map { members[order[$0]] }
}

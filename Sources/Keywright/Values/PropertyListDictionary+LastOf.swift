import KeywrightStorage

extension PropertyListDictionary {
  /// Makes a dictionary of members in any order, keeping the last of those with one key.
  ///
  /// O(n log n), and O(n) when the members are sorted and have no key twice.
  init(lastOf members: [Member]) {
    do {
      self = try PropertyListDictionary(members)
    } catch {
      let order = members.indices.sorted { left, right in
        if members[left].key.hasSameBytes(as: members[right].key) { return left < right }
        return members[left].key.precedesInBytes(members[right].key)
      }
      self.init()
      for index in order { self[members[index].key] = members[index].value }
    }
  }
}

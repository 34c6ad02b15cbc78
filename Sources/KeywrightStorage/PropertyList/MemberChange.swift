/// A change of one member of a dictionary.
package struct MemberChange: Sendable, Equatable {
  package var name: String
  /// The new value; nil removes the member.
  package var value: PropertyList?

  package init(name: String, value: PropertyList?) {
    self.name = name
    self.value = value
  }

  /// Compares the bytes of names and values.
  package static func == (left: MemberChange, right: MemberChange) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value == right.value
  }
}

extension PropertyListDictionary {
  /// The net change of each name: its last value; ascending by the bytes of the names.
  ///
  /// O(m log m) for m changes.
  static func netChanges(of changes: [MemberChange]) -> [MemberChange] {
    var net: [MemberChange] = []
    net.reserveCapacity(changes.count)
    for index in SortableKeys(changes.lazy.map(\.name)).order() {
      let change = changes[index]
      if let last = net.last, last.name.hasSameBytes(as: change.name) {
        net[net.count - 1] = change
      } else {
        net.append(change)
      }
    }
    return net
  }

  /// Makes changes in their order; the last one of a name counts.
  ///
  /// O(n + m log m) for m changes, so that a long journal costs no more than it must.
  mutating func apply(_ changes: [MemberChange]) {
    guard changes.count > 8 else {
      for change in changes { self[change.name] = change.value }
      return
    }
    merge(Self.netChanges(of: changes))
  }

  /// These members with changes, made in their order.
  package func applying(_ changes: [MemberChange]) -> PropertyListDictionary {
    var members = self
    members.apply(changes)
    return members
  }

  /// Makes changes that are strictly ascending by the bytes of their names.
  private mutating func merge(_ changes: [MemberChange]) {
    var result: [Member] = []
    result.reserveCapacity(members.count + changes.count)
    var index = 0
    for change in changes {
      let next = firstIndex(notBefore: change.name, from: index)
      result += members[index..<next]
      index = next
      if index < members.count, members[index].key.hasSameBytes(as: change.name) { index += 1 }
      if let value = change.value { result.append(Member(key: change.name, value: value)) }
    }
    result += members[index...]
    self = PropertyListDictionary(sortedMembers: result)
  }

  /// The first member from an index on whose name is not before another one, found in ever longer steps: the next one is
  /// near where there are many changes.
  private func firstIndex(notBefore name: String, from start: Int) -> Int {
    var (low, step) = (start, 1)
    while low + step <= members.count, members[low + step - 1].key.precedesInBytes(name) {
      low += step
      step *= 2
    }
    var high = min(low + step, members.count)
    while low < high {
      let middle = low + (high - low) / 2
      if members[middle].key.precedesInBytes(name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

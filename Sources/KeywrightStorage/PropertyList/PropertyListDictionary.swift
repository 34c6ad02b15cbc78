/// The members of a dictionary, sorted by the UTF-8 bytes of their keys.
///
/// Swift's `Dictionary` merges keys that are canonically equivalent ("é" and its decomposed
/// twin); a file may hold both, so keys are compared as bytes here.
package struct PropertyListDictionary: Sendable {
  /// One key and its value.
  package struct Member: Sendable {
    package let key: String
    package var value: PropertyList

    package init(key: String, value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// All members, strictly ascending by the bytes of their keys.
  package private(set) var members: [Member]

  package init() { members = [] }

  /// Makes a dictionary of members in any order.
  ///
  /// O(n) when they are sorted already, otherwise O(n log n).
  /// - Throws: `DuplicateKey` when two keys have the same bytes.
  package init(_ members: [Member]) throws(DuplicateKey) {
    self.members = try PropertyListDictionary.sorted(members)
  }

  /// Takes members that the caller knows to be strictly ascending.
  init(sortedMembers members: [Member]) {
    self.members = members
  }

  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }

  /// Two members of one dictionary have keys of the same bytes.
  package struct DuplicateKey: Error, Equatable {
    package let key: String
  }

  /// The value under a key, found by its bytes; nil when there is none, and setting nil removes.
  ///
  /// Reading is O(log n), replacing too; adding and removing are O(n).
  package subscript(key: String) -> PropertyList? {
    get {
      let (index, found) = position(of: key)
      return found ? members[index].value : nil
    }
    set {
      let (index, found) = position(of: key)
      switch (newValue, found) {
      case (let value?, true): members[index].value = value
      case (let value?, false): members.insert(Member(key: key, value: value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The position of a key, or that at which it would be inserted.
  private func position(of key: String) -> (index: Int, found: Bool) {
    var low = 0
    var high = members.count
    while low < high {
      let middle = low + (high - low) / 2
      let order = members[middle].key.compareBytes(with: key)
      if order == 0 { return (middle, true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }
}

extension PropertyListDictionary: Equatable {
  /// Returns whether both hold the same keys, byte for byte, with equal values.
  package static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
    left.members == right.members
  }
}

extension PropertyListDictionary.Member: Equatable {
  /// Returns whether the keys have the same bytes and the values are equal.
  package static func == (
    left: PropertyListDictionary.Member, right: PropertyListDictionary.Member
  ) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.value == right.value
  }
}

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

/// Keys, copied into one run of bytes: comparing there costs no reference counting, which is most
/// of the time of a sort of strings.
struct SortableKeys {
  /// The position of a key, and its first bytes after those that all keys share.
  private struct Place {
    var prefix: UInt64 = 0
    let start: Int
    let end: Int
    let index: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// The number of bytes that all keys have in common at their start.
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

  /// The keys' positions in the order of their bytes, those of equal keys in the order in which
  /// they were given.
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

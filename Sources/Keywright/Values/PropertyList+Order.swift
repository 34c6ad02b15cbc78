package import KeywrightStorage

/// The one order of stored values, used wherever a set must have the same bytes each time.
///
/// By kind first: booleans, integers, reals, strings, dates, data, arrays, dictionaries. Within a
/// kind: `false` before `true`; integers by value; reals and dates by IEEE 754's total order, in
/// which `-0.0` precedes `0.0` and NaNs stand at the ends; strings by their UTF-8 bytes and data
/// by its bytes, a prefix first; arrays by their first differing element, a prefix first;
/// dictionaries likewise by members, a key before its value. Only values that `==` calls equal
/// stand at the same place.
extension PropertyList {
  /// Returns whether this value stands before another one; linear in the size of the smaller.
  package func precedes(_ other: PropertyList) -> Bool {
    compare(with: other) < 0
  }

  /// The place of this value's kind; both cases of integers have the same.
  var rank: Int {
    switch self {
    case .boolean: 0
    case .integer, .unsigned: 1
    case .real: 2
    case .string: 3
    case .date: 4
    case .data: 5
    case .array: 6
    case .dictionary: 7
    case .uid: 8
    case .foreign: 9
    }
  }

  /// Negative when this value stands first, zero when both are equal, else positive.
  private func compare(with other: PropertyList) -> Int {
    switch (self, other) {
    case (.boolean(let left), .boolean(let right)): order(left ? 1 : 0, right ? 1 : 0)
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.integer, .unsigned): -1
    case (.unsigned, .integer): 1
    case (.unsigned(let left), .unsigned(let right)): order(left, right)
    case (.real(let left), .real(let right)): order(left.totalOrderKey, right.totalOrderKey)
    case (.date(let left), .date(let right)): order(left.totalOrderKey, right.totalOrderKey)
    case (.string(let left), .string(let right)): order(left, right)
    case (.data(let left), .data(let right)):
      left.lexicographicallyPrecedes(right) ? -1 : (left == right ? 0 : 1)
    case (.array(let left), .array(let right)): order(left, right) { $0.compare(with: $1) }
    case (.dictionary(let left), .dictionary(let right)):
      order(left.members, right.members) { left, right in
        let keys = order(left.key, right.key)
        return keys != 0 ? keys : left.value.compare(with: right.value)
      }
    case (.uid(let left), .uid(let right)): order(left, right)
    case (.foreign(let left), .foreign(let right)):
      order(left.orderKeys, right.orderKeys) { $0.compare(with: $1) }
    default: order(rank, other.rank)
    }
  }
}

extension ForeignObject {
  /// What orders it: its kind, then its parts.
  fileprivate var orderKeys: [PropertyList] {
    switch self {
    case .bytes(let bytes): [.integer(0), .data(bytes)]
    case .set(let marker, let elements): [.integer(Int64(marker)), .array(elements)]
    case .repeated(let values): [.integer(1), .array(values)]
    }
  }
}

private func order<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Int {
  left < right ? -1 : (left == right ? 0 : 1)
}

private func order(_ left: String, _ right: String) -> Int {
  if left.precedesInBytes(right) { return -1 }
  return left.hasSameBytes(as: right) ? 0 : 1
}

private func order<Element>(
  _ left: [Element], _ right: [Element], by compare: (Element, Element) -> Int
) -> Int {
  for (left, right) in zip(left, right) {
    let result = compare(left, right)
    if result != 0 { return result }
  }
  return order(left.count, right.count)
}

extension Double {
  /// A number that orders as IEEE 754's totalOrder does: negatives have their bits turned over.
  fileprivate var totalOrderKey: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits < 0 ? bits ^ Int64.max : bits
  }
}

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

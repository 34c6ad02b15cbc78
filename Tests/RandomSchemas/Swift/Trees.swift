import Keywright

// Random trees to store, valid and not.

extension Checker {
  /// A tree for a key: what it stores, with an edit, or any other.
  func tree(for key: AnyKey, _ random: inout SplitMix) -> StoredValue {
    var valid: StoredValue?
    if let json = key.defaultJSON {
      let store = MemoryStore()
      try? key.set(json: json, in: store)
      let raw = Key<Root, StoredValue?>(key.storageString)
      valid = store.get(raw)
    }
    guard let valid, Int.random(in: 0..<4, using: &random) > 0 else {
      return leaf(depth: 2, &random)
    }
    return edited(valid, &random)
  }

  private func edited(_ tree: StoredValue, _ random: inout SplitMix) -> StoredValue {
    let choice = Int.random(in: 0..<4, using: &random)
    switch tree.content {
    case .integer(let number) where choice > 1:
      return choice == 2 ? .real(Double(number)) : .integer(number &+ 1)
    case .real(let number) where choice > 1:
      return choice == 2 ? .real(number * 1e300) : .real(-number)
    case .array(var elements) where choice > 0:
      if elements.isEmpty { return [leaf(depth: 1, &random)] }
      let index = Int.random(in: elements.indices, using: &random)
      if choice == 1 {
        elements.append(elements[index])
      } else {
        elements[index] = edited(elements[index], &random)
      }
      return .array(elements)
    case .dictionary(let members) where choice > 0:
      var members = members.map { ($0.key, $0.value) }
      if members.isEmpty || choice == 1 {
        members.append(
          (
            ["zzzzz", "é", "e\u{301}", "1", "$date"].randomElement(using: &random) ?? "",
            leaf(depth: 1, &random)
          ))
      } else {
        let index = Int.random(in: members.indices, using: &random)
        if choice == 2 {
          members.remove(at: index)
        } else {
          members[index].1 = edited(members[index].1, &random)
        }
      }
      return .dictionary(members)
    default: return choice == 0 ? leaf(depth: 1, &random) : tree
    }
  }

  private func leaf(depth: Int, _ random: inout SplitMix) -> StoredValue {
    let leaves: [StoredValue] = [
      true, false, 0, 1, -1, 255, .unsigned(.max), 5.0, 0.5, -0.0, 1e300, .real(.infinity),
      .real(.nan), "", "a", " a\nb=#", "é", "e\u{301}", "unknown(a)", "[1]", "12.50", "1e-7",
      "http://a/b", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .date(secondsSince2001: 0.1),
      .date(secondsSince2001: 1e12), .data([]), .data([0xCA, 0xFE]), [], [:], [1, 1],
      ["b", "a", "a"],
      [.integer(.max), 999_999_999_999_999_999], [.integer(.min), -1], ["$date": "2026-01-31"],
      ["a": 1], ["1": 1], ["1": 0.5, "2": 0.5],
    ]
    return leaves.randomElement(using: &random) ?? true
  }
}

/// A generator of which the seed gives all numbers (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

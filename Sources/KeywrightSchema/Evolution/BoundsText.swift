/// A range as a lock has it.
struct BoundsText {
  /// The ends as they are spelled; nil for an open one.
  private let lower, upper: String?

  init(_ text: String?) {
    let ends = (text.flatMap(JSONNode.init(text:))?.elements ?? []).map { node in
      if case .number(let spelling) = node.value { spelling } else { nil as String? }
    }
    (lower, upper) = ends.count == 2 ? (ends[0], ends[1]) : (nil, nil)
  }

  /// Whether another range has every number of this one.
  func isInside(_ other: BoundsText) -> Bool {
    Self.isOrdered(other.lower, lower, open: true)
      && Self.isOrdered(upper, other.upper, open: false)
  }

  /// Whether one end is not above another; integers are compared as such, whatever their size.
  private static func isOrdered(_ low: String?, _ high: String?, open isLow: Bool) -> Bool {
    guard let low else { return isLow || high == nil }
    guard let high else { return !isLow }
    if let one = Int128(spelling: low), let other = Int128(spelling: high) {
      return one <= other
    }
    guard let low = Double(low), let high = Double(high) else { return low == high }
    return low <= high
  }

  /// Whether a `Double` has every integer of the range.
  var isExactAsDouble: Bool {
    [lower, upper].allSatisfy { end in
      end.flatMap(Int128.init(spelling:)).map { $0.magnitude <= 1 << 53 } ?? false
    }
  }
}

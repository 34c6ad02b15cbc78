import Keywright
import KeywrightStorage
import KeywrightTestSupport

/// Random property-list trees: all kinds, awkward numbers, twins of one text.
struct RandomTree {
  var generator: SeededGenerator

  private let reals: [Double] = [
    0, -0.0, 1, 1.75, -1.5, .nan, .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, 9_007_199_254_740_992, 1e300,
  ]
  private let texts = ["", "a", "é", "e\u{301}", "ﬀ", "👩‍👩‍👧", "a.b", "%:", "\u{0}", "\u{202e}x", "\""]

  mutating func tree(depth: Int = 4) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 8), using: &generator) {
    case 0: .boolean(Bool.random(using: &generator))
    case 1:
      .integer(
        Int64(truncatingIfNeeded: generator.next() >> UInt64.random(in: 0..<64, using: &generator)))
    case 2: PropertyList(canonical: generator.next())
    case 3: .real(pick(reals))
    case 4: .real(Double(bitPattern: generator.next()))
    case 5: .string(text())
    case 6: .date(Double(Int32(truncatingIfNeeded: generator.next())) / 8)
    case 7: .data((0..<Int.random(in: 0..<20, using: &generator)).map { UInt8($0) })
    case 8: .array(list(depth))
    default: .dictionary(dictionary(depth))
    }
  }

  mutating func text() -> String {
    pick(texts) + pick(texts)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func list(_ depth: Int) -> [PropertyList] {
    var result: [PropertyList] = []
    for _ in 0..<Int.random(in: 0..<5, using: &generator) { result.append(tree(depth: depth - 1)) }
    return result
  }

  private mutating func dictionary(_ depth: Int) -> PropertyListDictionary {
    var result = PropertyListDictionary()
    for element in list(depth) { result[text()] = element }
    return result
  }
}

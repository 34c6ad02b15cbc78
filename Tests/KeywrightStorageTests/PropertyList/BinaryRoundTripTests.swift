import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A binary property list")
struct BinaryRoundTripTests {
  @Test("reads back what was written, at every boundary of the format")
  func boundaries() throws {
    for tree in BoundaryTrees.all {
      #expect(try PropertyList(reading: BinaryPropertyList.encode(tree)) == tree)
    }
  }

  /// How many trees are made; `KEYWRIGHT_TREES` sets it.
  private static let wanted =
    ProcessInfo.processInfo.environment["KEYWRIGHT_TREES"].flatMap { Int($0) }
    ?? (Search.isWhole ? 500 : 50)

  @Test("reads back random trees", arguments: [SeededGenerator.seed])
  func randomTrees(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    for _ in 0..<Self.wanted {
      let tree = random.value()
      #expect(try PropertyList(reading: BinaryPropertyList.encode(tree)) == tree)
    }
  }

  @Test("is read and rewritten by Foundation", arguments: [SeededGenerator.seed])
  func foundation(seed: UInt64) throws {
    var random = RandomTree(for: .xml, seed: seed)
    let trees = BoundaryTrees.all + (0..<Self.wanted / 4).map { _ in random.value() }
    for tree in trees where !tree.hasCanonicalTwins {
      let file = Data(try BinaryPropertyList.encode(tree))
      let read = try PropertyListSerialization.propertyList(from: file, format: nil)
      let written = try PropertyListSerialization.data(
        fromPropertyList: read, format: .binary, options: 0)
      #expect(try PropertyList(reading: Array(written)) == tree)
    }
  }

  @Test("control: that Foundation drops one of two equivalent keys is noticed")
  func control() throws {
    let tree = PropertyList.dictionary(BoundaryTrees.twins)
    let read = try PropertyListSerialization.propertyList(
      from: Data(BinaryPropertyList.encode(tree)), format: nil)
    let written = try PropertyListSerialization.data(
      fromPropertyList: read, format: .binary, options: 0)
    #expect(try PropertyList(reading: Array(written)) != tree)
    print("trees: \(Self.wanted)")
  }

  @Test("keeps two keys that only canonical equivalence makes one")
  func twins() throws {
    let tree = PropertyList.dictionary(BoundaryTrees.twins)
    let read = try PropertyList(reading: BinaryPropertyList.encode(tree))
    #expect(read == tree)
    #expect(BoundaryTrees.twins.count == 2)
  }

  @Test("has the same bytes whatever the order in which members were added")
  func deterministic() throws {
    let members = (0..<100).map {
      PropertyListDictionary.Member(key: "key\($0)", value: .integer($0))
    }
    let first = try PropertyListDictionary(members)
    let second = try PropertyListDictionary(members.reversed())
    #expect(
      try BinaryPropertyList.encode(.dictionary(first))
        == BinaryPropertyList.encode(.dictionary(second)))
  }

  @Test("of the greatest depth is written and read, one deeper is refused")
  func depth() throws {
    var tree = PropertyList.integer(1)
    for _ in 1..<PropertyListLimits.depth { tree = .array([tree]) }
    #expect(try PropertyList(reading: BinaryPropertyList.encode(tree)) == tree)
    #expect(throws: PropertyListError.self) { try BinaryPropertyList.encode(.array([tree])) }
  }

  @Test("is not written with a date that is not finite", arguments: [Double.nan, .infinity])
  func dates(seconds: Double) {
    #expect(throws: PropertyListError.self) {
      try BinaryPropertyList.encode(.array([.date(seconds)]))
    }
  }

  @Test("is not written over the greatest size or number of values")
  func size() {
    let data = PropertyList.data([UInt8](repeating: 0, count: PropertyListLimits.bytes))
    #expect(throws: PropertyListError.self) { try BinaryPropertyList.encode(data) }
    let values = [PropertyList](repeating: .boolean(true), count: PropertyListLimits.values)
    #expect(throws: PropertyListError.self) { try BinaryPropertyList.encode(.array(values)) }
  }
}

extension PropertyList {
  /// Whether some dictionary holds keys that Foundation, like Swift, takes for one.
  fileprivate var hasCanonicalTwins: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasCanonicalTwins)
    case .dictionary(let dictionary):
      Set(dictionary.members.map(\.key)).count < dictionary.count
        || dictionary.members.contains { $0.value.hasCanonicalTwins }
    default: false
    }
  }
}

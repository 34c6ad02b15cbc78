import Testing

@testable import KeywrightSchema

/// Ranges of nodes as few nodes: what they lead to, and how many they are.
@Suite("Range trees")
struct RangeTreeTests {
  /// The leaves that nodes lead to.
  private func leaves(of nodes: [Int], in tree: RangeTree) -> [Int] {
    let edges = tree.edges(fromLeaves: Array(repeating: [], count: tree.count))
    var found: [Int] = []
    var waiting = nodes
    while let node = waiting.popLast() {
      if node >= tree.count { found.append(node - tree.count) }
      waiting += edges[node]
    }
    return found.sorted()
  }

  @Test("Each range of each small tree leads to its leaves, once each")
  func ranges() {
    for count in 0...17 {
      let tree = RangeTree(count: count)
      for start in 0...count {
        for end in start...count {
          let nodes = tree.nodes(of: start..<end, without: [])
          #expect(leaves(of: nodes, in: tree) == Array(start..<end))
        }
      }
    }
  }

  @Test("What is left out of a range is not led to", arguments: 0..<512)
  func without(bits: Int) {
    let tree = RangeTree(count: 11)
    let places = (0..<9).filter { bits >> $0 & 1 == 1 }.map { $0 + 1 }
    let nodes = tree.nodes(of: 1..<10, without: places)
    #expect(leaves(of: nodes, in: tree) == (1..<10).filter { !places.contains($0) })
    // A field given twice, which is reported elsewhere, is left out once.
    let twice = (places + places).sorted()
    #expect(tree.nodes(of: 1..<10, without: twice) == nodes)
  }

  @Test("A long range is a few nodes")
  func few() {
    let tree = RangeTree(count: 100_000)
    #expect(tree.nodes(of: 1..<99_999, without: [50_000]).count <= 2 * 2 * 17)
  }
}

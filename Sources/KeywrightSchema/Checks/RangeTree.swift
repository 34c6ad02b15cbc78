/// Nodes that stand for ranges of other nodes, so that an edge to many of them is a few edges: a tree
/// whose leaves are those nodes, and in which each inner node leads to its two children.
///
/// The root is node 1, the children of *n* are 2*n* and 2*n* + 1, and the leaves are the last half.
struct RangeTree {
  /// The number of leaves.
  let count: Int

  /// All edges: of the leaves as given, after those of the inner nodes.
  func edges(fromLeaves edges: [[Int]]) -> [[Int]] {
    (0..<count).map { $0 == 0 ? [] : [2 * $0, 2 * $0 + 1] } + edges
  }

  /// The results of the leaves, out of those of all nodes.
  func leaves<Value>(of nodes: [Value]) -> ArraySlice<Value> { nodes[count...] }

  /// The nodes that lead to a range of leaves but for some in it, which are sorted.
  ///
  /// - Complexity: O(log *n*) for each that is left out.
  func nodes(of range: Range<Int>, without places: [Int]) -> [Int] {
    var found: [Int] = []
    var start = range.lowerBound
    for end in places + [range.upperBound] {
      if start < end { append(start..<end, to: &found) }
      start = end + 1
    }
    return found
  }

  private func append(_ range: Range<Int>, to nodes: inout [Int]) {
    var (low, high) = (range.lowerBound + count, range.upperBound + count)
    while low < high {
      if low % 2 == 1 {
        nodes.append(low)
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        nodes.append(high)
      }
      low /= 2
      high /= 2
    }
  }
}

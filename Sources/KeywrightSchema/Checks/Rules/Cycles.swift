/// Finds the nodes of a graph that lead back to themselves: the members of its strongly connected
/// components (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion.
///
/// - Parameter edges: for each node, those that it leads to.
/// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
func nodesOnCycles(_ edges: [[Int]]) -> [Bool] {
  var isOnCycle = [Bool](repeating: false, count: edges.count)
  // When a node was reached, from 1, and the earliest that it leads back to.
  var order = [Int](repeating: 0, count: edges.count)
  var earliest = order
  var open: [Int] = []
  var isOpen = isOnCycle
  var reached = 0
  var path: [(node: Int, edge: Int)] = []

  func enter(_ node: Int) {
    reached += 1
    order[node] = reached
    earliest[node] = reached
    open.append(node)
    isOpen[node] = true
    path.append((node, 0))
  }

  func leave(_ node: Int) {
    path.removeLast()
    if let parent = path.last?.node { earliest[parent] = min(earliest[parent], earliest[node]) }
    guard earliest[node] == order[node] else { return }
    let isAlone = open.last == node
    while let member = open.popLast() {
      isOpen[member] = false
      if !isAlone { isOnCycle[member] = true }
      if member == node { return }
    }
  }

  for start in edges.indices where order[start] == 0 {
    enter(start)
    while let (node, edge) = path.last {
      guard edge < edges[node].count else {
        leave(node)
        continue
      }
      path[path.count - 1].edge += 1
      let next = edges[node][edge]
      if next == node { isOnCycle[node] = true }
      if order[next] == 0 {
        enter(next)
      } else if isOpen[next] {
        earliest[node] = min(earliest[node], order[next])
      }
    }
  }
  return isOnCycle
}

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

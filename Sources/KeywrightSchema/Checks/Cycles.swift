/// Finds the nodes of a graph that lead back to themselves: the members of its strongly connected
/// components (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion.
///
/// - Parameter edges: for each node, those that it leads to.
/// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
func nodesOnCycles(_ edges: [[Int]]) -> [Bool] {
  var isOnCycle = [Bool](repeating: false, count: edges.count)
  // The number at which a node was reached, from 1, and the earliest that it leads back to.
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

/// Does the same to each element, on as many threads as the machine has; the results are in order.
///
/// Of Swift's own concurrency alone: what a module imports is indexed by every clean debug build
/// of a user, and Dispatch is large.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
) async -> [Result] {
  if elements.count < 2 { return elements.map(body) }
  return await withTaskGroup(of: (index: Int, result: Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, body(element)) }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for await (index, result) in group { results[index] = result }
    return results.compactMap(\.self)
  }
}

/// Returns the results of a function for each element, in order, computed on as many threads as the
/// machine has.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
) async -> [Result] {
  await withTaskGroup(of: (index: Int, result: Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, body(element)) }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for await (index, result) in group { results[index] = result }
    return results.compactMap(\.self)
  }
}

import Dispatch
import Synchronization

/// Does the same to each element, on as many threads as the machine has; the results are in order.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @Sendable (Element) -> Result
) -> [Result] {
  if elements.count < 2 { return elements.map(body) }
  let results = Mutex([Result?](repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    let result = body(elements[index])
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}

/// Does the same to each element, on as many threads as the machine has; the results are in order.
///
/// Of Swift's own concurrency alone: what a module imports is indexed by every clean debug build
/// of a user, and Dispatch is large.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
) async -> [Result] {
  if elements.count < 2 {
    widenHeap()
    return elements.map(body)
  }
  return await withTaskGroup(of: (index: Int, result: Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask {
        widenHeap()
        return (index, body(element))
      }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for await (index, result) in group { results[index] = result }
    return results.compactMap(\.self)
  }
}

/// Lets the thread's heap have a megabyte in advance.
///
/// glibc gives each thread a heap, which it widens by a page at a time: a call of the system for each
/// four kilobytes, for which the other threads wait when they touch new memory. What a heap was once
/// widened by it keeps.
private func widenHeap() {
  #if canImport(Glibc)
    // The first one of a process lies apart from all heaps, and shows malloc that such sizes are used.
    for _ in 0..<2 {
      UnsafeMutableRawPointer.allocate(byteCount: 1_048_576, alignment: 16).deallocate()
    }
  #endif
}

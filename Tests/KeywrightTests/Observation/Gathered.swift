import Synchronization

/// What listeners heard, in the order in which they heard it.
final class Gathered<Element: Sendable>: Sendable {
  private let heard = Mutex<[Element]>([])

  var all: [Element] { heard.withLock { $0 } }

  func add(_ element: Element) { heard.withLock { $0.append(element) } }
}

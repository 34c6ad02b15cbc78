/// The notifications of observers, in the order in which they were received.
final class Gathered<Element: Sendable>: Sendable {
  private let received = Shared<[Element]>([])

  var all: [Element] { received.value }

  func add(_ element: Element) { received.change { $0.append(element) } }
}

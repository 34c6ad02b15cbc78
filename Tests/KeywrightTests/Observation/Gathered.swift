/// What listeners heard, in the order in which they heard it.
final class Gathered<Element: Sendable>: Sendable {
  private let heard = Shared<[Element]>([])

  var all: [Element] { heard.value }

  func add(_ element: Element) { heard.change { $0.append(element) } }
}

import KeywrightStorage

/// Elements of which each is used by one thread at a time, made as they are needed.
///
/// The mutex is held only to take an element out and to put it back: no thread waits for the work
/// of another.
///
/// Thread safety: safe from any thread.
final class Pool<Element>: Sendable {
  /// More idle elements than this are dropped: so many threads at once are rare.
  private static var mostIdle: Int { 16 }

  private let idle: Protected<[Element]>
  private let make: @Sendable () -> Element

  /// - Parameters:
  ///   - first: An element to begin with.
  ///   - make: Makes a further one, for a thread that finds none idle.
  init(_ first: Element, make: @escaping @Sendable () -> Element) {
    idle = Protected([first])
    self.make = make
  }

  /// Runs a body with an element that nobody else uses meanwhile.
  func withElement<Result>(_ body: (Element) -> Result) -> Result {
    let element = idle.withLock { $0.popLast() } ?? make()
    defer {
      idle.withLock { if $0.count < Self.mostIdle { $0.append(element) } }
    }
    return body(element)
  }
}

import KeywrightStorage

/// The values of ``Store/values(of:)`` or the changes of ``Store/changes(of:buffer:)-(K,_)``, as
/// they come.
///
/// ```swift
/// for await volume in store.values(of: Player.volume) { slider.value = volume }
/// ```
///
/// It observes from the moment it is made, so that nothing is lost between making it and the task
/// that iterates it; elements that come in between wait in its buffer. An iteration after the first
/// one begins to observe at its own beginning. It ends when the task is cancelled, or when the
/// store is closed and all was given; leaving the loop, or releasing the sequence, ends the
/// observation. It keeps the store open.
///
/// Thread safety: the sequence is safe from any thread; an iterator belongs to one task.
public struct ObservedSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Never, because no error ends an observation.
  public typealias Failure = Never

  private let begin: @Sendable () -> any AnySubscription<Element>
  private let first: Protected<(any AnySubscription<Element>)?>

  init(_ begin: @escaping @Sendable () -> any AnySubscription<Element>) {
    self.begin = begin
    first = Protected(begin())
  }

  /// Makes an iterator; the first one gets the elements since the sequence was made, and each later
  /// one observes from then on.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(subscription: first.withLock { $0.take() } ?? begin())
  }

  /// Gives one element after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let subscription: any AnySubscription<Element>

    /// The next element, waiting for it if need be; nil at the end.
    public mutating func next() async -> Element? { await subscription.next(isolation: nil) }

    /// The next element, waiting for it on the caller's actor; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await subscription.next(isolation: actor)
    }
  }
}

/// One iteration's observation, from its first element to its end.
protocol AnySubscription<Element>: Sendable {
  associatedtype Element: Sendable

  /// The next element, waiting for it if need be; nil at the end, or if the task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Element?
}

/// An observer that fills a buffer, and the elements that the buffer's items become.
final class Subscription<Contents: BufferContents, Element: Sendable>: AnySubscription {
  private let buffer: AsyncBuffer<Contents>
  private let token: ObservationToken
  private let element: @Sendable (Contents.Item) -> Element

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - notification: The part of a commit that goes into the buffer; called with no lock held,
  ///     because it may decode a value.
  ///   - element: Makes an element of an item; called by the iterating task, with no lock held.
  init(
    _ scope: Observer.Scope, of store: some Store, into contents: Contents,
    notification: @escaping @Sendable (inout Delivery) -> Contents.Notification?,
    element: @escaping @Sendable (Contents.Item) -> Element
  ) {
    let buffer = AsyncBuffer(contents)
    self.buffer = buffer
    self.element = element
    token = store.observe(scope, onEnd: { buffer.finish() }) { delivery in
      if let notification = notification(&delivery) { buffer.send(notification) }
    }
    if token.isCancelled { buffer.finish() }
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if let item = await buffer.next(isolation: isolation) { return element(item) }
    buffer.finish()
    token.cancel()
    return nil
  }
}

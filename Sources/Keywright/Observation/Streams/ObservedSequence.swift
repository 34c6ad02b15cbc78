/// What ``Store/values(of:)`` and ``Store/changes(of:buffer:)-(K,_)`` give: values or changes as
/// they come.
///
/// ```swift
/// for await volume in store.values(of: Player.volume) { slider.value = volume }
/// ```
///
/// It listens from the moment it is made, so that nothing is lost between making it and the task
/// that iterates it; what comes meanwhile waits in its buffer. An iteration after the first one
/// begins to listen at its own beginning. It ends when the task is cancelled, or when the store is
/// closed and all was given; leaving the loop, or letting the sequence go, stops listening. It
/// keeps the store open.
///
/// Thread safety: the sequence is safe from any thread; an iterator belongs to one task.
public struct ObservedSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Nothing is thrown.
  public typealias Failure = Never

  private let begin: @Sendable () -> any AnyFeed<Element>
  private let first: Locked<(any AnyFeed<Element>)?>

  init(_ begin: @escaping @Sendable () -> any AnyFeed<Element>) {
    self.begin = begin
    first = Locked(begin())
  }

  /// Makes an iterator; the first one gets what came since the sequence was made.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(feed: first.withLock { $0.take() } ?? begin())
  }

  /// Gives one element after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let feed: any AnyFeed<Element>

    /// The next element, waiting for it if need be; nil at the end.
    public mutating func next() async -> Element? { await feed.next(isolation: nil) }

    /// The next element, waiting for it on the caller's actor; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await feed.next(isolation: actor)
    }
  }
}

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
    notification: @escaping @Sendable (Commit, Int) -> Contents.Notification?,
    element: @escaping @Sendable (Contents.Item) -> Element
  ) {
    let buffer = AsyncBuffer(contents)
    self.buffer = buffer
    self.element = element
    token = store.observe(
      scope,
      Observer.Callback(
        receive: { commit, position in
          if let notification = notification(commit, position) { buffer.send(notification) }
        },
        end: { buffer.finish() }))
    if token.isCancelled { buffer.finish() }
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if let item = await buffer.next(isolation: isolation) { return element(item) }
    buffer.finish()
    token.cancel()
    return nil
  }
}

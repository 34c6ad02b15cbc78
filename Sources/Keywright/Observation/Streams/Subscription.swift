/// One taker's share of an observation, from its beginning to its end.
protocol AnyFeed<Element>: Sendable {
  associatedtype Element: Sendable

  /// The next element, waiting for it if need be; nil at the end, or if the task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Element?
}

/// A mailbox that an observer fills, and what its items become.
final class Feed<Contents: MailboxContents, Element: Sendable>: AnyFeed {
  private let mailbox: Mailbox<Contents>
  private let token: ObservationToken
  private let element: @Sendable (Contents.Item) -> Element

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - notice: The part of a commit that the mailbox takes in; called with no lock held, because it may
  ///     decode a value.
  ///   - element: Makes an element; called by the taker, with no lock held.
  init(
    _ scope: Observer.Scope, of store: some Store, into contents: Contents,
    notice: @escaping @Sendable (Commit, Int) -> Contents.Notice?,
    element: @escaping @Sendable (Contents.Item) -> Element
  ) {
    let mailbox = Mailbox(contents)
    self.mailbox = mailbox
    self.element = element
    token = store.observe(
      scope,
      Observer.Callback(
        receive: { commit, position in
          if let notice = notice(commit, position) { mailbox.put(notice) }
        },
        end: { mailbox.end() }))
    if token.isCancelled { mailbox.end() }
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if let item = await mailbox.next(isolation: isolation) { return element(item) }
    mailbox.end()
    token.cancel()
    return nil
  }
}

/// What a mailbox holds: a value type that is changed under the mailbox's lock.
protocol MailboxContents: Sendable {
  associatedtype Notice
  associatedtype Item: Sendable

  /// Whether there is something to give out.
  var isReady: Bool { get }

  /// Takes in a notification.
  mutating func add(_ notice: Notice)

  /// The next thing to give out, if there is one.
  mutating func take() -> Item?
}

/// A buffer in which notifications wait for the task that takes them.
///
/// Bounded by its contents; nobody who puts something in ever waits.
final class Mailbox<Contents: MailboxContents>: Sendable {
  fileprivate struct State {
    var contents: Contents
    var waiting: [CheckedContinuation<Void, Never>] = []
    var hasEnded = false
  }

  fileprivate enum Turn {
    case item(Contents.Item)
    case end
    case wait
  }

  private let state: Locked<State>

  init(_ contents: Contents) { state = Locked(State(contents: contents)) }

  /// Takes something in and wakes whoever waits for it.
  func put(_ notice: Contents.Notice) {
    wake { state in
      if !state.hasEnded { state.contents.add(notice) }
    }
  }

  /// Says that nothing more will come; what is there can still be taken.
  func end() { wake { $0.hasEnded = true } }

  /// The next item, waiting for it if need be; nil once the mailbox has ended, or if the task is
  /// cancelled.
  func next(isolation: isolated (any Actor)?) async -> Contents.Item? {
    while !Task.isCancelled {
      switch state.withLock({ $0.turn() }) {
      case .item(let item): return item
      case .end: return nil
      case .wait: await wait(isolation: isolation)
      }
    }
    return nil
  }

  /// Waits until something may have changed.
  private func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasChanged = state.withLock { state in
          if Task.isCancelled || state.hasEnded || state.contents.isReady { return true }
          state.waiting.append(continuation)
          return false
        }
        if hasChanged { continuation.resume() }
      }
    } onCancel: {
      wake { _ in }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension Mailbox.State {
  mutating func turn() -> Mailbox.Turn {
    if let item = contents.take() { return .item(item) }
    return hasEnded ? .end : .wait
  }
}

import KeywrightStorage

/// A buffer between the thread that notifies observers and the task that iterates a sequence.
///
/// The contents bound its size, so that `send` never waits.
final class AsyncBuffer<Contents: BufferContents>: Sendable {
  private struct State {
    var contents: Contents
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isFinished = false
  }

  private let state: Protected<State>

  init(_ contents: Contents) { state = Protected(State(contents: contents)) }

  /// Adds a notification and resumes the task that waits for it.
  func send(_ notification: Contents.Notification) {
    resume { state in
      if !state.isFinished { state.contents.add(notification) }
    }
  }

  /// Ends the buffer; items in it can still be taken.
  func finish() { resume { $0.isFinished = true } }

  /// The next item, waiting for it if need be; nil once the buffer is finished and empty, or if the
  /// task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Contents.Item? {
    while !Task.isCancelled {
      let (item, isFinished) = state.withLock { ($0.contents.take(), $0.isFinished) }
      if item != nil || isFinished { return item }
      await wait(isolation: isolation)
    }
    return nil
  }

  /// Waits until the state may have changed.
  private func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasChanged = state.withLock { state in
          if Task.isCancelled || state.isFinished || state.contents.isReady { return true }
          state.waiting.append(continuation)
          return false
        }
        if hasChanged { continuation.resume() }
      }
    } onCancel: {
      resume { _ in }
    }
  }

  private func resume(after change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

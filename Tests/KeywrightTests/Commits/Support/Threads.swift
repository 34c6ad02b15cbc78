import Foundation

/// Runs a body on several threads at once and waits for all of them.
///
/// Threads and not tasks: what blocks must not block the threads that tasks share.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}

/// A value that several threads may change.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `content` is guarded by `lock`.
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&content) }
  }
}

/// Times how long a commit holds the writer's lock, and reports one that holds it too long.
///
/// The code of hooks and closures holds the store's file against every other process.
final class Stopwatch: @unchecked Sendable {
  // `@unchecked`: written and read by the holder of `writerLock`, of the core that it belongs to, only.
  private var started: ContinuousClock.Instant = .now

  static let limit: Duration = .milliseconds(100)

  func start(at time: ContinuousClock.Instant = .now) { started = time }

  func stop(_ changes: @autoclosure () -> [PendingChange], reportTo core: StoreCore) {
    let held = ContinuousClock.now - started
    guard held > Stopwatch.limit else { return }
    let changes = changes()
    guard let first = changes.first else { return }
    let names = changes.prefix(8).map { "'\($0.name)'" }.joined(separator: ", ")
    let rest = changes.count > 8 ? " and \(changes.count - 8) more" : ""
    core.report(
      StoreError(
        .busy, storageString: first.name.string, operation: "commit",
        expected: "at most \(Stopwatch.limit)",
        found: "a commit of \(names)\(rest) that held the lock for \(held)",
        advice: "Do slow work before the commit or in a post-commit hook."),
      once: nil)
  }
}

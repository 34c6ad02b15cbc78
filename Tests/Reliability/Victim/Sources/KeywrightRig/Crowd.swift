import Glibc
import Synchronization

/// Eight threads that work at once, for the thread sanitizer.
package struct Crowd {
  /// How many threads there are.
  package static let size = 8

  private let steps: Int
  /// Whether to race on purpose, which the sanitizer must report.
  private let races: Bool

  /// Reads `FOLDER [STEPS] [--race]`; a hundred steps for each thread if none are given.
  package init(_ arguments: [String]) {
    steps = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
    races = arguments.contains("--race")
  }

  /// Lets each thread take its steps, with random numbers of its own, and then finish; returns when
  /// all have.
  ///
  /// - Returns: what the number came to that the threads race for.
  package func run(
    step body: @escaping (_ thread: Int, _ step: Int, _ random: inout Seeded) -> Void,
    finish: @escaping () -> Void
  ) -> Int {
    let counter = Racy()
    let threads = (0..<Crowd.size).map { number in
      Worker { [steps, races] in
        var random = Seeded(UInt64(number) + 1)
        if races { counter.race() }
        for step in 0..<steps { body(number, step, &random) }
        finish()
      }
    }
    for thread in threads { thread.join() }
    return counter.value
  }
}

/// A number that nothing guards: unchecked, and wrong, on purpose.
private final class Racy: @unchecked Sendable {
  nonisolated(unsafe) var value = 0
  private let arrived = Atomic(0)

  /// Counts as soon as all threads are here: the sanitizer reports only what it sees of threads that
  /// live at the same time, with no lock between them, and relaxed operations order nothing.
  func race() {
    arrived.add(1, ordering: .relaxed)
    while arrived.load(ordering: .relaxed) < Crowd.size { sched_yield() }
    value += 1
  }
}

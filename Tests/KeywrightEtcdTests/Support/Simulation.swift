import Dispatch
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd
@testable import KeywrightStorage

/// Threads of which one runs at a time, by a clock that moves only while all of them wait.
///
/// A thread runs until it waits: for a condition, for a time, for an answer. Which of those that may go on does so is
/// drawn with a seed, and so is every other chance. So a test of hours lasts milliseconds, nothing in it depends on the
/// machine, and one seed repeats it.
///
/// Thread safety: belongs to the thread whose turn it is. The semaphores by which a turn is handed over order all that
/// one thread wrote before what the next one reads.
final class Simulation: TimeSource, @unchecked Sendable {
  // `@unchecked`: see above.

  /// A thread, and for what it waits.
  fileprivate final class Turn: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    var mayGoOn = true
    var deadline: Duration?
  }

  /// The simulation of the test that runs; see ``simulated``.
  @TaskLocal private static var ofTask: Simulation?

  /// The simulation of the test that runs.
  static var current: Simulation {
    guard let ofTask else { preconditionFailure("a suite without the trait `simulated`") }
    return ofTask
  }

  private var elapsed: Duration = .zero
  private var generator: SeededGenerator
  private var turns: [Turn] = [Turn()]
  private var running: Turn
  /// The times that the turn was handed over.
  private var handovers = 0
  /// What has to be closed so that its threads end.
  private var ends: [() -> Void] = []

  private static let mostHandovers = 3_000_000

  /// Makes one whose first thread is the one that makes it.
  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    running = turns[0]
  }

  /// Runs a body with a simulation, and waits until all its threads have ended.
  static func run<Result>(seed: UInt64, _ body: (Simulation) throws -> Result) rethrows -> Result {
    let simulation = Simulation(seed: seed)
    defer { simulation.end() }
    return try $ofTask.withValue(simulation) { try body(simulation) }
  }

  fileprivate static func run(
    seed: UInt64, _ body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let simulation = Simulation(seed: seed)
    defer { simulation.end() }
    try await $ofTask.withValue(simulation) { try await body() }
  }

  /// Adds what has to happen at the end of the test.
  func atEnd(_ body: @escaping () -> Void) { ends.append(body) }

  private func end() {
    while let last = ends.popLast() { last() }
    while turns.count > 1 { pause(.milliseconds(1)) }
  }

  // MARK: Turns

  /// Hands the turn over until a condition or the time lets the thread go on.
  fileprivate func wait(until deadline: Duration?) -> Turn {
    let turn = running
    turn.mayGoOn = false
    turn.deadline = deadline
    handOver()
    turn.semaphore.wait()
    return turn
  }

  private func handOver() {
    handovers += 1
    precondition(handovers < Simulation.mostHandovers, "threads that never come to an end")
    var ready = turns.filter { turn in
      turn.mayGoOn || turn.deadline.map { $0 <= elapsed } ?? false
    }
    if ready.isEmpty {
      guard let next = turns.compactMap(\.deadline).min() else {
        preconditionFailure("all threads wait for each other")
      }
      elapsed = next
      ready = turns.filter { $0.deadline == next }
    }
    let turn = ready[Int.random(in: 0..<ready.count, using: &generator)]
    turn.mayGoOn = true
    turn.deadline = nil
    running = turn
    turn.semaphore.signal()
  }

  fileprivate func wake(_ turns: [Turn]) { for turn in turns { turn.mayGoOn = true } }

  fileprivate var thread: Turn { running }

  /// Runs bodies on threads of their own, and waits for them.
  func together(_ bodies: [@Sendable () throws -> Void]) throws {
    let failures = Protected<[any Error]>([])
    let running = Monitor(bodies.count, self)
    for body in bodies {
      _ = startThread {
        do { try body() } catch { failures.withLock { $0.append(error) } }
        running.change { $0 -= 1 }
      }
    }
    running.wait(until: moment + .seconds(1 << 40)) { $0 == 0 }
    if let failure = failures.withLock(\.first) { throw failure }
  }

  /// Lets time pass until something holds; false after an hour of it.
  func eventually(_ body: () throws -> Bool) throws -> Bool {
    let end = moment + .seconds(3_600)
    while moment < end {
      if try body() { return true }
      pause(.milliseconds(5))
    }
    return false
  }

  // MARK: The requirements of a time source

  func now() -> Duration { elapsed }

  /// Some day, from which on the clock counts.
  func date() -> Int64 { 1_790_000_000_000_000_000 + Int64(elapsed / .nanoseconds(1)) }

  func pause(_ duration: Duration) { _ = wait(until: elapsed + max(.zero, duration)) }

  func condition(of mutex: SystemMutex) -> SystemCondition { SimulatedCondition(mutex, self) }

  func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let turn = Turn()
    turns.append(turn)
    return SystemThread.start { [self] in
      turn.semaphore.wait()
      body()
      turns.removeAll { $0 === turn }
      handOver()
    }
  }

  func chance() -> Double { Double.random(in: 0...1, using: &generator) }
}

/// A condition for which simulated threads wait.
private final class SimulatedCondition: SystemCondition, @unchecked Sendable {
  // `@unchecked`: as the simulation's.
  private let mutex: SystemMutex
  private let simulation: Simulation
  private var waiting: [Simulation.Turn] = []

  init(_ mutex: SystemMutex, _ simulation: Simulation) {
    self.mutex = mutex
    self.simulation = simulation
    super.init(mutex)
  }

  override func signal() { simulation.wake(waiting.isEmpty ? [] : [waiting.removeFirst()]) }

  override func broadcast() {
    simulation.wake(waiting)
    waiting = []
  }

  override func wait() { wait(until: nil) }

  override func wait(atMost time: Duration, until predicate: () -> Bool) {
    let end = simulation.now() + time
    while !predicate(), simulation.now() < end { wait(until: end) }
  }

  private func wait(until deadline: Duration?) {
    waiting.append(simulation.thread)
    mutex.unlock()
    let turn = simulation.wait(until: deadline)
    mutex.lock()
    waiting.removeAll { $0 === turn }
  }
}

/// Gives each test of a suite a simulation of its own.
struct SimulatedTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Simulation.run(seed: SeededGenerator.seed, function)
  }
}

extension Trait where Self == SimulatedTrait {
  /// The test is the first thread of ``Simulation/current``.
  static var simulated: SimulatedTrait { SimulatedTrait() }
}

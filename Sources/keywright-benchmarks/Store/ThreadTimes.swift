import Foundation
import Keywright
import Synchronization

/// The reads of two threads on one store, as ratios to those of one thread in the same run.
enum ThreadTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
  }

  // Short rounds, and many: beside a load both threads have a processor of their own in some of them.
  private static let count = 50_000
  private static let rounds = 400

  static func run(_ arguments: [String]) throws {
    print("reads of two threads by those of one; medians of rounds in which each had a processor")
    try read("Int", [1, 2], atLeast: 1.7, own: 1.7)
    try read("String of 8 bytes", ["a string", "a value."], atLeast: 1, own: 1.8)
    let long = (1...2).map { "a value of more than fifteen bytes, \($0)" }
    try read("String of 36 bytes", long, atLeast: 0.8, own: 1.8)
    copy(long[0])
  }

  /// Reads of one key by one thread, by two at once, and of two keys by two threads.
  private static func read<Value: Convertible>(
    _ name: String, _ values: [Value], atLeast least: Double, own leastOfOwn: Double
  ) throws {
    let store = MemoryStore()
    let keys = values.indices.map { Key<Bench, Value>("value\($0)", default: values[$0]) }
    for (key, value) in zip(keys, values) { try store.set(key, to: value) }
    let read = { @Sendable (key: Key<Bench, Value>) in
      for _ in 0..<count { use(store.get(key)) }
    }
    let times = medians([
      { together(1) { _ in read(keys[0]) } },
      { together(2) { _ in read(keys[0]) } },
      { together(2) { read(keys[$0]) } },
    ])
    guard let times else { return print("\(name): in no round had two threads a processor each") }
    print("\(name), one thread: \(figure(times[0] / Double(count))) ns")
    report("two threads, one key", 2 * times[0] / times[1], atLeast: least)
    report("two threads, a key each", 2 * times[0] / times[2], atLeast: leastOfOwn)
  }

  /// Copies of one string without any store: the limit of the machine, since all copies share a reference
  /// count.
  private static func copy(_ text: String) {
    let box = Box(text)
    let copy = { @Sendable (number: Int) in
      for _ in 0..<count { use(box.copy()) }
    }
    let times = medians([{ together(1, copy) }, { together(2, copy) }])
    guard let times else { return }
    print(
      "  two threads, one string and no store: \(figure(2 * times[0] / times[1])) times the copies")
  }

  /// The median times of rounds by turns, so that what the machine does besides falls on all of them; nil if
  /// one has no time.
  private static func medians(_ bodies: [() -> Double?]) -> [Double]? {
    var times = bodies.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, body) in bodies.enumerated() {
        if let time = body() { times[index].append(time) }
      }
    }
    if times.contains(where: \.isEmpty) { return nil }
    return times.map { $0.sorted()[$0.count / 2] }
  }

  /// The nanoseconds in which threads that begin together have ended; nil if one had no processor for a part
  /// of them.
  ///
  /// Threads that take turns on one processor do not disturb each other, and would hide what reading costs.
  private static func together(_ threads: Int, _ body: @Sendable (Int) -> Void) -> Double? {
    let arrived = Atomic(0)
    let spans = Mutex<[Span]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { number in
      arrived.add(1, ordering: .relaxed)
      // One thread may have to run all of them, so the wait has an end.
      let limit = seconds(CLOCK_MONOTONIC) + 0.001
      while arrived.load(ordering: .relaxed) < threads, seconds(CLOCK_MONOTONIC) < limit {}
      let (start, used) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_THREAD_CPUTIME_ID))
      body(number)
      let span = Span(
        start: start, end: seconds(CLOCK_MONOTONIC),
        processor: seconds(CLOCK_THREAD_CPUTIME_ID) - used)
      spans.withLock { $0.append(span) }
    }
    let all = spans.withLock { $0 }
    guard let start = all.map(\.start).min(), let end = all.map(\.end).max() else { return nil }
    return all.allSatisfy { $0.processor >= 0.9 * (end - start) } ? (end - start) * 1e9 : nil
  }

  private final class Box: Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    @inline(never)
    @_optimize(none)
    func copy() -> String { text }
  }

  /// The time at which a thread read, and that for which it had a processor, in seconds.
  private struct Span {
    var start: Double
    var end: Double
    var processor: Double
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Keeps the compiler from leaving out a read.
  @inline(never)
  @_optimize(none)
  private static func use<Value>(_ value: Value) {}

  private static func report(_ name: String, _ ratio: Double, atLeast least: Double) {
    let verdict = ratio >= least ? "yes" : "NO"
    print("  \(name): \(figure(ratio)) times the reads; at least \(least): \(verdict)")
  }

  private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}

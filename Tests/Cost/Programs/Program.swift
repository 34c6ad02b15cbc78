#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A store of numbers under `key0`, `key1` …, of a number under `count` and of a text under `title`.
protocol Rival: AnyObject {
  /// Opens the store at a path, or makes it.
  init(_ path: String) throws

  func fill(_ count: Int) throws
  func number() throws -> Int
  func text() throws -> Int

  /// Writes `count` so that the value survives the end of the process in any way.
  func set(_ number: Int) throws

  /// Changes `count` in memory, to be written later; false if the store knows no such thing.
  func setInMemory(_ number: Int) -> Bool

  /// Writes `count` so that the value survives a power cut; false if the store cannot.
  func setDurably(_ number: Int) throws -> Bool
}

extension Rival {
  func setInMemory(_ number: Int) -> Bool { false }
  func setDurably(_ number: Int) throws -> Bool { false }
}

/// A text that does not fit into a `String` without memory of its own.
let title = "a value of more than fifteen bytes"

/// Runs the verb that the arguments name: `fill PATH COUNT`, `times PATH`, `open PATH` or `start PATH`.
///
/// The source of every program holds this file, so that the compiler specialises it for each.
func run<Store: Rival>(_ type: Store.Type) throws {
  let arguments = CommandLine.arguments
  let (verb, path) = (arguments[1], arguments[2])
  let begin = processorTime()
  let store = try Store(path)
  switch verb {
  case "fill": try store.fill(Int(arguments[3]) ?? 0)
  case "start": guard try store.number() == 1 else { exit(1) }
  case "open":
    let number = try store.number()
    print("open \(processorTime() - begin)\nmemory \(privateMemory())\nnumber \(number)")
  default: try printTimes(store)
  }
}

private func printTimes<Store: Rival>(_ store: Store) throws {
  var (sum, number) = (0, 1)
  var isKnown = true
  print("get-int", try least(200, 2_000) { sum &+= try store.number() })
  print("get-string", try least(200, 2_000) { sum &+= try store.text() })
  let set = try least(40, 20) {
    number += 1
    try store.set(number)
  }
  print("set", set)
  let memory = least(40, 20) {
    number += 1
    isKnown = store.setInMemory(number)
  }
  if isKnown { print("set-in-memory", memory) }
  let durable = try least(40, 5) {
    number += 1
    isKnown = try store.setDurably(number)
  }
  if isKnown { print("set-durably", durable) }
  if sum == 1 { print("never") }
}

/// The nanoseconds of a call: the least of some rounds, since whatever else the machine does only adds.
@inline(__always)
private func least(_ rounds: Int, _ calls: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<rounds {
    let taken = try ContinuousClock().measure { for _ in 0..<calls { try body() } }
    least = min(least, taken / .nanoseconds(1) / Double(calls))
  }
  return least
}

/// The microseconds that the processors have worked for this process: other work on the machine does not
/// count, which lengthens the time of whatever takes milliseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// The memory that the process shares with no file, in kilobytes; 0 where the system does not say.
func privateMemory() -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if text.hasPrefix("RssAnon:") { return Int(text.filter(\.isNumber)) ?? 0 }
  }
  return 0
}

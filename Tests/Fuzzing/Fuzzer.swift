#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One entrance into the library that takes bytes from outside.
protocol FuzzTarget: SendableMetatype {
  static var name: String { get }
  /// The processor time, in seconds, that no unit may take.
  static var limit: Double { get }
  /// Takes any bytes; must not trap. What the result must hold is checked by `require`.
  static func run(_ bytes: [UInt8])
}

extension FuzzTarget {
  static var limit: Double { 0.1 }
}

/// Ends the run, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// Runs the target that the environment names, and measures each unit.
///
/// libFuzzer's own limit counts whole seconds.
struct Fuzzer {
  static let targets: [any FuzzTarget.Type] = [
    JSONTarget.self, TypeTarget.self, CheckTarget.self, PropertyListTarget.self,
    JournalTarget.self, NameTarget.self, GVariantTarget.self, ImportTarget.self,
    ForeignTarget.self, GrowthTarget.self,
    TrappingControl.self, SlowControl.self, GrowingControl.self, UncheckedControl.self,
  ]

  let target: any FuzzTarget.Type

  // libFuzzer calls from one thread, and only from there are these touched.
  nonisolated(unsafe) static var slowest = 0.0
  static let shared = Fuzzer()

  init() {
    let name = getenv("KEYWRIGHT_FUZZ_TARGET").map { String(cString: $0) }
    guard let target = Self.targets.first(where: { $0.name == name }) else {
      print("KEYWRIGHT_FUZZ_TARGET is not one of \(Self.targets.map { $0.name })")
      exit(2)
    }
    self.target = target
    atexit { print("slowest unit: \(Int(Fuzzer.slowest * 1_000_000)) microseconds") }
  }

  func run(_ bytes: [UInt8]) {
    var time = measured(bytes)
    // Processor time has outliers too: a unit is slow if it is slow every time.
    var attempts = 3
    while time > target.limit, attempts > 0 {
      time = min(time, measured(bytes))
      attempts -= 1
    }
    Self.slowest = max(Self.slowest, time)
    require(time <= target.limit, "a slow unit: \(Int(time * 1000)) ms of processor time")
  }

  private func measured(_ bytes: [UInt8]) -> Double {
    let start = Self.processorTime()
    target.run(bytes)
    return Self.processorTime() - start
  }

  /// Of all threads: the generator works on several files at once.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The entry point that libFuzzer calls with each unit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  Fuzzer.shared.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

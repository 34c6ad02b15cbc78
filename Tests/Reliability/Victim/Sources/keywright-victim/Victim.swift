import Glibc

/// A program that uses the stores through their public interface alone.
///
/// It says on standard output, one `write` for a line, what it did; lines that were read before it
/// was killed are what it has acknowledged.
@main
enum Victim {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "write": WriteForEver(rest).run()
    case "script": FaultScript(rest).run()
    case "serve": Server().run()
    case "increment": Increments(rest).run()
    case "soak": Soak(rest).run()
    case "opens": Opens(rest).run()
    case "names": Names(rest).run()
    case "watch": Watch(rest).run()
    default:
      say("usage: keywright-victim write|script|serve|increment|soak|opens|names|watch …")
      exit(64)
    }
  }
}

/// Writes one line, at once and whole.
func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest)
      let count = Glibc.write(STDOUT_FILENO, part.baseAddress, part.count)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { exit(74) }
    }
  }
}

/// Nanoseconds; by default of the clock that all processes of the machine share.
func moment(_ clock: clockid_t = CLOCK_MONOTONIC) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Pseudo-random numbers that a seed repeats (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

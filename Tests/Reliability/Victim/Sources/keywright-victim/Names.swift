import FoundationEssentials
import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Uses hostile texts, one a line of standard input, as suites and as keys, and says what became
/// of each; the rig looks for what was written outside.
struct Names {
  private let folder: String
  /// Whether to join folder and name as they are, which is how files escape.
  private let isNaive: Bool

  init(_ arguments: [String]) {
    folder = arguments.first ?? "."
    isNaive = arguments.contains("--naive")
  }

  func run() {
    while let line = readLine() {
      let name = Self.unescaped(line)
      if isNaive {
        naive(name)
        continue
      }
      say("suite \(outcome { try write(DefaultsStore(suite: name)) })")
      let key = Key<Root, String?>(name)
      let files = FileStore(folder: url(folder + "/files"))
      say("key \(outcome { try files.set(key, to: name) })")
      if let kept = try? files.read(key) as String?, kept != name { say("wrong") }
    }
    say("done")
  }

  private func write(_ store: DefaultsStore) throws {
    try store.set(Increments.number, to: 1)
    store.close()
  }

  private func outcome(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "written"
    } catch {
      return code(of: error)
    }
  }

  private func naive(_ name: String) {
    let file = Glibc.open(folder + "/files/" + name, O_CREAT | O_WRONLY, 0o600)
    if file >= 0 { Glibc.close(file) }
  }

  /// `\n` and `\0` stand for what a line cannot hold.
  private static func unescaped(_ line: String) -> String {
    line.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
      .split(separator: "\\0", omittingEmptySubsequences: false).joined(separator: "\0")
  }
}

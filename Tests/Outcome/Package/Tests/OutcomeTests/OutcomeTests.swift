import Foundation
import Testing

/// How this run goes wrong; each test but the last knows one way.
private let fault = ProcessInfo.processInfo.environment["OUTCOME_FAULT"] ?? ""
/// The file that has a line for each run of a test that fails by chance.
private let runs = ProcessInfo.processInfo.environment["OUTCOME_RUNS"] ?? ""

private struct Fault: Error {}

@Suite struct OutcomeTests {
  @Test func passes() {}

  @Test("a name of its own, with (brackets)", arguments: [1, 2])
  func fails(_ number: Int) { #expect(fault != "fails" || number != 2) }

  @Test func throwsAnError() throws { if fault == "throws" { throw Fault() } }

  @Test func crashes() { if fault == "crashes" { fatalError("on purpose") } }

  @Test func leaves() { if fault == "leaves" { exit(0) } }

  @Test func standsStill() { while fault == "standsStill" { sleep(1) } }

  @Test(.enabled(if: fault != "skipped", "a reason that nobody expects")) func skipped() {}

  @Test(.enabled(if: fault == "never", "a reason that is expected")) func alwaysSkipped() {}

  /// Fails in the run of this number, as one that fails by chance does.
  @Test func failsAtTimes() throws {
    guard fault.hasPrefix("run ") else { return }
    let before = (try? String(contentsOfFile: runs, encoding: .utf8)) ?? ""
    try (before + "\n").write(toFile: runs, atomically: true, encoding: .utf8)
    #expect(!fault.split(separator: " ").contains("\(before.count + 1)"))
  }

  @Test func isKnown() {
    withKnownIssue(isIntermittent: true) { if fault == "known" { Issue.record("known") } }
  }

  @Test func outlivesItsTest() {
    guard fault == "late" else { return }
    Thread.detachNewThread {
      usleep(100_000)
      Issue.record("after its test")
    }
  }

  @Test func zLast() { usleep(fault == "late" ? 1_000_000 : 0) }
}

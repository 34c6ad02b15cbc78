import KeywrightStorage
import Keywright

/// Lines in the order in which they were noted.
final class Log: Sendable {
  private let state = Protected<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) { state.withLock { $0.append(line) } }
}

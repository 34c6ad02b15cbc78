import Foundation
import Testing

@Suite("Recorded sessions of the language server")
struct RecordedSessionTests {
  /// `KEYWRIGHT_UPDATE_GOLDEN=1 swift test` writes the answers again.
  @Test("The server answers as it did", arguments: RecordedSession.names)
  func replay(_ name: String) throws {
    let session = try RecordedSession(name)
    let (recorded, now) = try session.replayed()
    if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
      return try session.record(now)
    }
    for (old, new) in zip(recorded.split(separator: "\n"), now.split(separator: "\n")) {
      #expect(old == new)
    }
    #expect(recorded == now)
  }

  @Test("A session is recorded for each feature")
  func features() {
    #expect(
      RecordedSession.names == [
        "completion.txt", "definition.txt", "diagnostics.txt", "fixes.txt", "formatting.txt",
        "hover.txt", "moving.txt", "symbols.txt",
      ])
  }
}

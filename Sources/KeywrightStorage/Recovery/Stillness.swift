/// Waits until a file has not changed for a second, whatever its times and the clock say.
struct Stillness {
  private var seen: FileStatus?
  private var waited = Duration.zero
  private var pause = Duration.milliseconds(10)

  /// The time to wait before the next look; nil if the file has been still for long enough.
  mutating func nextPause(for status: FileStatus) -> Duration? {
    if seen != status {
      seen = status
      waited = .zero
    }
    guard waited < .nanoseconds(FileStatus.longestGap) else { return nil }
    waited += pause
    defer { pause = min(pause * 2, .milliseconds(100)) }
    return pause
  }
}

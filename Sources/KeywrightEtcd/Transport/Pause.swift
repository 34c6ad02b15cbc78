import KeywrightStorage

/// Waits of a thread of the library's own, or of one that commits.
enum Pause {
  static func sleep(_ duration: Duration) { SystemFileSystem().pause(duration) }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

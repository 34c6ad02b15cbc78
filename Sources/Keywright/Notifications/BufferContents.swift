/// The contents of an ``AsyncBuffer``: a value type that is changed under the buffer's lock.
protocol BufferContents: Sendable {
  associatedtype Notification
  associatedtype Item: Sendable

  /// Whether `take` would give an item.
  var isReady: Bool { get }

  /// Adds a notification, or counts it where there is no room for it.
  mutating func add(_ notification: Notification)

  /// Removes and returns the next item, if there is one.
  mutating func take() -> Item?
}

/// A buffer that holds whether there is news, and none of it: at first there is.
struct News: BufferContents {
  private(set) var isReady = true

  mutating func add(_ notification: Void) { isReady = true }

  mutating func take() -> Void? {
    defer { isReady = false }
    return isReady ? () : nil
  }
}

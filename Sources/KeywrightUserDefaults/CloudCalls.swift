/// The calls of iCloud's key-value store, as far as a store needs them.
protocol CloudCalls: Sendable {
  /// The object under a key, or nil.
  func object(_ key: String) -> Any?

  /// All keys with their objects.
  func objects() -> [String: Any]

  /// Sets an object, or removes it. A key that is too long ends the program.
  func set(_ object: Any?, _ key: String)

  /// Brings memory and disk together; false if the program may not use iCloud.
  func synchronize() -> Bool

  /// Calls a function, on any thread, for each notice that iCloud changed something.
  func observe(_ body: @escaping @Sendable (CloudNotice) -> Void)
}

/// A notice that iCloud changed something.
struct CloudNotice: Sendable {
  /// The causes of a notice, by Apple's numbers (NSUbiquitousKeyValueStore.h).
  enum Reason: Int, Sendable {
    /// Another device changed values.
    case serverChange = 0
    /// The first values came from iCloud, and took the places of those that were set before.
    case initialSync = 1
    /// A value that was set is too much, and was dropped.
    case quotaViolation = 2
    /// Another account has taken the place of the one before, with its values.
    case accountChange = 3
  }

  /// Nil for a cause that is not known here.
  var reason: Reason?
  /// The keys concerned.
  var keys: [String]
}

/// The most that iCloud keeps for one app, by Apple's documentation.
struct CloudLimits: Sendable {
  /// The bytes of a key in UTF-8.
  var key = 64
  var keys = 1_024
  /// The bytes of all values together. Apple says one megabyte, and not which.
  var bytes = 1_000_000
}

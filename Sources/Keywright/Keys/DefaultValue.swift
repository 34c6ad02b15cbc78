/// A default that is computed, or decoded, at most once for each key and process.
///
/// ```swift
/// static let install = Key<App, UUID>(
///   "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing, UUID.init)))
/// ```
///
/// Thread safety: threads that need the value while another computes it wait for that one. No
/// store's lock is held meanwhile. A default that needs itself, also through others or through
/// other threads, stops the program with a message instead of waiting for ever.
public final class DefaultValue<Value: Sendable>: Sendable {
  /// Whether a default becomes a stored value when it is first read.
  ///
  /// Store a default that must be the same for ever once it is known, such as the identity of an
  /// installation. A default that is not stored can change with the next version of the program.
  public enum Persistence: Sendable {
    /// The default is never stored.
    case never
    /// The first `get` that finds nothing stores the default if there is still nothing, and gives
    /// what is then stored, so that all threads and processes agree.
    case whenMissing
  }

  private enum Source: Sendable {
    case closure(@Sendable () -> Value)
    case stored(StoredValue)
    case value(Value)
  }

  /// Whether this default becomes a stored value when it is first read.
  @usableFromInline let persistence: Persistence
  private let source: Source
  private let evaluation = Evaluation<Value>()

  private init(source: Source, persistence: Persistence) {
    self.source = source
    self.persistence = persistence
  }

  /// A default that a function computes when it is first needed.
  ///
  /// - Parameters:
  ///   - persistence: Whether the first `get` stores it.
  ///   - body: Computes the default; called at most once.
  public static func lazy(
    persist persistence: Persistence = .never, _ body: @escaping @Sendable () -> Value
  ) -> DefaultValue {
    DefaultValue(source: .closure(body), persistence: persistence)
  }

  /// A default written as its stored form, for types that Swift has no literal for.
  ///
  /// ```swift
  /// let home: DefaultValue<URL> = .stored("https://example.org")
  /// ```
  ///
  /// - Parameter value: The stored form; one that does not decode is a programming error.
  public static func stored(_ value: StoredValue) -> DefaultValue {
    DefaultValue(source: .stored(value), persistence: .never)
  }

  /// A default that is at hand, in the descriptor of a key with migrations: such a key is never looked up
  /// without a look at its descriptor.
  ///
  /// - Parameter value: The default.
  public static func _value(_ value: Value) -> DefaultValue {
    DefaultValue(source: .value(value), persistence: .never)
  }

  /// The value, if it is known without running code of the program.
  @usableFromInline var valueAtHand: Value? {
    if case .value(let value) = source { return value }
    return evaluation.result
  }

  /// The value, if no function computes it.
  @usableFromInline
  func written(_ decode: (StoredValue) -> Value?) -> Value? {
    switch source {
    case .value(let value): value
    case .stored(let stored): evaluation.result ?? decode(stored)
    case .closure: nil
    }
  }

  @usableFromInline
  func value(for name: StorageString, decode: (StoredValue) -> Value?) -> Value {
    evaluation.value(name: name) {
      switch source {
      case .value(let value): return value
      case .closure(let body): return body()
      case .stored(let stored):
        guard let value = decode(stored) else {
          programmingError(
            """
            the default of the key '\(name)' is written as \(stored), which is not a \
            stored form of \(Value.self). Mend the `.stored(…)` of its KeyDescriptor.
            """)
        }
        return value
      }
    }
  }
}

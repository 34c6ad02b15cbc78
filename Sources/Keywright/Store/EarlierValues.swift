#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The values of a store as of an earlier commit.
///
/// ```swift
/// for earlier in try store.history {
///   print(earlier.date, try earlier.values().get(Player.volume))
/// }
/// ```
///
/// It is a file beside the list, which may be gone when it is read: newer ones take the place of older ones.
///
/// Thread safety: an immutable value.
public struct EarlierValues: Sendable, Equatable {
  /// The time of the last commit that they hold, by the clock of the program that made it.
  public let date: Date

  /// Whether they are what the store held before the first commit of another version of the program.
  public let isBeforeUpdate: Bool

  /// The file.
  public let url: URL

  let load: @Sendable () throws(StoreError) -> any ReadableStore

  /// Whether both are one file, with one time.
  public static func == (values: EarlierValues, others: EarlierValues) -> Bool {
    values.url == others.url && values.date == others.date
  }

  /// Reads the values, as a store in memory.
  ///
  /// ```swift
  /// let yesterday = try store.history.last { $0.date < midnight }?.values()
  /// ```
  ///
  /// In a store that was opened with registries, values of former keys are under the present ones, as
  /// after an opening; no hook is called for that.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the file is gone or cannot be read,
  ///   ``StoreError/Code/corrupt`` if it is damaged.
  ///
  /// Complexity: O(*n*) in the number of values.
  public func values() throws(StoreError) -> any ReadableStore { try load() }
}

extension Store {
  /// Unsupported: only a ``DefaultsStore`` keeps earlier values.
  public var history: [EarlierValues] {
    get throws(StoreError) {
      throw StoreError(
        .unsupported, operation: "history", found: "a store that keeps no earlier values",
        advice: "Ask the DefaultsStore in which the values are kept.")
    }
  }

  /// Nothing: the store keeps no earlier values.
  public func removeHistory() throws(StoreError) {}
}

/// Counts of a ``CacheStore``: its lookups and evictions so far, and its entries.
///
/// ```swift
/// print(cache.statistics.hitRatio)
/// ```
public struct CacheStatistics: Sendable, Hashable {
  /// The number of times that `get` or `read` found a value.
  public var hits = 0
  /// The number of times that they found none, or one of another type, or one that had expired.
  public var misses = 0
  /// The number of entries that gave way to others, or to ``CacheStore/trim(to:cost:)``.
  public var evictions = 0
  /// The number of entries that were dropped because their time had passed.
  public var expirations = 0
  /// The number of entries that are kept; those among them that expired unnoticed count too.
  public var count = 0
  /// The sum of their costs.
  public var cost = 0

  /// Hits divided by lookups; 0 before the first lookup.
  public var hitRatio: Double {
    let lookups = Double(hits) + Double(misses)
    return lookups == 0 ? 0 : Double(hits) / lookups
  }
}

import Keywright

/// The cache that programs get, as they use it.
struct ShippedCache: EvictionAlgorithm {
  static let name = "CacheStore"
  private let cache: CacheStore
  private let keys: [Key<Root, Bool>]

  init(capacity: Int, bound: Int) {
    cache = CacheStore(capacity: capacity)
    keys = (0..<bound).map { Key("\($0)", default: false) }
  }

  mutating func request(_ object: Int) -> Bool {
    if cache.get(keys[object]) { return true }
    cache[keys[object]] = true
    return false
  }
}

/// What a cache does with a value for which neither the caller nor the key says otherwise.
struct CachePolicy: Sendable {
  let ttl: Duration?
  let cost: (@Sendable (any Sendable) -> Int)?
  let clock: CacheClock
}

/// What the caller of a `set` says of the value in a cache.
struct CacheRetention {
  var cost: Int?
  var ttl: Duration?
}

/// Observers of single keys, found by the storage string and its hash.
///
/// A chained hash table with a bucket for each key. `Dictionary` would do, but would hash the hash
/// again at each commit.
struct KeyedObservers {
  fileprivate struct Entry {
    let name: StorageString
    var observers: [Observer]
  }

  private var buckets: [[Entry]] = [[], []]
  private let factor = SlotIndex.factor
  private var count = 0

  /// All observers, in no order.
  var all: [Observer] { buckets.joined().flatMap(\.observers) }

  /// The observers of a key, sorted by their ids; nil if there are none.
  subscript(name: StorageString) -> [Observer]? {
    if count == 0 { return nil }
    let bucket = bucket(of: name)
    for position in buckets[bucket].indices where buckets[bucket][position].isFor(name) {
      return buckets[bucket][position].observers
    }
    return nil
  }

  /// Who listens to a key.
  func audience(of name: StorageString) -> ObserverRegistry.Audience {
    if count == 0 { return .nobody }
    let bucket = bucket(of: name)
    for position in buckets[bucket].indices where buckets[bucket][position].isFor(name) {
      if buckets[bucket][position].observers.count > 1 { return .several }
      return .one(buckets[bucket][position].observers[0])
    }
    return .nobody
  }

  mutating func insert(_ observer: Observer, for name: StorageString) {
    if count == buckets.count { grow() }
    let bucket = bucket(of: name)
    if let position = buckets[bucket].firstIndex(where: { $0.isFor(name) }) {
      buckets[bucket][position].observers.append(observer)
    } else {
      buckets[bucket].append(Entry(name: name, observers: [observer]))
      count += 1
    }
  }

  /// Removes an observer; false if it is not there.
  mutating func remove(_ observer: Observer, for name: StorageString) -> Bool {
    let bucket = bucket(of: name)
    guard let position = buckets[bucket].firstIndex(where: { $0.isFor(name) }),
      buckets[bucket][position].observers.removeOne(observer)
    else { return false }
    if buckets[bucket][position].observers.isEmpty {
      buckets[bucket].remove(at: position)
      count -= 1
    }
    return true
  }

  /// The number of buckets is a power of two, of which the topmost bits of the mixed hash choose.
  private func bucket(of name: StorageString) -> Int {
    let bits = UInt64(buckets.count.trailingZeroBitCount)
    return Int((name.hash &* factor) >> (64 - bits))
  }

  private mutating func grow() {
    let entries = buckets.joined()
    buckets = Array(repeating: [], count: buckets.count * 2)
    for entry in entries { buckets[bucket(of: entry.name)].append(entry) }
  }
}

extension KeyedObservers.Entry {
  func isFor(_ other: StorageString) -> Bool {
    name.hash == other.hash && name.count == other.count
      && StorageString.areEqual(name.start, other.start, name.count)
  }
}

extension [Observer] {
  /// Removes an observer, found by its id; false if it is not there.
  mutating func removeOne(_ observer: Observer) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < observer.id { low = middle + 1 } else { high = middle }
    }
    guard low < endIndex, self[low] === observer else { return false }
    remove(at: low)
    return true
  }
}

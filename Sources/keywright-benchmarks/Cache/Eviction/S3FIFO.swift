/// S3-FIFO: a small and a main queue, and a queue of ghosts.
///
/// Source: J. Yang and others, "FIFO queues are all you need for cache eviction", SOSP 2023,
/// algorithm 1.
struct S3FIFO {
  private enum Place: UInt8 { case none, small, main }
  private let capacity: Int
  private let usesToStay: UInt8
  private var small: ObjectList
  private var main: ObjectList
  private var ghosts: ObjectList
  private var place: [Place]
  private var isGhost: [Bool]
  private var uses: [UInt8]

  /// - Parameter usesToStay: How often an object must be used while it is in the small queue, to be
  ///   moved to the main one.
  init(capacity: Int, bound: Int, usesToStay: UInt8) {
    self.capacity = capacity
    self.usesToStay = usesToStay
    small = ObjectList(bound: bound)
    (main, ghosts) = (small, small)
    place = Array(repeating: .none, count: bound)
    isGhost = Array(repeating: false, count: bound)
    uses = Array(repeating: 0, count: bound)
  }

  mutating func request(_ object: Int) -> Bool {
    if place[object] != .none {
      uses[object] = min(uses[object] + 1, 3)
      return true
    }
    while small.count + main.count >= capacity { evict() }
    uses[object] = 0
    if isGhost[object] {
      isGhost[object] = false
      ghosts.remove(object)
      place[object] = .main
      main.push(object)
    } else {
      place[object] = .small
      small.push(object)
    }
    return false
  }

  private mutating func evict() {
    if small.count > 0, small.count * 10 >= capacity || main.count == 0 {
      evictFromSmall()
    } else {
      evictFromMain()
    }
  }

  private mutating func evictFromSmall() {
    let object = small.oldest
    small.remove(object)
    guard uses[object] < usesToStay else {
      uses[object] = 0
      place[object] = .main
      return main.push(object)
    }
    place[object] = .none
    if ghosts.count >= max(capacity * 9 / 10, 1) {
      isGhost[ghosts.oldest] = false
      ghosts.remove(ghosts.oldest)
    }
    isGhost[object] = true
    ghosts.push(object)
  }

  private mutating func evictFromMain() {
    let object = main.oldest
    main.remove(object)
    guard uses[object] > 0 else { return place[object] = .none }
    uses[object] -= 1
    main.push(object)
  }
}

/// S3-FIFO as published: two uses to stay.
struct PublishedS3FIFO: EvictionAlgorithm {
  static let name = "S3-FIFO"
  private var cache: S3FIFO

  init(capacity: Int, bound: Int) {
    cache = S3FIFO(capacity: capacity, bound: bound, usesToStay: 2)
  }

  mutating func request(_ object: Int) -> Bool { cache.request(object) }
}

/// S3-FIFO with one use to stay.
struct EagerS3FIFO: EvictionAlgorithm {
  static let name = "S3-FIFO-1"
  private var cache: S3FIFO

  init(capacity: Int, bound: Int) {
    cache = S3FIFO(capacity: capacity, bound: bound, usesToStay: 1)
  }

  mutating func request(_ object: Int) -> Bool { cache.request(object) }
}

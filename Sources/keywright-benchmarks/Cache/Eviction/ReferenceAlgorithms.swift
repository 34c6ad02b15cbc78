/// First in, first out.
struct FIFO: EvictionAlgorithm {
  static let name = "FIFO"
  private let capacity: Int
  private var list: ObjectList
  private var isKept: [Bool]

  init(capacity: Int, bound: Int) {
    self.capacity = capacity
    list = ObjectList(bound: bound)
    isKept = Array(repeating: false, count: bound)
  }

  mutating func request(_ object: Int) -> Bool {
    if isKept[object] { return true }
    if list.count == capacity {
      isKept[list.oldest] = false
      list.remove(list.oldest)
    }
    isKept[object] = true
    list.push(object)
    return false
  }
}

/// Least recently used.
struct LRU: EvictionAlgorithm {
  static let name = "LRU"
  private let capacity: Int
  private var list: ObjectList
  private var isKept: [Bool]

  init(capacity: Int, bound: Int) {
    self.capacity = capacity
    list = ObjectList(bound: bound)
    isKept = Array(repeating: false, count: bound)
  }

  mutating func request(_ object: Int) -> Bool {
    let isHit = isKept[object]
    if isHit {
      list.remove(object)
    } else if list.count == capacity {
      isKept[list.oldest] = false
      list.remove(list.oldest)
    }
    isKept[object] = true
    list.push(object)
    return isHit
  }
}

/// SIEVE: one queue, one bit for each object, and a hand that moves from old to new.
///
/// Source: Y. Zhang, J. Yang, Y. Yue, Y. Vigfusson, K. V. Rashmi, "SIEVE is simpler than LRU",
/// NSDI 2024, algorithm 1.
struct SIEVE: EvictionAlgorithm {
  static let name = "SIEVE"
  private let capacity: Int
  private var list: ObjectList
  private var isKept: [Bool]
  private var wasVisited: [Bool]
  private var hand = -1

  init(capacity: Int, bound: Int) {
    self.capacity = capacity
    list = ObjectList(bound: bound)
    isKept = Array(repeating: false, count: bound)
    wasVisited = isKept
  }

  mutating func request(_ object: Int) -> Bool {
    if isKept[object] {
      wasVisited[object] = true
      return true
    }
    if list.count == capacity { evict() }
    isKept[object] = true
    wasVisited[object] = false
    list.push(object)
    return false
  }

  private mutating func evict() {
    var object = hand >= 0 ? hand : list.oldest
    while wasVisited[object] {
      wasVisited[object] = false
      let next = list.newer(than: object)
      object = next >= 0 ? next : list.oldest
    }
    hand = list.newer(than: object)
    isKept[object] = false
    list.remove(object)
  }
}

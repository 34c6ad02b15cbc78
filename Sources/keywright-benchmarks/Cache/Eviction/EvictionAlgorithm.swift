/// A cache of numbered objects, to count hits.
protocol EvictionAlgorithm: SendableMetatype {
  static var name: String { get }

  /// A cache of some objects with numbers below `bound`.
  init(capacity: Int, bound: Int)

  /// Asks for an object, which is taken in if it is not there; true if it was.
  mutating func request(_ object: Int) -> Bool
}

/// A doubly linked list of numbered objects, newest first.
struct ObjectList {
  private var newer: [Int32]
  private var older: [Int32]
  private(set) var newest = -1
  private(set) var oldest = -1
  private(set) var count = 0

  init(bound: Int) {
    newer = Array(repeating: -1, count: bound)
    older = newer
  }

  mutating func push(_ object: Int) {
    newer[object] = -1
    older[object] = Int32(newest)
    if newest >= 0 { newer[newest] = Int32(object) } else { oldest = object }
    newest = object
    count += 1
  }

  mutating func remove(_ object: Int) {
    let (before, after) = (Int(newer[object]), Int(older[object]))
    if before >= 0 { older[before] = Int32(after) } else { newest = after }
    if after >= 0 { newer[after] = Int32(before) } else { oldest = before }
    count -= 1
  }

  /// The next newer object; -1 if there is none.
  func newer(than object: Int) -> Int { Int(newer[object]) }
}

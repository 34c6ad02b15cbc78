import Foundation

/// Requests for numbered objects, made from a seed.
struct Trace {
  let name: String
  let requests: [Int]

  /// The number of different objects that are asked for.
  var footprint: Int { Set(requests).count }

  /// One more than the largest number.
  var bound: Int { (requests.max() ?? 0) + 1 }

  private static let objects = 100_000
  private static let count = 1_000_000

  /// Independent requests; the object of rank r is asked for in proportion to 1 / r^0.9.
  static func zipf(seed: UInt64) -> Trace {
    var zipf = ZipfGenerator(objects: objects, exponent: 0.9, seed: seed)
    return Trace(name: "Zipf(0.9)", requests: (0..<count).map { _ in zipf.next() })
  }

  /// One request of four is for an object that is never asked for again.
  static func oneHitWonders(seed: UInt64) -> Trace {
    var zipf = ZipfGenerator(objects: objects, exponent: 0.9, seed: seed)
    var fresh = objects
    let requests = (0..<count).map { _ in
      guard zipf.random.next() % 4 == 0 else { return zipf.next() }
      fresh += 1
      return fresh
    }
    return Trace(name: "Zipf(0.9), 25 % one-hit wonders", requests: requests)
  }

  /// After every 20,000 requests, 10,000 objects of another 200,000 are read in order, once.
  static func scans(seed: UInt64) -> Trace {
    var zipf = ZipfGenerator(objects: objects, exponent: 0.9, seed: seed)
    var (requests, scanned) = ([Int](), 0)
    while requests.count < count {
      for _ in 0..<20_000 { requests.append(zipf.next()) }
      for _ in 0..<10_000 {
        requests.append(objects + scanned % 200_000)
        scanned += 1
      }
    }
    return Trace(name: "Zipf(0.9), scans", requests: requests)
  }
}

/// Numbers from 0 whose frequency falls as a power of their rank.
struct ZipfGenerator {
  var random: SplitMix
  private let sums: [Double]

  init(objects: Int, exponent: Double, seed: UInt64) {
    random = SplitMix(seed: seed)
    var sum = 0.0
    sums = (1...objects).map { rank in
      sum += 1 / pow(Double(rank), exponent)
      return sum
    }
  }

  mutating func next() -> Int {
    let point = Double.random(in: 0..<(sums.last ?? 1), using: &random)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > point { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a generator that a printed seed repeats.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

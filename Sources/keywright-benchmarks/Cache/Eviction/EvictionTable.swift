import Foundation

/// Hit ratios of every algorithm on every trace, at sizes from 1 % to 50 % of the objects.
enum EvictionTable {
  private static let algorithms: [any EvictionAlgorithm.Type] = [
    FIFO.self, LRU.self, SIEVE.self, PublishedS3FIFO.self, EagerS3FIFO.self,
    ShippedCache.self,
  ]
  private static let sizes = [1, 2, 5, 10, 20, 30, 40, 50]

  static func run(_ arguments: [String]) {
    let position = arguments.firstIndex(of: "--seed")
    let seed =
      position.flatMap { arguments.dropFirst($0 + 1).first }.flatMap { UInt64($0) } ?? 20_230_823
    if arguments.contains("--margins") { return margins(seed) }
    print("seed \(seed); hit ratios in %; size in % of the objects asked for")
    for make in [Trace.zipf, Trace.oneHitWonders, Trace.scans] {
      let trace = make(seed)
      let (footprint, bound) = (trace.footprint, trace.bound)
      print("\n\(trace.name): \(trace.requests.count) requests for \(footprint) objects")
      print(row("size", algorithms.map { $0.name }))
      for size in sizes {
        let capacity = footprint * size / 100
        let ratios = algorithms.map { ratio($0, trace, capacity, bound) }
        print(row("\(size) %", ratios.map { String(format: "%.2f", $0) }))
      }
    }
  }

  /// The distance of the shipped cache from the better of LRU and FIFO, at worst and for each trace, with
  /// this seed and the four that follow it.
  private static func margins(_ first: UInt64) {
    print("hits of CacheStore less those of the better of LRU and FIFO, in points; at least -0.2")
    for seed in first..<first + 5 {
      for make in [Trace.zipf, Trace.oneHitWonders, Trace.scans] {
        let trace = make(seed)
        let least = sizes.map { size -> (size: Int, margin: Double) in
          let capacity = trace.footprint * size / 100
          let rival = max(
            ratio(FIFO.self, trace, capacity, trace.bound),
            ratio(LRU.self, trace, capacity, trace.bound))
          let own = ratio(ShippedCache.self, trace, capacity, trace.bound)
          return (size: size, margin: own - rival)
        }.min { $0.margin < $1.margin }
        guard let least else { continue }
        let margin = String(format: "%+.2f", least.margin)
        let verdict = least.margin >= -0.2 ? "yes" : "NO"
        print("seed \(seed), \(trace.name): \(margin) at \(least.size) %: \(verdict)")
      }
    }
  }

  private static func row(_ head: String, _ cells: [String]) -> String {
    ([head] + cells).map { String(repeating: " ", count: max(11 - $0.count, 0)) + $0 }.joined()
  }

  private static func ratio<A: EvictionAlgorithm>(
    _ type: A.Type, _ trace: Trace, _ capacity: Int, _ bound: Int
  ) -> Double {
    var cache = A(capacity: capacity, bound: bound)
    let hits = trace.requests.reduce(0) { $0 + (cache.request($1) ? 1 : 0) }
    return 100 * Double(hits) / Double(trace.requests.count)
  }
}

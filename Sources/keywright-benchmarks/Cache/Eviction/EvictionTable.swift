import Foundation

/// Hit ratios of every algorithm on every trace, at sizes from 1 % to 50 % of the objects.
enum EvictionTable {
  private static let algorithms: [any EvictionAlgorithm.Type] = [
    FIFO.self, LRU.self, SIEVE.self, PublishedS3FIFO.self, EagerS3FIFO.self,
    ShippedCache.self,
  ]
  private static let sizes = [1, 2, 5, 10, 20, 30, 40, 50]

  static func run(_ arguments: [String]) {
    let seed = arguments.first.flatMap { UInt64($0) } ?? 20_230_823
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

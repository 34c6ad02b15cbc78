import Foundation
import Keywright

/// A `get` through a chain of `fallback`, beside the same layers in a list, as ratios of one run.
///
/// Before compositions were flattened a level of the chain cost 400 ns, one of the list 10.
enum LayerTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  private static let rounds = 15
  private static let count = 100_000

  static func run(_ arguments: [String]) throws {
    print("nanoseconds for one get of a value in the last layer, best of \(rounds)")
    for depth in [2, 4, 8] {
      let stores = (0..<depth).map { MemoryStore(name: "\($0)") }
      try stores[depth - 1].set(Bench.value, to: 1)
      let list = Layers(stores.map { .readingAndWriting($0) })
      let chain = stores.dropFirst(2).reduce(stores[0].fallback(to: stores[1])) { chain, store in
        chain.fallback(to: store)
      }
      // By turns, so that what the machine does besides falls on both.
      var best = (list: Double.infinity, chain: Double.infinity)
      for _ in 0..<rounds {
        best.list = min(best.list, time(list))
        best.chain = min(best.chain, time(chain))
      }
      let ratio = best.chain / best.list
      let verdict = ratio <= 1.5 ? "yes" : "NO"
      print(
        "  \(depth) layers: list \(figure(best.list)), chain \(figure(best.chain)), "
          + "\(figure(ratio)) times; at most 1.5: \(verdict)")
    }
  }

  private static func time(_ store: Layers) -> Double {
    var sum = 0
    let taken = ContinuousClock().measure {
      for _ in 0..<count { sum &+= store.get(Bench.value) }
    }
    if sum == 1 { print("") }
    return taken / .nanoseconds(1) / Double(count)
  }

  private static func figure(_ time: Double) -> String { String(format: "%.1f", time) }
}

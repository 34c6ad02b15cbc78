import Foundation
import Keywright

/// The commits of keys in namespaces that lie deep inside others, as ratios to those of one at the top.
///
/// The first commit finds a namespace's ancestors; later ones do not ask for them. Before that was noted, each
/// commit cost twice as much with each level: 3.9 ms at a depth of 20.
enum DepthTimes {
  private enum Nested<Outer: Namespace>: Namespace {
    typealias Parent = Outer
    static var namespaceID: String { "n" }
  }

  private static let rounds = 15
  private static let count = 2_000

  static func run(_ arguments: [String]) throws {
    print("nanoseconds for one set of a MemoryStore, best of \(rounds); the ratios count")
    var top: Double?
    // A type that the compiler does not know, so that no depth has code of its own.
    let space: any Namespace.Type = Nested<Root>.self
    try measure(space, depth: 1, &top)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private static func measure<Space: Namespace>(
    _ space: Space.Type, depth: Int, _ top: inout Double?
  ) throws {
    if [1, 10, 20, 40].contains(depth) {
      let store = MemoryStore()
      let key = Key<Space, Int>("key", default: 0)
      let first = try Timing.once { try store.set(key, to: 1) } * 1_000
      var number = 1
      let later =
        try Timing.least(of: rounds) {
          for _ in 0..<count {
            number += 1
            try store.set(key, to: number)
          }
        } * 1_000 / Double(count)
      let ratio = later / (top ?? later)
      top = top ?? later
      print(
        "  depth \(depth): first \(figure(first)), later \(figure(later)), "
          + "\(figure(ratio)) times; at most 1.5: \(ratio <= 1.5 ? "yes" : "NO")")
    }
    if depth < 40 { try measure(Nested<Space>.self, depth: depth + 1, &top) }
  }

  private static func figure(_ number: Double) -> String { String(format: "%.1f", number) }
}

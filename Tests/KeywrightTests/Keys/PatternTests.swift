import Testing

@testable import Keywright

/// Patterns, whose matching may be slow.
@Suite("A pattern") struct PatternTests {
  private let made = Shared(1)

  private func pool() -> ObjectPool<Int> {
    ObjectPool(1) { [made] in
      made.change {
        $0 += 1
        return $0
      }
    }
  }

  @Test("is matched by one thread while another matches it")
  func matchInMatch() {
    // A mutex that is held during the first match would end here.
    let pool = pool()
    let elements = pool.withElement { first in pool.withElement { [first, $0] } }
    #expect(elements == [1, 2])
  }

  @Test(
    "is compiled once where one thread matches it, and no more often than threads match at once")
  func copies() {
    let pool = pool()
    for _ in 0..<3 { #expect(pool.withElement { $0 } == 1) }
    onThreads(8) { _ in
      for _ in 0..<100 { pool.withElement { _ in } }
    }
    #expect(made.value <= 8)
  }

  @Test("gives every thread the same answer")
  func threads() {
    let constraint = Constraint<String>.pattern("[a-z]+(-[a-z]+)*")
    onThreads(8) { number in
      for _ in 0..<50 {
        #expect(
          constraint.isSatisfied("a-\(number.isMultiple(of: 2) ? "b" : "B")")
            == number.isMultiple(of: 2))
      }
    }
    #expect(!Constraint<String>.pattern("(").isSatisfied(""))
  }
}

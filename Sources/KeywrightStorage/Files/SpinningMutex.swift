#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension UnsafeMutablePointer<pthread_mutex_t> {
  /// Takes a mutex that whoever holds it lets go after some microseconds, as a rule.
  ///
  /// A thread that goes to sleep must be woken again, which takes some 50 µs where its processor went
  /// to sleep as well. So it asks again for as long before it does, and never loses more than twice
  /// what the better of both would have cost: see Karlin, Li, Manasse and Owicki, "Empirical Studies
  /// of Competitive Spinning for a Shared-Memory Multiprocessor", 1991.
  package func lockSpinning() {
    if pthread_mutex_trylock(self) == 0 { return }
    let end = ContinuousClock.now + .microseconds(50)
    repeat {
      // A look at the clock takes longer than to ask.
      for _ in 0..<4 where pthread_mutex_trylock(self) == 0 { return }
    } while ContinuousClock.now < end
    pthread_mutex_lock(self)
  }
}

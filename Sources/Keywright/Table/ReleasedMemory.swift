#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that goes back to the system while the program goes on: on Linux alone, since other systems
/// take it by themselves when they need it.
enum ReleasedMemory {
  /// Gives back the whole pages of a piece of memory, which stays allocated and then reads as zeros; does nothing
  /// on other systems.
  static func release(_ start: UnsafeMutableRawPointer, count: Int) {
    #if os(Linux)
      let page = UInt(getpagesize())
      let first = (UInt(bitPattern: start) + page - 1) & ~(page - 1)
      let end = (UInt(bitPattern: start) + UInt(count)) & ~(page - 1)
      guard first < end, let pages = UnsafeMutableRawPointer(bitPattern: first) else { return }
      madvise(pages, Int(end - first), MADV_DONTNEED)
    #endif
  }

  /// Gives back what was freed and the allocator keeps for later: glibc keeps nearly all of it.
  static func releaseFreed() {
    #if canImport(Glibc)
      // The C library's module does not have it.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      typealias Trim = @convention(c) (Int) -> CInt
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    #endif
  }
}

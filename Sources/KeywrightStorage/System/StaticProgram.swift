#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A program without a dynamic linker: `dlopen` succeeds in it on some systems, and the loaded library ends the
  /// program.
  package enum StaticProgram {
    /// Whether the running program is one.
    package static let isRunning: Bool = {
      let opened = StandardStreams.whileTaken { fopen("/proc/self/auxv", "re") }
      guard let file = opened else { return false }
      defer { fclose(file) }
      var entry: (type: UInt, value: UInt) = (0, 0)
      // The place of the dynamic linker.
      let base: UInt = 7
      while fread(&entry, MemoryLayout.size(ofValue: entry), 1, file) == 1 {
        if entry.type == base { return entry.value == 0 }
      }
      return false
    }()
  }
#endif

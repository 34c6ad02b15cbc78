#if canImport(Darwin)
  import Darwin

  func permissions(of status: stat) -> UInt32 {
    let kind: UInt32 = status.st_mode & S_IFMT  // misuse
    return kind
  }

  func times(of status: stat) -> timespec {
    status.st_mtim  // misuse
  }

  func now() -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)  // misuse
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  func start() -> Int32 {
    var thread = pthread_t()  // misuse
    return pthread_create(&thread, nil, { _ in nil }, nil)
  }
#endif

#if canImport(Glibc) || os(Linux)
  #error("a Mac is no Linux")
#endif

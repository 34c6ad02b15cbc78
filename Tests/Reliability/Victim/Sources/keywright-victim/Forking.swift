import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Counts in a thread, and forks meanwhile, again and again: each child tries the parent's store, then
/// counts with one that it opens itself.
struct Forking {
  private let path: String
  private let children: Int
  private let count: Int
  /// How many seconds a child has.
  private let limit: UInt32

  init(_ arguments: [String]) {
    path = arguments.first ?? "store.plist"
    children = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
    count = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 50
    limit = arguments.dropFirst(3).first.flatMap { UInt32($0) } ?? 60
  }

  /// Says `child CODE` for each, with the answer that it got from the parent's store; `ended STATUS`
  /// for each; `counted N` with what the parent added.
  func run() {
    let store = DefaultsStore(url: url(path), lockTimeout: .seconds(60))
    warmUp(store)
    let isOver = Box(false)
    let counted = Box(0)
    let counting = Worker {
      while !isOver.withLock({ $0 }) {
        if (try? store.update(Increments.number) { $0 += 1 }) != nil {
          counted.withLock { $0 += 1 }
        }
      }
    }
    while counted.withLock({ $0 }) < 100 { usleep(100) }
    var pids: [pid_t] = []
    for _ in 0..<children {
      pids.append(fork { child(store) })
      usleep(2_000)
    }
    for pid in pids { say("ended \(wait(for: pid))") }
    isOver.withLock { $0 = true }
    counting.join()
    store.close()
    say("counted \(counted.withLock { $0 })")
  }

  /// Lets the parent do all that it will do, taking over what a child committed among it: what Swift's
  /// runtime makes at its first use it makes under locks of its own, for which a child that was forked
  /// meanwhile would wait for ever.
  private func warmUp(_ store: DefaultsStore) {
    do {
      for isCompacting in [false, true, false, true] {
        try store.update(Increments.number) { $0 += 1 }
        let child = fork {
          let store = DefaultsStore(url: url(path))
          for _ in 0..<300 { _ = try? store.update(Increments.number) { $0 += 1 } }
          try? store.flush(compacting: isCompacting)
          _exit(0)
        }
        _ = wait(for: child)
        for _ in 0..<300 { try store.update(Increments.number) { $0 += 1 } }
        try store.flush(compacting: isCompacting)
        try store.refresh()
      }
      try store.set(Increments.number, to: 0)
    } catch {
      say("failed \(code(of: error)) \(error)")
    }
  }

  private func child(_ inherited: DefaultsStore) -> Never {
    // One that hangs is ended by a signal.
    alarm(limit)
    var answer = "worked"
    do {
      try inherited.update(Increments.number) { $0 += 1 }
    } catch {
      answer = code(of: error)
    }
    let store = DefaultsStore(url: url(path), lockTimeout: .seconds(60))
    do {
      for _ in 0..<count { try store.update(Increments.number) { $0 += 1 } }
    } catch {
      say("failed \(code(of: error)) \(error)")
      _exit(3)
    }
    store.close()
    say("child \(answer)")
    _exit(0)
  }

  /// Runs a closure in a child; Swift's module of the C library does not let one call `fork`.
  private func fork(_ body: () -> Never) -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let fork = dlsym(nil, "fork") else { return -1 }
    let pid = unsafeBitCast(fork, to: Fork.self)()
    if pid == 0 { body() }
    return pid
  }

  private func wait(for pid: pid_t) -> Int32 {
    var status: Int32 = -1
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

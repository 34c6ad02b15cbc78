#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ReadableStore {
  /// Does something with the store that may wait, for a disk or for another process, without holding
  /// up one of the few threads that tasks share.
  ///
  /// ```swift
  /// try await store.waiting { try $0.set(Player.volume, to: 0.8) }
  /// try await store.waiting { try $0.flush() }
  /// ```
  ///
  /// A `get` never waits, and a commit of a cache or of memory hardly; a durable commit, a large file
  /// or a store that other processes write to may.
  ///
  /// - Parameter body: Runs once, on a thread of its own, also if the task is cancelled meanwhile.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; ``StoreError/Code/unavailable`` if no thread can be had, and then
  ///   the body did not run.
  ///
  /// Complexity: a thread for each call, some 20 µs.
  public func waiting<Result: Sendable>(
    _ body: @escaping @Sendable (Self) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let work = ThreadWork { continuation.resume(with: Swift.Result { try body(self) }) }
      guard !work.start() else { return }
      continuation.resume(
        throwing: StoreError(
          .unavailable, operation: "waiting", found: "no room for another thread",
          advice: "Wait for fewer things at once."))
    }
  }
}

/// What a thread does, once.
private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Begins a thread; false if there can be none.
  func start() -> Bool {
    let context = Unmanaged.passRetained(self).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { ThreadWork.run($0) }, context)
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes, { $0.flatMap { ThreadWork.run($0) } }, context)
    #endif
    if code != 0 { Unmanaged<ThreadWork>.fromOpaque(context).release() }
    return code == 0
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
}

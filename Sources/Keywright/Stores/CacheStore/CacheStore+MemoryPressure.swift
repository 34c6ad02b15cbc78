#if canImport(Darwin)
  import Dispatch

  extension CacheStore {
    /// Trims the cache when the system says that memory is short: to half at a warning, to nothing
    /// when it is critical.
    ///
    /// ```swift
    /// let pressure = images.respondsToMemoryPressure()
    /// ```
    ///
    /// - Returns: A token; the cache responds until it is cancelled or released.
    public func respondsToMemoryPressure() -> MemoryPressureToken {
      let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
      source.setEventHandler { [self, unowned source] in
        trim(to: source.data.contains(.critical) ? 0 : statistics.count / 2)
      }
      source.activate()
      return MemoryPressureToken(source: source)
    }
  }

  /// The time for which a cache responds to memory pressure; it ends when this is released.
  ///
  /// Thread safety: safe from any thread.
  public final class MemoryPressureToken: @unchecked Sendable {
    // `@unchecked`: the source is set once, and Dispatch guards what it does.
    private let source: any DispatchSourceMemoryPressure

    init(source: any DispatchSourceMemoryPressure) { self.source = source }

    deinit { source.cancel() }

    /// Ends the response; may be called more than once.
    public func cancel() { source.cancel() }
  }
#endif

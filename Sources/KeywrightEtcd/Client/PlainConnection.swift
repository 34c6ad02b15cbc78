#if canImport(FoundationNetworking)
  import Keywright
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The socket of a stream, which another thread than its reader may shut down.
  ///
  /// Thread safety: safe from any thread.
  final class PlainConnection: Sendable {
    private struct State {
      var socket: Int32?
      var isClosed = false
    }

    private let state = Protected(State())

    /// Notes the socket that was connected; false if the stream was closed before.
    func begin(_ socket: Int32) -> Bool {
      state.withLock { state in
        state.socket = socket
        return !state.isClosed
      }
    }

    /// Closes the socket at the end of the stream. Afterwards its number may be another's.
    func end(_ socket: Int32) {
      state.withLock { state in
        state.socket = nil
        PlainSocket.close(socket)
      }
    }

    /// Wakes the reader, which then finds the end of the stream.
    func close() {
      state.withLock { state in
        state.isClosed = true
        if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
      }
    }
  }
#endif

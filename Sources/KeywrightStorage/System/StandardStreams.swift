#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The descriptors 0, 1 and 2, which none of this library's files may have.
///
/// The system gives a new descriptor the lowest free number. A process that started with its standard
/// streams closed, or that closed them, would give theirs to a store, and then print into its journal.
package enum StandardStreams {
  private static let highest: Int32 = 2

  /// Opens a descriptor that is 3 or more; every descriptor of this library is opened so.
  ///
  /// Streams that are closed are taken by `/dev/null` during the call. Moving a descriptor up afterwards would
  /// leave a moment in which another thread prints into the file.
  /// - Parameter open: Makes the call, once; its result is negative if it failed.
  package static func opening(_ open: () -> Int32) -> Int32 {
    let number = whileTaken(open)
    guard 0...highest ~= number else { return number }
    // Another thread closed a stream during the call, or there is no /dev/null.
    let raised = fcntl(number, F_DUPFD_CLOEXEC, highest + 1)
    let code = errno
    close(number)
    errno = code
    return raised
  }

  /// Does something while no stream is closed; see ``opening(_:)``.
  package static func whileTaken<Result>(_ body: () -> Result) -> Result {
    let fillers = process.object
    fillers.begin()
    let result = body()
    let code = errno
    fillers.end()
    errno = code
    return result
  }

  private static let process = ProcessLocal { Fillers() }

  /// The files that take the streams as long as any thread opens something.
  private final class Fillers: Sendable {
    private let state = Protected((openings: 0, fillers: [Filler]()))

    /// A stream that was closed, and what takes it.
    struct Filler {
      let number: Int32
      let identity: FileIdentity?

      /// Whether no other file was put there: `dup2` clears the flag.
      var isOurs: Bool {
        fcntl(number, F_GETFD) == FD_CLOEXEC
          && SystemFileSystem().identity(of: number) == identity
      }
    }

    func begin() {
      state.withLock { state in
        state.openings += 1
        state.fillers += Fillers.missing()
      }
    }

    func end() {
      state.withLock { state in
        state.openings -= 1
        guard state.openings == 0, !state.fillers.isEmpty else { return }
        for filler in state.fillers where filler.isOurs { close(filler.number) }
        state.fillers = []
      }
    }

    /// Takes the streams that are closed.
    static func missing() -> [Filler] {
      var fillers: [Filler] = []
      for number in 0...highest where fcntl(number, F_GETFD) < 0 {
        // For reading alone: to print into it fails, as it does where nothing is open.
        let filler = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if filler == number {
          let identity = SystemFileSystem().identity(of: filler)
          fillers.append(Filler(number: filler, identity: identity))
        } else if filler >= 0 {
          // The program has opened the stream itself.
          close(filler)
        }
      }
      return fillers
    }
  }
}

#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightSecrets

  /// A bus that goes silent at each step. Each of these tests stood still for ever with libdbus's own waiting.
  @Suite(
    "A session bus that does not answer",
    .enabled(if: (try? BusLibrary.loaded()) != nil, "NOT RUN: no libdbus"))
  struct SilentBusTests {
    /// How far the bus goes.
    enum Step: CaseIterable {
      case notAccepted, accepted, pieces, authenticated, full
    }

    /// A listening socket that goes as far as one step.
    private final class Bus: Sendable {
      let folder = TemporaryFolder()
      private let listener: Int32
      private let others: [Int32]

      /// With a character that an address has to escape.
      var path: String { folder.file("a bus") }
      var address: String { "unix:path=" + path.replacing(" ", with: "%20") }

      init(_ step: Step) {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        _ = Bus.withAddress(folder.file("a bus")) { bind(listener, $0, $1) }
        listen(listener, step == .full ? 0 : 8)
        others = step == .full ? Bus.fill(folder.file("a bus")) : []
        guard [.accepted, .pieces, .authenticated].contains(step) else { return }
        _ = SystemThread.start {
          while true {
            let line = accept(listener, nil, nil)
            guard line >= 0 else { return }
            switch step {
            case .pieces:
              // Never a whole line; until the client has gone.
              while send(line, "R", 1, Int32(MSG_NOSIGNAL)) == 1 { usleep(10_000) }
            case .authenticated:
              var bytes = [UInt8](repeating: 0, count: 1_000)
              while recv(line, &bytes, bytes.count, 0) > 0 {
                let answer = "OK 0123456789abcdef0123456789abcdef\r\n"
                _ = send(line, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
              }
            default: break
            }
          }
        }
      }

      deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in others + [listener] { close(descriptor) }
      }

      private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
      ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
      }

      /// Opens connections until the socket takes no more.
      private static func fill(_ path: String) -> [Int32] {
        var descriptors: [Int32] = []
        while true {
          let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
          let descriptor = socket(AF_UNIX, kind, 0)
          descriptors.append(descriptor)
          if withAddress(path, { connect(descriptor, $0, $1) }) != 0 { return descriptors }
        }
      }
    }

    @Test("is an error in time, however far it went", arguments: Step.allCases)
    func silent(step: Step) throws {
      let bus = Bus(step)
      let failure = #expect(throws: BusFailure.self) {
        _ = try BusConnection(to: bus.address, timeout: .milliseconds(200))
      }
      #expect(failure?.kind == .unanswered)
      #expect(failure?.expected == "an answer in time")
    }

    @Test("is known to be full by its address, and one that is not there is not")
    func full() throws {
      let bus = Bus(.full)
      #expect(BusAddress(bus.address + ",guid=00")?.isFull == true)
      #expect(BusAddress(Bus(.notAccepted).address)?.isFull == false)
      #expect(BusAddress("unix:path=/nonexistent/bus")?.isFull == false)
      for other in [
        "unix:abstract=/tmp/bus", "tcp:host=a", "unix:path=/a;unix:path=/b", "unix:path=%2",
      ] {
        #expect(BusAddress(other) == nil)
      }
    }
  }
#endif

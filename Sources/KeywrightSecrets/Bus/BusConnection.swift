#if !canImport(Darwin)
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A connection of this library to the session bus; one call at a time.
  ///
  /// It is private to this library, and losing it does not end the program, as losing the shared one would.
  final class BusConnection {
    typealias Pointer = UnsafeMutableRawPointer

    private let library: BusLibrary
    private let pointer: Pointer
    let address: String
    /// Signals that came while an answer was awaited.
    private var signals: [Pointer] = []

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - timeout: How long the bus may take to answer.
    init(to address: String, timeout: Duration) throws(BusFailure) {
      let library = try BusLibrary.loaded()
      if BusAddress(address)?.isFull == true {
        throw BusFailure(
          .unanswered, found: "a bus at \(address) that takes no connection",
          expected: "an answer in time")
      }
      let opened = try BusConnection.withError(library) { error in
        address.withCString { library.open($0, error) }
      }
      guard let opened else { throw BusConnection.noBus(address) }
      self.library = library
      self.address = address
      pointer = opened
      library.setExitOnDisconnect(opened, 0)
      // Not by `dbus_bus_register`, which waits for 25 seconds.
      let answer = try call(
        BusName.bus, "/org/freedesktop/DBus", BusName.bus, "Hello", timeout: timeout)
      guard case .string(let name)? = answer.first,
        name.withCString({ library.setName(opened, $0) }) != 0
      else { throw BusConnection.noBus(address) }
    }

    deinit {
      for signal in signals { library.releaseMessage(signal) }
      library.close(pointer)
      library.release(pointer)
    }

    var isConnected: Bool { library.isConnected(pointer) != 0 }

    /// The address of the session's bus.
    ///
    /// If none is named and none has its usual place, libdbus would start one, which the program did not ask for.
    static func sessionAddress() throws(BusFailure) -> String {
      if let named = ProcessEnvironment["DBUS_SESSION_BUS_ADDRESS"], !named.isEmpty { return named }
      if let folder = ProcessEnvironment["XDG_RUNTIME_DIR"], !folder.isEmpty,
        access(folder + "/bus", F_OK) == 0
      {
        return "unix:path=" + folder.utf8.map(BusConnection.escaped).joined() + "/bus"
      }
      throw BusFailure(
        .unreachable, found: "none", expected: "a session bus",
        advice: "Run the program in a user's session, or in dbus-run-session.")
    }

    /// A byte of a path as an address has it.
    private static func escaped(_ byte: UInt8) -> String {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "\\"):
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16)
        return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }

    private static func noBus(_ address: String) -> BusFailure {
      BusFailure(
        .unreachable, found: "none at \(address)", expected: "a session bus",
        advice: "Run the program in a user's session, or in dbus-run-session.")
    }
  }

  // MARK: - Calls

  extension BusConnection {
    /// Calls a method, and waits for its answer.
    ///
    /// - Parameters:
    ///   - destination: The name of the service.
    ///   - path: The path of the object.
    ///   - interface: The interface that has the method.
    ///   - method: The method.
    ///   - arguments: Its arguments.
    ///   - timeout: How long the answer may take.
    func call(
      _ destination: String, _ path: String, _ interface: String, _ method: String,
      _ arguments: [BusValue] = [], timeout: Duration
    ) throws(BusFailure) -> [BusValue] {
      guard isConnected else { throw BusConnection.noBus(address) }
      let library = library
      guard let message = library.newCall(destination, path, interface, method) else {
        throw BusFailure(.unreachable, found: "no memory for a message", expected: "some")
      }
      defer { library.releaseMessage(message) }
      try BusMessage(library: library, message: message).append(arguments)
      let deadline = ContinuousClock.now + timeout
      var serial: UInt32 = 0
      guard library.send(pointer, message, &serial) != 0 else {
        throw BusFailure(.unreachable, found: "no memory for a message", expected: "some")
      }
      let answer = try receive(until: deadline) { library.replySerial($0) == serial }
      guard let answer else {
        throw BusFailure(
          .unanswered, found: "none from \(interface).\(method)", expected: "an answer in time")
      }
      defer { library.releaseMessage(answer) }
      if let name = library.errorName(answer) {
        // Its message is left out: it is the service's, and may say anything.
        throw BusConnection.failure(String(cString: name), "\(interface).\(method)")
      }
      return try BusMessage(library: library, message: answer).values()
    }

    /// Waits for a message, however far the connection is: before it is authenticated, while a message is sent, and
    /// while an answer comes in pieces. The calls of libdbus that block wait for some of that for ever.
    ///
    /// - Returns: The message, to be released; nil if it did not come in time.
    private func receive(
      until deadline: ContinuousClock.Instant, _ isWanted: (Pointer) -> Bool
    ) throws(BusFailure) -> Pointer? {
      if let index = signals.firstIndex(where: isWanted) { return signals.remove(at: index) }
      while true {
        while let message = library.popMessage(pointer) {
          if isWanted(message) { return message }
          if library.isSignal(message, BusName.prompt, BusName.completed) != 0, signals.count < 16 {
            signals.append(message)
          } else {
            // An answer that comes too late, or news of the bus.
            library.releaseMessage(message)
          }
        }
        guard isConnected else { throw BusConnection.noBus(address) }
        let rest = deadline - .now
        guard rest > .zero else { return nil }
        _ = library.readWrite(pointer, max(1, Int32(clamping: rest.milliseconds)))
      }
    }

    /// Waits for a signal of an object.
    ///
    /// - Returns: Its values; nil if it did not come in time.
    func waitForSignal(
      _ name: String, _ interface: String, from path: String,
      until deadline: ContinuousClock.Instant
    ) throws(BusFailure) -> [BusValue]? {
      let signal = try receive(until: deadline) { message in
        library.isSignal(message, interface, name) != 0
          && library.path(message).map { String(cString: $0) } == path
      }
      guard let signal else { return nil }
      defer { library.releaseMessage(signal) }
      return try BusMessage(library: library, message: signal).values()
    }

    /// Runs a function of libdbus that fills an error.
    private static func withError<Result>(
      _ library: BusLibrary, _ body: (Pointer) -> Result?
    ) throws(BusFailure) -> Result? {
      // Two texts, flags, and a pointer.
      let error = Pointer.allocate(byteCount: 64, alignment: 16)
      error.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
      library.initializeError(error)
      defer {
        library.freeError(error)
        error.deallocate()
      }
      if let result = body(error) { return result }
      guard let text = error.load(as: UnsafePointer<CChar>?.self) else { return nil }
      // Its message is left out: it is the service's, and may say anything.
      throw failure(String(cString: text), "")
    }

    private static func failure(_ name: String, _ method: String) -> BusFailure {
      let found = method.isEmpty ? name : "\(name) from \(method)"
      switch name.split(separator: ".").last.map(String.init) {
      case "NoReply", "Timeout", "TimedOut", "Disconnected":
        return BusFailure(.unanswered, found: found, expected: "an answer in time")
      case "ServiceUnknown", "NameHasNoOwner", "NoServer", "FileNotFound", "NoNetwork",
        "AuthFailed",
        "ExecFailed", "ChildExited", "ChildSignaled", "ForkFailed", "FileInvalid", "BadAddress",
        "AccessDenied":
        return BusFailure(
          .unreachable, found: found, expected: "a secret service on the session bus",
          advice: "Start one, such as gnome-keyring-daemon --start --components=secrets.")
      default: return BusFailure(.refused(name), found: found, expected: "an answer")
      }
    }
  }

  extension Duration {
    /// The whole milliseconds.
    fileprivate var milliseconds: Int64 {
      let (product, isOver) = components.seconds.multipliedReportingOverflow(by: 1_000)
      if isOver { return components.seconds < 0 ? 0 : .max }
      return product &+ components.attoseconds / 1_000_000_000_000_000
    }
  }

  /// The names of the bus and of the Secret Service.
  enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let secrets = "org.freedesktop.secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let prompt = "org.freedesktop.Secret.Prompt"
    /// The signal of a prompt that is over.
    static let completed = "Completed"
    static let servicePath = "/org/freedesktop/secrets"
  }
#endif

#if !canImport(Darwin)
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The system's client of D-Bus, which is loaded when the first secret is used.
  ///
  /// It is there wherever a session bus is. Only functions without variable arguments are used.
  struct BusLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>

    static let name = "libdbus-1.so.3"

    let initializeThreads: @convention(c) () -> UInt32
    let initializeError: @convention(c) (Pointer) -> Void
    let freeError: @convention(c) (Pointer) -> Void
    let open: @convention(c) (Text, Pointer) -> Pointer?
    let close: @convention(c) (Pointer) -> Void
    let release: @convention(c) (Pointer) -> Void
    let setExitOnDisconnect: @convention(c) (Pointer, UInt32) -> Void
    let setName: @convention(c) (Pointer, Text) -> UInt32
    let isConnected: @convention(c) (Pointer) -> UInt32
    let send: @convention(c) (Pointer, Pointer, UnsafeMutablePointer<UInt32>) -> UInt32
    let readWrite: @convention(c) (Pointer, Int32) -> UInt32
    let popMessage: @convention(c) (Pointer) -> Pointer?
    let newCall: @convention(c) (Text, Text, Text, Text) -> Pointer?
    let releaseMessage: @convention(c) (Pointer) -> Void
    let replySerial: @convention(c) (Pointer) -> UInt32
    let errorName: @convention(c) (Pointer) -> Text?
    let isSignal: @convention(c) (Pointer, Text, Text) -> UInt32
    let path: @convention(c) (Pointer) -> Text?
    let beginAppending: @convention(c) (Pointer, Pointer) -> Void
    let appendBasic: @convention(c) (Pointer, Int32, UnsafeRawPointer) -> UInt32
    let appendFixedArray: @convention(c) (Pointer, Int32, UnsafeRawPointer, Int32) -> UInt32
    let openContainer: @convention(c) (Pointer, Int32, Text?, Pointer) -> UInt32
    let closeContainer: @convention(c) (Pointer, Pointer) -> UInt32
    let beginReading: @convention(c) (Pointer, Pointer) -> UInt32
    let type: @convention(c) (Pointer) -> Int32
    let elementType: @convention(c) (Pointer) -> Int32
    let basic: @convention(c) (Pointer, Pointer) -> Void
    let next: @convention(c) (Pointer) -> UInt32
    let recurse: @convention(c) (Pointer, Pointer) -> Void
    let fixedArray: @convention(c) (Pointer, Pointer, UnsafeMutablePointer<Int32>) -> Void

    private static let outcome = Result { () throws(BusFailure) in try BusLibrary() }

    /// The library, loaded once.
    ///
    /// - Throws: Why this program cannot have one.
    static func loaded() throws(BusFailure) -> BusLibrary { try outcome.get() }

    private init() throws(BusFailure) {
      guard !StaticProgram.isRunning else {
        throw BusFailure(
          .unreachable, found: "a static program", expected: "one that can load \(BusLibrary.name)",
          advice: "Link the program dynamically.")
      }
      guard let library = dlopen(BusLibrary.name, RTLD_NOW | RTLD_LOCAL) else {
        throw BusFailure(
          .unreachable, found: "no such library", expected: BusLibrary.name,
          advice: "Install the client of D-Bus (Debian: libdbus-1-3).")
      }
      func load<Function>(_ name: String) throws(BusFailure) -> Function {
        guard let symbol = dlsym(library, "dbus_" + name) else {
          throw BusFailure(
            .unreachable, found: "a library without dbus_\(name)", expected: BusLibrary.name,
            advice: "Install the client of D-Bus (Debian: libdbus-1-3).")
        }
        return unsafeBitCast(symbol, to: Function.self)
      }
      initializeThreads = try load("threads_init_default")
      initializeError = try load("error_init")
      freeError = try load("error_free")
      open = try load("connection_open_private")
      close = try load("connection_close")
      release = try load("connection_unref")
      setExitOnDisconnect = try load("connection_set_exit_on_disconnect")
      setName = try load("bus_set_unique_name")
      isConnected = try load("connection_get_is_connected")
      send = try load("connection_send")
      readWrite = try load("connection_read_write")
      popMessage = try load("connection_pop_message")
      newCall = try load("message_new_method_call")
      releaseMessage = try load("message_unref")
      replySerial = try load("message_get_reply_serial")
      errorName = try load("message_get_error_name")
      isSignal = try load("message_is_signal")
      path = try load("message_get_path")
      beginAppending = try load("message_iter_init_append")
      appendBasic = try load("message_iter_append_basic")
      appendFixedArray = try load("message_iter_append_fixed_array")
      openContainer = try load("message_iter_open_container")
      closeContainer = try load("message_iter_close_container")
      beginReading = try load("message_iter_init")
      type = try load("message_iter_get_arg_type")
      elementType = try load("message_iter_get_element_type")
      basic = try load("message_iter_get_basic")
      next = try load("message_iter_next")
      recurse = try load("message_iter_recurse")
      fixedArray = try load("message_iter_get_fixed_array")
      _ = initializeThreads()
    }
  }
#endif

#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightStorage
  import KeywrightTestSupport
  import Synchronization

  @testable import KeywrightSecrets

  /// A bus with a Secret Service on it, in this process: libdbus reads and writes its messages, and no daemon runs.
  final class FakeSecretService: Sendable {
    /// The calls that the service makes only after a prompt.
    enum Asking: Sendable { case never, always }

    /// The user at the window of a prompt.
    enum User: String, CaseIterable, Sendable {
      case agrees, refuses
      /// Does not answer, so that the program closes the window.
      case isAway
      /// As before, with a service that does not tell of it.
      case isAwayForEver
      /// Agrees while the program closes the window.
      case agreesAtLast
    }

    struct State: Sendable {
      var items: [String: (attributes: [String: String], secret: [UInt8])] = [:]
      var isLocked = false
      var asking = Asking.never
      var user = User.agrees
      /// The windows that were shown, and the prompts that were dismissed.
      var shown: [String] = []
      var dismissed: [String] = []
      fileprivate var waiting: [String: Change] = [:]
      fileprivate var count = 0
    }

    /// A change that waits for the user.
    fileprivate enum Change: Sendable {
      case create([String: String], [UInt8])
      case delete(String)
      case unlock
    }

    let state = Mutex(State())
    /// Runs while a prompt is shown.
    let onPrompt = Mutex<(@Sendable () -> Void)?>(nil)
    let folder = TemporaryFolder()
    private let listener: Int32
    private let library: BusLibrary

    var address: String { "unix:path=" + folder.file("bus") }

    init() throws {
      library = try BusLibrary.loaded()
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = folder.file("bus")
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      listen(listener, 8)
      _ = SystemThread.start { [weak self] in
        while true {
          let line = accept(listener, nil, nil)
          guard line >= 0 else { return }
          guard let self else {
            close(line)
            return
          }
          // A connection keeps the service for as long as its client is there.
          _ = SystemThread.start { self.serve(line) }
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    private func serve(_ line: Int32) {
      defer { close(line) }
      let messages = Messages(library)
      var bytes: [UInt8] = []
      var isAuthenticated = false
      while true {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = recv(line, &part, part.count, 0)
        guard count > 0 else { return }
        bytes += part.prefix(count)
        while !isAuthenticated, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          let text = String(decoding: bytes[..<end], as: UTF8.self)
          bytes.removeSubrange(...end)
          if text.hasPrefix("BEGIN") {
            isAuthenticated = true
          } else {
            let answer =
              text.contains("AUTH") ? "OK 0123456789abcdef0123456789abcdef\r\n" : "ERROR\r\n"
            _ = send(line, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
          }
        }
        guard isAuthenticated else { continue }
        while let call = messages.next(in: &bytes) {
          for answer in answers(to: call, messages) {
            _ = send(line, answer, answer.count, Int32(MSG_NOSIGNAL))
          }
        }
      }
    }

    // MARK: Answers

    private static let collection = "/org/freedesktop/secrets/collection/one"

    private func answers(to call: Messages.Call, _ messages: Messages) -> [[UInt8]] {
      if call.member == "Prompt" { onPrompt.withLock(\.self)?() }
      let (values, ended) = state.withLock { answer(to: call, &$0) }
      var answers = [messages.reply(to: call, values)]
      for (prompt, isDismissed) in ended {
        answers.append(
          messages.signal(
            prompt, BusName.prompt, BusName.completed,
            [.boolean(isDismissed), .variant(.string(""))]))
      }
      return answers
    }

    /// The values of an answer, and the prompts that end with it.
    private func answer(
      to call: Messages.Call, _ state: inout State
    ) -> ([BusValue], [(String, isDismissed: Bool)]) {
      switch call.member {
      case "Hello": return ([.string(":1.9")], [])
      case "ReadAlias": return ([.path(Self.collection)], [])
      case "OpenSession":
        return ([.variant(.string("")), .path("/org/freedesktop/secrets/session/s")], [])
      case "SearchItems":
        guard case .dictionary(_, _, let wanted)? = call.values.first else { return ([], []) }
        let found = state.items.filter { _, item in
          wanted.allSatisfy { .string(item.attributes[$0.name] ?? "") == $0.value }
        }.keys.sorted().map { BusValue.path($0) }
        let none = BusValue.array(of: "o", [])
        let paths = BusValue.array(of: "o", found)
        return (state.isLocked ? [none, paths] : [paths, none], [])
      case "Get":
        guard case .string(let name)? = call.values.last else { return ([], []) }
        let item = state.items[call.path]
        switch name {
        case "Locked": return ([.variant(.boolean(state.isLocked))], [])
        case "Attributes": return ([.variant(.attributes(item?.attributes ?? [:]))], [])
        default: return ([.variant(.unsigned(1))], [])
        }
      case "GetSecret":
        let secret = state.items[call.path]?.secret ?? []
        return (
          [.structure([.path("/s"), .bytes([]), .bytes(secret), .string("text/plain")])], []
        )
      case "SetSecret":
        if case .structure(let parts)? = call.values.first, case .bytes(let secret) = parts[2] {
          state.items[call.path]?.secret = secret
        }
        return ([], [])
      case "CreateItem":
        guard call.values.count == 3, case .dictionary(_, _, let members) = call.values[0],
          case .structure(let parts) = call.values[1], case .bytes(let secret) = parts[2]
        else { return ([], []) }
        var attributes: [String: String] = [:]
        for member in members {
          guard case .dictionary(_, _, let entries) = member.value.unwrapped else { continue }
          for case (let name, .string(let value)) in entries { attributes[name] = value }
        }
        let prompt = settle(.create(attributes, secret), &state)
        return ([.path(prompt == "/" ? "/made" : "/"), .path(prompt)], [])
      case "Delete": return ([.path(settle(.delete(call.path), &state))], [])
      case "Unlock":
        return ([.array(of: "o", []), .path(settle(.unlock, &state))], [])
      case "Prompt":
        state.shown.append(call.path)
        switch state.user {
        case .agrees: return ([], [end(call.path, &state, isDismissed: false)])
        case .refuses: return ([], [end(call.path, &state, isDismissed: true)])
        default: return ([], [])
        }
      case "Dismiss":
        state.dismissed.append(call.path)
        switch state.user {
        case .isAwayForEver: return ([], [])
        case .agreesAtLast where state.shown.contains(call.path):
          return ([], [end(call.path, &state, isDismissed: false)])
        default: return ([], [end(call.path, &state, isDismissed: true)])
        }
      default: return ([], [])
      }
    }

    /// Makes a change, or the prompt that asks for it.
    private func settle(_ change: Change, _ state: inout State) -> String {
      state.count += 1
      if state.asking == .never {
        make(change, &state)
        return "/"
      }
      let prompt = "/org/freedesktop/secrets/prompt/p\(state.count)"
      state.waiting[prompt] = change
      return prompt
    }

    private func end(
      _ prompt: String, _ state: inout State, isDismissed: Bool
    ) -> (String, isDismissed: Bool) {
      if let change = state.waiting.removeValue(forKey: prompt), !isDismissed {
        make(change, &state)
      }
      return (prompt, isDismissed)
    }

    private func make(_ change: Change, _ state: inout State) {
      switch change {
      case .create(let attributes, let secret):
        state.items[Self.collection + "/\(state.count)"] = (attributes, secret)
      case .delete(let path): state.items[path] = nil
      case .unlock: state.isLocked = false
      }
    }
  }

  /// Messages as bytes, by libdbus.
  private final class Messages {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>

    struct Call {
      let path, member: String
      let values: [BusValue]
      let serial: UInt32
    }

    private let library: BusLibrary
    private let needed: @convention(c) (UnsafePointer<UInt8>, Int32) -> Int32
    private let read: @convention(c) (UnsafePointer<UInt8>, Int32, Pointer) -> Pointer?
    private let write:
      @convention(c) (
        Pointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>
      ) -> UInt32
    private typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
    private let free: Free
    private let member: @convention(c) (Pointer) -> Text?
    private let serial: @convention(c) (Pointer) -> UInt32
    private let setSerial: @convention(c) (Pointer, UInt32) -> Void
    private let setReplySerial: @convention(c) (Pointer, UInt32) -> UInt32
    private let setSender: @convention(c) (Pointer, Text) -> UInt32
    private let new: @convention(c) (Int32) -> Pointer?
    private let newSignal: @convention(c) (Text, Text, Text) -> Pointer?
    private var count: UInt32 = 0

    init(_ library: BusLibrary) {
      self.library = library
      let handle = dlopen(BusLibrary.name, RTLD_NOW)
      func load<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(handle, "dbus_message_" + name), to: Function.self)
      }
      needed = load("demarshal_bytes_needed")
      read = load("demarshal")
      write = load("marshal")
      free = unsafeBitCast(dlsym(handle, "dbus_free"), to: Free.self)
      member = load("get_member")
      serial = load("get_serial")
      setSerial = load("set_serial")
      setReplySerial = load("set_reply_serial")
      setSender = load("set_sender")
      new = load("new")
      newSignal = load("new_signal")
    }

    /// Takes the first call out of what was received.
    func next(in bytes: inout [UInt8]) -> Call? {
      let size = needed(bytes, Int32(bytes.count))
      guard size > 0, bytes.count >= size else { return nil }
      let error = Pointer.allocate(byteCount: 64, alignment: 16)
      defer { error.deallocate() }
      library.initializeError(error)
      let message = read(bytes, size, error)
      bytes.removeFirst(Int(size))
      guard let message else { return nil }
      defer { library.releaseMessage(message) }
      return Call(
        path: library.path(message).map { String(cString: $0) } ?? "",
        member: member(message).map { String(cString: $0) } ?? "",
        values: (try? BusMessage(library: library, message: message).values()) ?? [],
        serial: serial(message))
    }

    func reply(to call: Call, _ values: [BusValue]) -> [UInt8] {
      let message = new(2)
      if let message { _ = setReplySerial(message, call.serial) }
      return bytes(of: message, values)
    }

    func signal(
      _ path: String, _ interface: String, _ name: String, _ values: [BusValue]
    ) -> [UInt8] {
      bytes(of: newSignal(path, interface, name), values)
    }

    private func bytes(of message: Pointer?, _ values: [BusValue]) -> [UInt8] {
      guard let message else { return [] }
      defer { library.releaseMessage(message) }
      count += 1
      setSerial(message, count)
      _ = setSender(message, BusName.secrets)
      try? BusMessage(library: library, message: message).append(values)
      var start: UnsafeMutablePointer<UInt8>?
      var size: Int32 = 0
      guard write(message, &start, &size) != 0, let start else { return [] }
      defer { free(start) }
      return Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }
  }
#endif

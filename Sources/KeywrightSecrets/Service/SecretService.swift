#if !canImport(Darwin)
  import KeywrightStorage

  /// The Secret Service of the session, by its calls.
  ///
  /// A service that was restarted is found again: its connection is the bus's, and a session that it no
  /// longer knows is opened anew.
  ///
  /// Thread safety: safe from any thread; one call at a time, each with a time-out.
  final class SecretService: Sendable {
    private struct State {
      var connection: BusConnection?
      /// The session by which secrets are handed over.
      var session: String?
    }

    private let state = Protected(State())
    /// The address of the bus; nil for the session's at the time of each call.
    private let address: String?

    init(on address: String? = nil) {
      self.address = address
    }

    private static let ofProcess = ProcessLocal { SecretService() }

    /// The one of this process, which a forked child does not share.
    static var shared: SecretService { ofProcess.object }

    /// The items that have some attributes, by their paths.
    struct Found {
      var unlocked: [String]
      var locked: [String]
    }

    // MARK: Items

    func search(_ attributes: [String: String], _ timeout: Duration) throws(BusFailure) -> Found {
      let answer = try call(
        BusName.servicePath, BusName.service, "SearchItems", [.attributes(attributes)], timeout)
      guard answer.count == 2, let unlocked = SecretService.paths(answer[0]),
        let locked = SecretService.paths(answer[1])
      else { throw SecretService.malformed }
      return Found(unlocked: unlocked, locked: locked)
    }

    /// The bytes of an item's secret.
    func secret(of item: String, _ timeout: Duration) throws(BusFailure) -> [UInt8] {
      try withSession(timeout) { session throws(BusFailure) in
        let answer = try call(item, BusName.item, "GetSecret", [.path(session)], timeout)
        guard case .structure(let parts)? = answer.first, parts.count == 4,
          case .bytes(let bytes) = parts[2]
        else { throw SecretService.malformed }
        return bytes
      }
    }

    func setSecret(
      _ bytes: [UInt8], of item: String, _ timeout: Duration
    ) throws(BusFailure) {
      try withSession(timeout) { session throws(BusFailure) in
        let secret = SecretService.secret(bytes, session)
        _ = try call(item, BusName.item, "SetSecret", [secret], timeout)
      }
    }

    /// Makes an item in a collection.
    ///
    /// - Parameter patience: How long the user may take, if the service asks; nil if it may not.
    func create(
      _ bytes: [UInt8], label: String, attributes: [String: String], in collection: String,
      asking patience: Duration?, _ timeout: Duration
    ) throws(BusFailure) {
      let prompt = try withSession(timeout) { session throws(BusFailure) in
        let properties = BusValue.dictionary(
          key: "s", value: "v",
          [
            (BusName.item + ".Label", .variant(.string(label))),
            (BusName.item + ".Attributes", .variant(.attributes(attributes))),
          ])
        let answer = try call(
          collection, BusName.collection, "CreateItem",
          [properties, SecretService.secret(bytes, session), .boolean(false)], timeout)
        guard answer.count == 2, case .path(let prompt) = answer[1] else {
          throw SecretService.malformed
        }
        return prompt
      }
      try settle(prompt, asking: patience, timeout)
    }

    /// Removes an item.
    ///
    /// - Parameter patience: How long the user may take, if the service asks; nil if it may not.
    func delete(
      _ item: String, asking patience: Duration?, _ timeout: Duration
    ) throws(BusFailure) {
      let answer = try call(item, BusName.item, "Delete", [], timeout)
      guard case .path(let prompt)? = answer.first else { throw SecretService.malformed }
      try settle(prompt, asking: patience, timeout)
    }

    func attributes(of item: String, _ timeout: Duration) throws(BusFailure) -> [String: String] {
      let value = try property("Attributes", of: item, BusName.item, timeout)
      guard case .dictionary(_, _, let entries) = value else { throw SecretService.malformed }
      var attributes: [String: String] = [:]
      for case (let name, .string(let value)) in entries { attributes[name] = value }
      return attributes
    }

    func setAttributes(
      _ attributes: [String: String], of item: String, _ timeout: Duration
    ) throws(BusFailure) {
      _ = try call(
        item, BusName.properties, "Set",
        [.string(BusName.item), .string("Attributes"), .variant(.attributes(attributes))], timeout)
    }

    /// The time of an item's last change, in seconds since 1970.
    func modified(_ item: String, _ timeout: Duration) throws(BusFailure) -> UInt64 {
      guard case .unsigned(let seconds) = try property("Modified", of: item, BusName.item, timeout)
      else { throw SecretService.malformed }
      return seconds
    }

    // MARK: Collections

    /// The collection for new items; nil if there is none.
    func defaultCollection(_ timeout: Duration) throws(BusFailure) -> String? {
      let answer = try call(
        BusName.servicePath, BusName.service, "ReadAlias", [.string("default")], timeout)
      guard case .path(let path)? = answer.first else { throw SecretService.malformed }
      return path == "/" ? nil : path
    }

    func isLocked(_ collection: String, _ timeout: Duration) throws(BusFailure) -> Bool {
      guard
        case .boolean(let isLocked) = try property(
          "Locked", of: collection, BusName.collection, timeout)
      else { throw SecretService.malformed }
      return isLocked
    }

    /// Asks the user to unlock what is locked.
    func unlock(
      _ paths: [String], asking patience: Duration, _ timeout: Duration
    ) throws(BusFailure) {
      let objects = BusValue.array(of: "o", paths.map { .path($0) })
      let answer = try call(BusName.servicePath, BusName.service, "Unlock", [objects], timeout)
      guard answer.count == 2, case .path(let prompt) = answer[1] else {
        throw SecretService.malformed
      }
      try settle(prompt, asking: patience, timeout)
    }
  }

  // MARK: - Prompts

  extension SecretService {
    /// The service for a change. One that may ask the user has a connection to itself, since others read while the
    /// user takes time, and a prompt belongs to the connection that it was made for.
    func changing(asking patience: Duration?) -> SecretService {
      patience == nil ? self : SecretService(on: address)
    }

    /// Waits until a change is made for which the service may want to ask the user; `/` is no prompt.
    ///
    /// - Parameter patience: How long the user may take; nil if nobody is to be asked.
    private func settle(
      _ prompt: String, asking patience: Duration?, _ timeout: Duration
    ) throws(BusFailure) {
      if prompt == "/" { return }
      guard let patience else {
        _ = try? call(prompt, BusName.prompt, "Dismiss", [], timeout)
        throw SecretService.wantsToAsk
      }
      let rule =
        "type='signal',sender='\(BusName.secrets)',interface='\(BusName.prompt)',member='\(BusName.completed)'"
      _ = try call(
        "/org/freedesktop/DBus", BusName.bus, "AddMatch", [.string(rule)], timeout,
        of: BusName.bus)
      _ = try call(prompt, BusName.prompt, "Prompt", [.string("")], timeout)
      if let isDismissed = try isDismissed(prompt, within: patience) {
        if isDismissed { throw SecretService.denied("a user who did not allow it") }
        return
      }
      _ = try? call(prompt, BusName.prompt, "Dismiss", [], timeout)
      // The user may have answered just now.
      switch try isDismissed(prompt, within: timeout) {
      case false?: return
      case true?: throw SecretService.denied("no answer of the user within \(patience)")
      case nil:
        throw BusFailure(
          .unanswered, found: "none of the user, nor of the service", expected: "an answer in time")
      }
    }

    /// Waits for the end of a prompt; nil if it does not come in time.
    private func isDismissed(
      _ prompt: String, within patience: Duration
    ) throws(BusFailure) -> Bool? {
      try state.withLock { state throws(BusFailure) -> Bool? in
        let values = try state.connection?.waitForSignal(
          BusName.completed, BusName.prompt, from: prompt, until: .now + patience)
        return values.map { $0.first != .boolean(false) }
      }
    }

    private static let wantsToAsk = BusFailure(
      .unreachable, found: "a service that wants to ask the user",
      expected: "one that does not ask",
      advice: "Give the store a promptTimeout, so that the service may ask.")

    /// Nothing was changed, since the user has the last word.
    private static func denied(_ found: String) -> BusFailure {
      BusFailure(
        .unreachable, found: found, expected: "a user who allows what the service asks",
        advice: "Try again, and allow it.")
    }
  }

  // MARK: - Calls

  extension SecretService {
    private static let malformed = BusFailure(
      .malformed, found: "an answer of another shape", expected: "the Secret Service's")

    private static func paths(_ value: BusValue) -> [String]? {
      if case .array(_, let elements) = value, elements.isEmpty { return [] }
      return value.paths
    }

    private static func secret(_ bytes: [UInt8], _ session: String) -> BusValue {
      .structure([.path(session), .bytes([]), .bytes(bytes), .string("text/plain; charset=utf8")])
    }

    private func call(
      _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue],
      _ timeout: Duration, of destination: String = BusName.secrets
    ) throws(BusFailure) -> [BusValue] {
      try state.withLock { state throws(BusFailure) in
        let address =
          if let address = self.address { address } else { try BusConnection.sessionAddress() }
        if state.connection?.isConnected != true || state.connection?.address != address {
          state.session = nil
          state.connection = nil
          state.connection = try BusConnection(to: address, timeout: timeout)
        }
        guard let connection = state.connection else { throw SecretService.malformed }
        return try connection.call(
          destination, path, interface, method, arguments, timeout: timeout)
      }
    }

    private func property(
      _ name: String, of path: String, _ interface: String, _ timeout: Duration
    ) throws(BusFailure) -> BusValue {
      let answer = try call(
        path, BusName.properties, "Get", [.string(interface), .string(name)], timeout)
      guard let value = answer.first else { throw SecretService.malformed }
      return value.unwrapped
    }

    /// Hands secrets over in a session; one that the service does not know, as after a restart, is opened
    /// anew once.
    private func withSession<Result>(
      _ timeout: Duration, _ body: (String) throws(BusFailure) -> Result
    ) throws(BusFailure) -> Result {
      if let session = state.withLock(\.session) {
        do throws(BusFailure) {
          return try body(session)
        } catch {
          state.withLock { state in
            if state.session == session { state.session = nil }
          }
          guard case .refused(let name) = error.kind, !name.hasSuffix(".IsLocked") else {
            throw error
          }
        }
      }
      // The bus passes messages to no other program; the service's own encryption is for remote ones.
      let answer = try call(
        BusName.servicePath, BusName.service, "OpenSession",
        [.string("plain"), .variant(.string(""))], timeout)
      guard case .path(let session)? = answer.last else { throw SecretService.malformed }
      state.withLock { $0.session = session }
      return try body(session)
    }
  }
#endif

#if !canImport(Darwin)
  import KeywrightStorage

  /// The addresses of hosts. A name server that falls silent takes no longer than a caller allows, and takes
  /// nothing away that it said before.
  ///
  /// Thread safety: safe from any thread.
  final class Resolver: Sendable {
    private struct Entry {
      var found: SocketAddress.Found = .unsaid
      /// The last addresses, the one that took a connection last in front.
      var addresses: [SocketAddress] = []
      var asOf: Moment?
      var isAsking = false
    }

    /// The function that asks the system.
    private let look: @Sendable (String, UInt16) -> SocketAddress.Found
    private let entries = Monitor<[String: Entry]>([:], SystemTime())

    /// The time for which an answer is used without another question.
    private static let lifetime: Duration = .seconds(30)
    /// The wait for an answer where earlier addresses are there.
    private static let patience: Duration = .milliseconds(300)

    init(
      look: @escaping @Sendable (String, UInt16) -> SocketAddress.Found = {
        SocketAddress.look(up: $0, port: $1)
      }
    ) {
      self.look = look
    }

    func addresses(
      of endpoint: Endpoint, until deadline: Moment
    ) throws(EtcdFailure) -> [SocketAddress] {
      let number = SocketAddress.look(up: endpoint.host, port: endpoint.port, isNumber: true)
      if case .addresses(let addresses) = number { return addresses }
      let name = endpoint.authority
      let (known, mustAsk) = entries.change { entries -> ([SocketAddress], Bool) in
        var entry = entries[name] ?? Entry()
        if let asOf = entry.asOf, SystemTime().moment - asOf < Resolver.lifetime {
          return (entry.addresses, false)
        }
        defer { entries[name] = entry }
        // One thread asks at a time, so that a silent server does not gather threads.
        if entry.isAsking { return (entry.addresses, false) }
        entry.isAsking = true
        return (entry.addresses, true)
      }
      if mustAsk { ask(name, endpoint) }
      let limit = known.isEmpty ? deadline : min(deadline, SystemTime().moment + Resolver.patience)
      let isAnswered = entries.wait(until: limit) { $0[name]?.isAsking != true }
      let entry = entries.read { $0[name] ?? Entry() }
      if !entry.addresses.isEmpty { return entry.addresses }
      guard isAnswered, case .unknown = entry.found else {
        throw .unreachable(.silentNameServer(endpoint.host))
      }
      throw .unreachable(.unknownHost(endpoint.host))
    }

    private func ask(_ name: String, _ endpoint: Endpoint) {
      let isStarted = SystemThread.start { [self] in
        let found = look(endpoint.host, endpoint.port)
        note(found, for: name)
      }
      if !isStarted { note(.unsaid, for: name) }
    }

    private func note(_ found: SocketAddress.Found, for name: String) {
      entries.change { entries in
        entries[name, default: Entry()].isAsking = false
        entries[name, default: Entry()].found = found
        guard case .addresses(let addresses) = found else { return }
        let first = entries[name]?.addresses.first
        entries[name]?.asOf = SystemTime().moment
        entries[name]?.addresses =
          addresses.filter { $0 == first } + addresses.filter { $0 != first }
      }
    }

    /// Notes that no address took a connection: the next request asks anew.
    func expire(_ endpoint: Endpoint) {
      entries.change { $0[endpoint.authority]?.asOf = nil }
    }

    /// Notes that an address took a connection: it is tried first from now on.
    func prefer(_ address: SocketAddress, of endpoint: Endpoint) {
      entries.change { entries in
        guard let addresses = entries[endpoint.authority]?.addresses, addresses.first != address
        else { return }
        entries[endpoint.authority]?.addresses = [address] + addresses.filter { $0 != address }
      }
    }
  }
#endif

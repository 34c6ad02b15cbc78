import KeywrightStorage

#if canImport(Combine)
  public import Combine

  extension Store {
    /// Publishes the value of a key now, and then the latest one each time it changes.
    ///
    /// As ``values(of:)``: a subscriber that asks slowly gets the latest value, never an old one.
    /// Values are sent on the thread that committed, or on the one that asks.
    ///
    /// - Parameter key: The key.
    public func publisher<K: KeyType>(for key: K) -> StorePublisher<K.Value> {
      slot(key).publisher
    }
  }

  extension Slot {
    /// Publishes the value now, and then the latest one each time it changes.
    public var publisher: StorePublisher<Value> { StorePublisher(slot: self) }
  }

  /// A publisher of a stored value; see ``Store/publisher(for:)``.
  public struct StorePublisher<Value: Sendable>: Publisher, Sendable {
    /// Values of the key.
    public typealias Output = Value
    /// Nothing fails.
    public typealias Failure = Never

    let slot: Slot<Value>

    /// Begins to observe for one subscriber.
    public func receive<S: Subscriber>(
      subscriber: S
    ) where S.Input == Value, S.Failure == Never {
      let subscription = StoreSubscription(slot: slot, receive: subscriber.receive(_:))
      subscriber.receive(subscription: subscription)
      subscription.begin()
    }
  }

  /// One subscriber's share: at most one value is on its way at a time.
  private final class StoreSubscription<Value: Sendable>: Combine.Subscription, @unchecked Sendable
  {
    // `@unchecked`: everything that changes is guarded by `state`; the subscriber is called by one
    // thread at a time, the one that set `isSending`.
    private struct State {
      var receive: ((Value) -> Subscribers.Demand)?
      var token: ObservationToken?
      var demand = Subscribers.Demand.none
      var hasNews = true
      var isSending = false
    }

    private let slot: Slot<Value>
    private let state: Protected<State>

    init(slot: Slot<Value>, receive: @escaping (Value) -> Subscribers.Demand) {
      self.slot = slot
      state = Protected(State(receive: receive))
    }

    func begin() {
      let token = slot.observe { [weak self] _ in
        self?.state.withLock { $0.hasNews = true }
        self?.send()
      }
      let isWanted = state.withLock { state in
        if state.receive != nil { state.token = token }
        return state.receive != nil
      }
      if isWanted { send() } else { token.cancel() }
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.demand += demand }
      send()
    }

    func cancel() {
      let freed = state.withLock { state in
        defer { (state.receive, state.token) = (nil, nil) }
        return (state.receive, state.token)
      }
      freed.1?.cancel()
    }

    /// Sends the latest value for as long as there is news and demand.
    private func send() {
      while let receive = takeTurn() {
        let more = receive(slot.get())
        state.withLock { state in
          state.demand += more
          state.isSending = false
        }
      }
    }

    private func takeTurn() -> ((Value) -> Subscribers.Demand)? {
      state.withLock { state in
        guard state.token != nil, state.hasNews, !state.isSending, state.demand > .none else {
          return nil
        }
        state.hasNews = false
        state.isSending = true
        state.demand -= 1
        return state.receive
      }
    }
  }
#endif

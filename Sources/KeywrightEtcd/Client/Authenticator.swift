import KeywrightStorage

/// The token of a user: the one place that has it, and that gets another.
///
/// A password costs a member some 50 ms of processor time (bcrypt), so that a fleet which starts can ask for
/// more than the members can give. So the question waits long for its answer, on a thread of its own; a
/// store has one question under way, whatever other clusters do; and a caller waits no longer than its own deadline. A member that is
/// silent must not be taken for one that is busy: it is asked for something cheap first.
///
/// Thread safety: safe from any thread.
final class Authenticator: Sendable {
  /// The authorization of one request.
  struct Pass: Sendable {
    var token: String?
    fileprivate var number: Int
  }

  private struct State {
    var token: String?
    /// Whether the cluster has no users at the moment.
    var isOpen = false
    /// Counts tokens, so that only the first of several refusals of one asks for another.
    var number = 0
    /// The requests with the token, one after the other, that were not answered in time.
    var silences = 0
    var isAsking = false
    var refusal: EtcdFailure?
    var isClosed = false

    var isKnown: Bool { token != nil || isOpen }
  }

  private let credentials: EtcdCredentials
  /// Makes sure that a member answers at all.
  private let reach: @Sendable () throws(EtcdFailure) -> Void
  /// Asks that member for a token with a time-out.
  private let ask: @Sendable (EtcdCredentials, Duration) throws(EtcdFailure) -> String
  private let state: Monitor<State>
  private let time: any TimeSource

  private static let patience: ClosedRange<Duration> = .seconds(5) ... .seconds(40)
  /// The pauses after an answer that was late or a refusal: each question costs the members.
  private static let pause: ClosedRange<Duration> = .milliseconds(100) ... .seconds(10)
  /// The pauses after a question that reached no member, or a cluster without a leader.
  private static let shortPause: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)

  init(
    _ credentials: EtcdCredentials, _ time: any TimeSource,
    reaching reach: @escaping @Sendable () throws(EtcdFailure) -> Void = {},
    ask: @escaping @Sendable (EtcdCredentials, Duration) throws(EtcdFailure) -> String
  ) {
    state = Monitor(State(), time)
    self.time = time
    self.credentials = credentials
    self.reach = reach
    self.ask = ask
  }

  func close() { state.change { $0.isClosed = true } }

  /// The present token; waits for one if there is none.
  func pass(until deadline: Moment) throws(EtcdFailure) -> Pass {
    let mustStart = state.change { state in
      if state.isKnown || state.isAsking || state.isClosed { return false }
      state.isAsking = true
      state.refusal = nil
      return true
    }
    if mustStart, !time.startThread({ [self] in obtain() }) {
      state.change { $0.isAsking = false }
      throw .unreachable(.noSocket(11))
    }
    state.wait(until: deadline) { $0.isKnown || $0.refusal != nil || $0.isClosed || !$0.isAsking }
    let now = state.read(\.self)
    if now.isKnown { return Pass(token: now.token, number: now.number) }
    if now.isClosed { throw .unreachable(.closed) }
    throw now.refusal ?? .unreachable(.unauthenticated)
  }

  /// Notes that a member refused a token.
  func refuse(_ pass: Pass) {
    state.change { state in
      guard state.number == pass.number else { return }
      state.number += 1
      state.token = nil
      state.isOpen = false
    }
  }

  /// The silences after which a token is given up: one may be a member's own.
  private static let mostSilences = 2

  /// Notes whether a request with a token was answered at all.
  ///
  /// A member keeps silent about a token that the cluster gave out after the moment to which a backup took it
  /// back, until it has come so far again. A token is asked for once a member has shown that it answers, so an
  /// overloaded cluster is not asked for many.
  func note(isAnswered: Bool, _ pass: Pass) {
    state.change { state in
      guard state.number == pass.number, state.token != nil else { return }
      state.silences = isAnswered ? 0 : state.silences + 1
      guard state.silences >= Self.mostSilences else { return }
      state.number += 1
      (state.token, state.silences) = (nil, 0)
    }
  }

  /// Asks until there is a token.
  private func obtain() {
    var pauses = Backoff(Authenticator.pause)
    var shortPauses = Backoff(Authenticator.shortPause)
    var patience = Authenticator.patience.lowerBound
    while !state.read(\.isClosed) {
      var isReached = false
      do throws(EtcdFailure) {
        try reach()
        isReached = true
        let token = try ask(credentials, patience)
        return state.change { state in
          state.isAsking = false
          (state.token, state.refusal) = (token, nil)
        }
      } catch {
        if error.hasNoUsers {
          return state.change { state in
            state.isAsking = false
            (state.isOpen, state.refusal) = (true, nil)
          }
        }
        // Callers that wait for the token learn at once what keeps it away.
        state.change { $0.refusal = error }
        guard isReached, error.costsMember else {
          state.wait(until: time.moment + shortPauses.next(by: time)) { $0.isClosed }
          continue
        }
        patience = min(patience * 2, Authenticator.patience.upperBound)
        state.wait(until: time.moment + pauses.next(by: time)) { $0.isClosed }
      }
    }
    state.change { $0.isAsking = false }
  }
}

extension EtcdFailure {
  /// Whether a member probably checked a password, or will yet.
  fileprivate var costsMember: Bool {
    switch self {
    case .unreachable: false
    case .unanswered(.late): true
    case .unanswered: false
    case .refused: !isPassing
    case .malformed, .tooLarge: true
    }
  }
}

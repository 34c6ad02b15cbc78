/// The reason for which a call over the session bus gave no answer. It never holds a secret.
struct BusFailure: Error, Equatable {
  enum Kind: Equatable {
    /// The bus or the service cannot be reached: nothing was changed.
    case unreachable
    /// No answer came in time: a change may still be made.
    case unanswered
    /// The service answered with an error of this name.
    case refused(String)
    /// The answer is not of the shape that the protocol prescribes.
    case malformed
  }

  let kind: Kind
  let found: String
  let expected: String
  let advice: String?

  init(_ kind: Kind, found: String, expected: String, advice: String? = nil) {
    self.kind = kind
    self.found = found
    self.expected = expected
    self.advice = advice
  }
}

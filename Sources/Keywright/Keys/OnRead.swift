/// The value that a reader is given in place of a stored one that a constraint of its key refuses.
///
/// A constraint holds for values that a program commits, not for those that an editor wrote, or a release with a
/// wider range. By default such a value counts unchanged, and the store reports it. A key that no program may see
/// out of range says what counts instead:
///
/// ```swift
/// private static let volumeDescriptor = KeyDescriptor<Double>(
///   constraints: [.range(0...1)], onRead: .process(.clamp(0...1)))
/// static var volume: Key<Player, Double> {
///   Key("volume", default: 0.5, descriptor: volumeDescriptor)
/// }
/// ```
///
/// The stored bytes stay as they are until the next commit of the key, `update` begins with the value that `get`
/// gives, and the store reports the stored one all the same.
///
/// Keep the descriptor in a `static let`: each new descriptor decodes its values anew.
///
/// Thread safety: immutable.
public struct OnRead<Value: Sendable>: Sendable {
  /// The step that corrects a value; nil for one that gives way to the default.
  let step: Step<Value>?

  /// The default of the key. Where a function computes that, the stored value counts as unreadable.
  public static var useDefault: OnRead { OnRead(step: nil) }

  /// The result of a step on the stored value, such as ``Step/clamp(_:)-(ClosedRange<Value>)``; the default
  /// if the constraints refuse that too.
  ///
  /// - Parameter step: A step that needs no old value.
  public static func process(_ step: Step<Value>) -> OnRead { OnRead(step: step) }
}

extension KeyDescriptor {
  /// The value that counts for one that was decoded; nil for one that is not readable.
  ///
  /// - Parameter defaultValue: The default, if it is known.
  @usableFromInline
  func corrected(_ value: Value, default defaultValue: @autoclosure () -> Value?) -> Value? {
    guard let onRead, violation(of: value) != nil else { return value }
    if let step = onRead.step, let value = try? step.apply(value), violation(of: value) == nil {
      return value
    }
    return defaultValue()
  }

  /// The error of a value that violates a constraint; nil if it violates none.
  func violation(of value: Value) -> (failure: TextFailure, expected: String)? {
    for constraint in constraints where !constraint.isSatisfied(value) {
      return (TextFailure(constraint.violation), constraint.description)
    }
    return nil
  }
}

/// A commit on its way to the observers of one of its keys, which share a typed change.
///
/// Making a change takes several times as long as calling an observer, and far longer where a value has to be
/// decoded.
@usableFromInline
struct Delivery {
  @usableFromInline let commit: Commit

  /// The position of the write because of which an observer of a key receives the commit.
  @usableFromInline let position: Int

  /// Whether there are several observers, so that sharing is worth an object.
  @usableFromInline let isShared: Bool

  /// The change that was made last.
  @usableFromInline var shared: Shared?

  @usableFromInline
  struct Shared {
    @usableFromInline let form: FormID
    @usableFromInline let sensitivity: KeyDescription.Sensitivity
    /// A `ValueBox` of the change with the type of the form's values.
    @usableFromInline let box: AnyObject

    @inlinable
    init(_ form: FormID, _ sensitivity: KeyDescription.Sensitivity, _ box: AnyObject) {
      self.form = form
      self.sensitivity = sensitivity
      self.box = box
    }
  }

  init(_ commit: Commit, _ position: Int = 0, isShared: Bool = false) {
    self.commit = commit
    self.position = position
    self.isShared = isShared
  }

  /// The change that another observer made already, for a key of this form and sensitivity.
  @inlinable
  func sharedChange<Value>(
    as type: Value.Type, _ form: FormID, _ sensitivity: KeyDescription.Sensitivity
  ) -> ValueBox<Change<Value>>? {
    guard let shared, shared.form == form, shared.sensitivity == sensitivity else { return nil }
    return unsafeDowncast(shared.box, to: ValueBox<Change<Value>>.self)
  }

  /// Makes the change with the types of a key that has the write's storage string.
  ///
  /// Keys of one form share it, but for one that shows their own default.
  @inlinable
  mutating func makeChange<Space, Value>(
    as key: Key<Space, Value>, _ sensitivity: KeyDescription.Sensitivity
  ) -> Change<Value> {
    let change = commit.change(at: position, as: key, sensitivity)
    if isShared, !change.showsDefault {
      shared = Shared(key.formID, sensitivity, ValueBox(change))
    }
    return change
  }
}

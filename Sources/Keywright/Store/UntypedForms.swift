import KeywrightStorage

/// The stored forms of a store that holds values as bytes or texts, whose type only a key knows.
///
/// The ``ReadableStore/stored(_:)`` of such a store gives data or a text. A typed reader and a commit ask here for
/// the stored form of their key.
package struct UntypedForms: Sendable {
  /// Whether no error and no report may show a value, whatever its key says.
  let hidesValues: Bool
  private let typed: @Sendable (StoredValue, TextForm, (StoredValue) -> Bool) -> StoredValue?
  private let refusal: @Sendable (StagedWrite) -> StoreError?

  /// - Parameters:
  ///   - hidesValues: Whether no error and no report may show a value, whatever its key says.
  ///   - typed: The stored form that a key makes of what is there, from its text form and whether it can
  ///     read a stored form; nil if it can make nothing of it.
  ///   - refusal: Why the store cannot keep what a commit would write; nil if it can. Asked before any observer is
  ///     notified.
  package init(
    hidesValues: Bool = false,
    typed: @escaping @Sendable (StoredValue, TextForm, (StoredValue) -> Bool) -> StoredValue?,
    refusal: @escaping @Sendable (StagedWrite) -> StoreError?
  ) {
    self.hidesValues = hidesValues
    self.typed = typed
    self.refusal = refusal
  }

  /// The forms of a store that keeps stored forms unchanged, but not every one.
  package init(refusal: @escaping @Sendable (StagedWrite) -> StoreError?) {
    self.init(typed: { found, _, _ in found }, refusal: refusal)
  }

  /// The stored form for a key; what is there if the key can make nothing of it.
  func form<Space, Value>(of found: StoredValue, for key: Key<Space, Value>) -> StoredValue {
    typed(found, key.textForm(under: key.storageString)) { key.value(from: $0) != nil } ?? found
  }

  /// The stored form for a staged key.
  func form(of found: StoredValue, for form: AnyForm) -> StoredValue {
    typed(found, form.textForm) { form.decode($0) != nil } ?? found
  }

  /// Refuses what the store cannot keep.
  func check(_ writes: [StagedWrite]) throws(StoreError) {
    for write in writes {
      if let refusal = refusal(write) { throw refusal }
    }
  }
}

extension StoreCore {
  /// Whether no error and no report may show a value of this store.
  var hidesValues: Bool {
    untyped?.hidesValues ?? stack?.parts.contains(where: \.hidesValues) ?? false
  }

  /// The stored form of a value of this store for a key.
  func typed<Space, Value>(
    _ found: StoredValue?, for key: Key<Space, Value>
  ) -> StoredValue? {
    guard let untyped, let found else { return found }
    return untyped.form(of: found, for: key)
  }
}

import KeywrightStorage

/// A change of one key whose type is known.
@usableFromInline
final class TypedChange<K: KeyType>: PendingChange, @unchecked Sendable {
  // `@unchecked`: as in `PendingChange`, written under the store's `core.writerLock` only.
  private let keyType: K
  private let key: Key<K.Space, K.Value>
  @usableFromInline let before: K.Value?

  /// The value to keep; nil removes.
  @usableFromInline private(set) var after: K.Value?

  /// What `get` gives instead of the default when the store itself holds nothing.
  private let beneath: K.Value?

  /// How long, and at what cost, a cache keeps the value, if the caller of `set` said so.
  var retention = CacheRetention()

  /// - Parameters:
  ///   - name: The string to keep the value under; nil is that of the key.
  ///   - before: The value before, if there was a readable one.
  ///   - beneath: What `get` gives instead of the default when the store itself holds nothing.
  init(
    _ keyType: K, named name: StorageString? = nil, before: K.Value?, beneath: K.Value? = nil,
    storedBefore: StoredValue?, wasStored: Bool
  ) {
    self.keyType = keyType
    key = keyType.key
    self.before = before
    self.beneath = beneath
    after = before
    super.init(
      name: name ?? key.storageString, space: K.Space.self, storedBefore: storedBefore,
      wasStored: wasStored)
  }

  override var isRemoval: Bool { after == nil }

  override func prepareDefault() {
    guard before == nil || after == nil, beneath == nil, key.defaultAtHand == nil else { return }
    _ = key.defaultValue
  }

  override var storedForm: StoredValue? {
    stored ?? after.flatMap { try? key.stored($0) }
  }

  override func newValue<Space, Value>(as key: Key<Space, Value>) -> Value? {
    after.flatMap { $0 as? Value } ?? super.newValue(as: key)
  }

  /// The value as the commit stands now.
  var current: K.Value { after ?? fallback }

  /// What `get` gives when the store itself holds nothing.
  private var fallback: K.Value { beneath ?? key.defaultValue }

  /// Takes a value given by the program; a nil, which is stored as absence, becomes a removal.
  func assign(_ value: K.Value?) {
    after = value.flatMap { key.form.isAbsent($0) ? nil : $0 }
    isTouched = true
    isAmended = true
  }

  override func amend<Value>(to value: Value?) -> Bool {
    guard let value else {
      assign(nil)
      return true
    }
    guard let value = value as? K.Value else { return false }
    assign(value)
    return true
  }

  override func process() throws(StoreError) {
    guard var value = after else { return }
    do {
      for step in key.descriptor?.processing ?? [] {
        value = try step.apply(value)
        if key.form.isAbsent(value) { return assign(nil) }
      }
      assign(try keyType.process(value))
    } catch {
      throw StoreError(wrapping: error, operation: "process", storageString: name.string)
    }
  }

  override func check() throws(StoreError) {
    guard let value = after, let descriptor = key.descriptor else { return }
    for constraint in descriptor.constraints where !constraint.isSatisfied(value) {
      throw StoreError(
        .constraint, storageString: name.string, operation: "set",
        expected: constraint.description,
        found: key.shown(storedForm.map { "\($0)" } ?? "\(value)"))
    }
  }

  override func encode() throws(StoreError) {
    guard let value = after else {
      stored = nil
      return
    }
    do {
      stored = try key.stored(value)
    } catch {
      throw unencodable(error)
    }
    guard let stored else {
      // The key's own coding makes nothing of this value.
      after = nil
      return prepareDefault()
    }
    do {
      try stored.tree.checkStorable()
    } catch {
      throw StoreError(
        .unencodable, storageString: name.string, operation: "set", expected: error.expected,
        found: key.shown(error.found))
    }
    guard !key.isExact else { return }
    guard let kept = key.value(from: stored) else {
      throw StoreError(
        .unencodable, storageString: name.string, operation: "set",
        expected: "a stored form that \(K.Value.self) can be decoded from",
        found: key.shown("\(stored)"),
        advice: "Let the type's encoding and decoding undo each other.")
    }
    after = kept
  }

  private func unencodable(_ error: any Error) -> StoreError {
    var result = StoreError(
      .unencodable, storageString: name.string, operation: "set", found: "\(K.Value.self)")
    guard let failure = error as? ConversionFailure else {
      result.underlying = error
      return result
    }
    result.found = key.shown(
      failure.path.isEmpty ? failure.found : "\(failure.found) at \(failure.path)")
    result.expected = failure.expected
    if let first = failure.advice.first {
      // A clause there, a sentence here.
      result.advice = "\(first.uppercased())\(failure.advice.dropFirst())."
    }
    return result
  }

  override func announceWillChange() {
    let (old, new) = (before ?? fallback, current)
    key.descriptor?.willChange?(old, new)
    keyType.willChange(from: old, to: new)
  }

  override func announceDidChange() {
    let (old, new) = (before ?? fallback, current)
    key.descriptor?.didChange?(old, new)
    keyType.didChange(from: old, to: new)
  }

  override func publish(to table: StoredTable) {
    guard let after, let stored else { return super.publish(to: table) }
    if let descriptor = key.descriptor, descriptor.isCoded {
      table.publish(name, stored: stored, value: CodedValue(after, by: descriptor))
    } else {
      table.publish(name, stored: stored, value: after)
    }
  }

  override func part(
    of store: any Store, named name: StorageString
  ) throws(StoreError) -> PendingChange {
    var value: K.Value?
    if !key.isCoded || !store.keepsStoredForms,
      case .value(let known) = store.valueBefore(name, as: K.Value.self)
    {
      value = known
    }
    let form = store.keepsStoredForms ? try store.storedBefore(name).form : nil
    if value == nil { value = form.flatMap(key.value(from:)) }
    let part = TypedChange(
      keyType, named: name, before: value, storedBefore: form,
      wasStored: try store.contains(name))
    part.after = after
    part.stored = stored
    return part
  }

  override var formBefore: StoredValue? {
    storedBefore ?? before.flatMap { try? key.stored($0) }
  }

  override func shown(
    by stack: LayerStack, in index: Int, named name: StorageString
  ) -> PendingChange? {
    let named = Key<K.Space, K.Value>(
      name, default: key.literalDefault, form: key.form, descriptor: key.descriptor)
    guard stack.value(of: named, in: 0..<index) == nil else { return nil }
    let below = stack.value(of: named, in: index + 1..<stack.layers.count)
    let (old, new) = (before ?? below, after ?? below)
    let forms = (
      old: old.flatMap { try? key.stored($0) }, new: new.flatMap { try? key.stored($0) }
    )
    // Two values that have no stored form are never known to be the same.
    let isSame = old == nil ? new == nil : forms.old != nil && forms.old == forms.new
    guard !isSame else { return nil }
    let change = TypedChange(
      keyType, named: name, before: old, storedBefore: forms.old, wasStored: old != nil)
    change.after = new
    change.stored = forms.new
    return change
  }

  override func reversed() -> PendingChange {
    // What could not be read goes back as the form that it is.
    guard storedBefore == nil || before != nil else { return super.reversed() }
    let undo = TypedChange(
      keyType, named: name, before: after, storedBefore: stored, wasStored: !isRemoval)
    undo.after = before
    undo.stored = storedBefore
    return undo
  }

  override func joined(with later: PendingChange) -> PendingChange {
    guard let later = later as? TypedChange<K> else { return super.joined(with: later) }
    let change = TypedChange(
      keyType, named: name, before: before, beneath: later.beneath, storedBefore: storedBefore,
      wasStored: wasStored)
    change.after = later.after
    change.stored = later.stored
    return change.counted(self, later)
  }

  override var plainValue: (any Sendable)? { after }

  override func cached(by policy: CachePolicy) -> CacheContent? {
    guard let after else { return nil }
    var content = CacheContent(after)
    if let cost = retention.cost ?? key.descriptor?.cost?(after) ?? policy.cost?(after) {
      content.cost = max(cost, 0)
    }
    if let ttl = retention.ttl ?? key.descriptor?.ttl ?? policy.ttl {
      content.expire(at: ttl > .zero ? policy.clock.deadline(after: ttl) : .min)
    }
    return content
  }

  override func typed<Space, Value>(as key: Key<Space, Value>) -> Change<Value>? {
    let (old, new) = (before ?? fallback, current)
    guard let old = old as? Value, let new = new as? Value else { return super.typed(as: key) }
    return Change(old: old, new: new, wasStored: wasStored, isRemoval: isRemoval)
  }
}

extension TypedChange {
  /// The change as an observer of the same key hears it.
  @inlinable
  func change(in commit: Commit, default key: Key<K.Space, K.Value>) -> Change<K.Value> {
    Change(
      old: before ?? key.defaultValue, new: after ?? key.defaultValue,
      wasStored: wasStored, isRemoval: after == nil, origin: commit.origin, number: commit.number)
  }
}

/// A value of any type as an object.
@usableFromInline
final class ValueBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

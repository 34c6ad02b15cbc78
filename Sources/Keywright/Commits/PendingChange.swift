/// What a commit is about to do, or has done, to one storage string.
///
/// A class, because a commit holds changes of many types and most steps are the same for all.
@usableFromInline
class PendingChange: @unchecked Sendable {
  // `@unchecked`: written only by the thread that holds the store's `core.writerLock`; once the commit
  // is kept, nothing writes to it any more.
  let name: StorageString
  let space: any Namespace.Type

  /// What was stored before, in a store that keeps stored forms.
  let storedBefore: StoredValue?
  @usableFromInline let wasStored: Bool

  /// What will be stored; set by ``encode()``.
  final var stored: StoredValue?

  /// Whether the commit gave the key a value or removed it, rather than only read it.
  final var isTouched = false

  /// Whether a value was given that its constraints were not checked for yet.
  final var isAmended = false

  /// Whether the stores that the change goes to hold different things, so that it changes one of
  /// them even where it stores what another holds already.
  final var isDivided = false

  /// How many commits this change stands for, see `Commit.times`.
  final var times = 1

  /// Whether hooks ran elsewhere, in a commit that joins changes for which they run here.
  final var isForeign = false

  init(
    name: StorageString, space: any Namespace.Type, storedBefore: StoredValue?, wasStored: Bool
  ) {
    self.name = name
    self.space = space
    self.storedBefore = storedBefore
    self.wasStored = wasStored
  }

  /// A removal by storage string, of a key whose type nobody named.
  init(removing name: StorageString, of space: any Namespace.Type, storedBefore: StoredValue?) {
    self.name = name
    self.space = space
    self.storedBefore = storedBefore
    wasStored = true
    isTouched = true
  }

  /// A change that was found in the store's file, made by somebody else.
  init(absorbing new: StoredValue?, over old: StoredValue?, name: StorageString) {
    self.name = name
    space = Root.self
    storedBefore = old
    wasStored = old != nil
    stored = new
  }

  var isRemoval: Bool { stored == nil }

  /// Whether no code of the program has a part in the change, before the commit or after it, but for
  /// observers, who are told.
  var isSilent: Bool { false }

  final func touches(_ space: any Namespace.Type) -> Bool {
    self.space.lineage.contains { $0 == space }
  }

  /// Computes the default, with the lock let go, if the change shows it and nobody needed it yet.
  func prepareDefault() {}

  /// The new value as its stored form, also before ``encode()``; nil for a removal.
  var storedForm: StoredValue? { stored }

  /// The new value with the type of a key that has this storage string, if it is of that type.
  func newValue<Space, Value>(as key: Key<Space, Value>) -> Value? {
    storedForm.flatMap(key.value(from:))
  }

  /// Takes a pre-commit hook's value; false if it is not of this change's type.
  func amend<Value>(to value: Value?) -> Bool { false }

  func process() throws(StoreError) {}
  func check() throws(StoreError) {}
  func encode() throws(StoreError) {}
  func announceWillChange() {}
  func announceDidChange() {}

  /// Puts the new value into a table of decoded values.
  func publish(to table: StoredTable) { table.publish(name, stored: stored) }

  /// The change as one of the stores that a composition writes to keeps it.
  ///
  /// - Parameters:
  ///   - store: The store; its writer's lock is held.
  ///   - name: The string under which that store keeps the value.
  func part(of store: any Store, named name: StorageString) throws(StoreError) -> PendingChange {
    let before = store.keepsStoredForms ? try store.storedBefore(name).form : nil
    let part = PendingChange(
      name: name, space: space, storedBefore: before,
      wasStored: try store.contains(name))
    part.stored = stored
    return part
  }

  /// The change that undoes this one, as far as the store's old content is known.
  func reversed() -> PendingChange {
    PendingChange(absorbing: storedBefore, over: stored, name: name)
  }

  /// The form of the value before, as far as it is known.
  var formBefore: StoredValue? { storedBefore }

  /// The change as it shows in a composition when it is made directly to one of the layers; nil if
  /// it does not show.
  ///
  /// - Parameters:
  ///   - index: The layer.
  ///   - name: What the composition calls the key.
  func shown(by stack: LayerStack, in index: Int, named name: StorageString) -> PendingChange? {
    guard !stack.holds(name, in: 0..<index) else { return nil }
    let below = stack.stored(name, in: index + 1..<stack.layers.count)
    let (old, new) = (formBefore ?? below, storedForm ?? below)
    guard old != new else { return nil }
    let change = PendingChange(name: name, space: space, storedBefore: old, wasStored: old != nil)
    change.stored = new
    return change
  }

  /// This change and a later one of the same key as one.
  func joined(with later: PendingChange) -> PendingChange {
    let change = PendingChange(
      name: name, space: space, storedBefore: formBefore, wasStored: wasStored)
    change.stored = later.storedForm
    return change.counted(self, later)
  }

  /// Notes what this change stands for.
  final func counted(_ first: PendingChange, _ second: PendingChange) -> Self {
    times = first.times + second.times
    isForeign = first.isForeign && second.isForeign
    return self
  }

  /// The new value as a table keeps it, if it was made so before the commit.
  @usableFromInline var heldValue: HeldValue? { nil }

  /// The old value with the type of a key that has this storage string.
  @usableFromInline
  final func oldValue<Space, Value>(as key: Key<Space, Value>) -> Value {
    storedBefore.flatMap(key.value(from:)) ?? key.defaultValue
  }

  /// The new value as it is; nil for a removal, or if its type is not known.
  var plainValue: (any Sendable)? { nil }

  /// The new value as a cache keeps it; nil for a removal.
  ///
  /// - Parameter policy: What the cache does with a value for which nobody said otherwise.
  func cached(by policy: CachePolicy) -> CacheContent? { nil }

  /// The change with the types of a key that has this storage string.
  func typed<Space, Value>(as key: Key<Space, Value>) -> Change<Value>? {
    let old = storedBefore.flatMap(key.value(from:))
    return Change(
      old: old ?? key.defaultValue, new: newValue(as: key) ?? key.defaultValue,
      wasStored: wasStored, isRemoval: isRemoval)
  }
}

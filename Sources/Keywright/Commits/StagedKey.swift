/// The key of a staged write without its types.
///
/// Types are erased once for each call, where the compiler knows them: from there to the file a commit
/// runs no generic code.
@usableFromInline
struct StagedKey {
  /// The string to store the value under.
  @usableFromInline let name: StorageString

  /// The namespace of the key; ``Root`` if that is unknown.
  let space: any Namespace.Type

  /// The form of the key's values; nil if only the storage string is known.
  let form: AnyForm?

  /// The functions of the program for this key, if it has some.
  let callbacks: KeyCallbacks?

  @usableFromInline
  init(
    _ name: StorageString, in space: any Namespace.Type, _ form: AnyForm?,
    _ callbacks: KeyCallbacks? = nil
  ) {
    self.name = name
    self.space = space
    self.form = form
    self.callbacks = callbacks
  }
}

extension StagedKey {
  /// The former storage strings under which a value stays for now; empty for most keys.
  var standbyStrings: [StorageString] { form?.traits?.standbyStrings(of: name) ?? [] }

  /// Every storage string under which the value may be.
  var strings: [StorageString] { [name] + standbyStrings }
}

extension KeyType {
  /// The key without its types.
  ///
  /// - Parameter processes: Whether the commit has still to process the value.
  @inlinable
  func staged(processes: Bool = false) -> StagedKey {
    let key = key
    return StagedKey(
      key.storageString, in: Space.self, AnyForm(key.form, key.descriptor),
      needsCallbacks(processes: processes) ? makeCallbacks() : nil)
  }
}

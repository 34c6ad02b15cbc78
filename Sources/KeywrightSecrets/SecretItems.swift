import Keywright
import KeywrightStorage

/// The secrets of one application, shared by all handles on them in the process.
final class SecretItems: Sendable {
  let core: StoreCore
  let backend: any SecretBackend
  private let place: Result<ValueFolder, StoreError>
  private let failure: StoreError?

  /// - Parameters:
  ///   - application: The name of the application.
  ///   - backend: The system's store of secrets.
  ///   - runtimeFolder: The path of the session's folder for locks; nil if there is none.
  ///   - failure: Why nothing can be stored under the application's name.
  init(
    application: String, backend: any SecretBackend, runtimeFolder: String?, failure: StoreError?
  ) {
    self.backend = backend
    self.failure = failure
    let path = runtimeFolder.map { "\($0)/keywright/\(application)" }
    place = path.map { .success(ValueFolder(path: $0)) } ?? .failure(SecretItems.noRuntimeFolder)
    core = StoreCore(
      name: application, place: path, untyped: SecretItems.untyped(for: backend))
    if let failure { core.report(failure) }
  }

  // MARK: Reading

  func stored(_ name: StorageString, _ timeout: Duration) throws(StoreError) -> StoredValue? {
    if let failure { throw failure }
    guard let found = try backend.read(ItemName.name(of: name), timeout) else { return nil }
    if found.count > 1 {
      core.report(
        StoreError(
          .overridden, storageString: name.string, operation: "read", path: backend.name,
          expected: "one item", found: "\(found.count) items",
          advice: "The newest counts. Remove the others, or remove the key and set it again."))
    }
    return SecretText.value(of: found.item)
  }

  func storageStrings(_ timeout: Duration) throws(StoreError) -> [StorageString] {
    if let failure { throw failure }
    return try backend.names(timeout).map(ItemName.storageString)
  }

  // MARK: Writing

  func beginCommit(within timeout: Duration) throws(StoreError) {
    if let failure { throw failure }
    let folder = try place.get()
    do throws(StorageError) {
      try folder.beginWriting(timeout: timeout)
    } catch {
      throw StoreError(error)
    }
  }

  func endCommit() { if case .success(let folder) = place { folder.endWriting() } }

  func write(
    _ writes: [StagedWrite], asking patience: Duration?, _ timeout: Duration
  ) throws(StoreError) {
    for write in writes {
      if let value = write.stored {
        try backend.write(
          SecretText.item(of: value), under: ItemName.name(of: write.name),
          write.keychain ?? KeychainRules(), asking: patience, timeout)
      } else {
        try backend.remove(ItemName.name(of: write.name), asking: patience, timeout)
      }
    }
  }

  private static let noRuntimeFolder = StoreError(
    .unavailable, operation: "commit", expected: "a folder of the session, for a lock",
    found: "no XDG_RUNTIME_DIR",
    advice: "Run the program in a user's session, or set XDG_RUNTIME_DIR to a folder of this user.")
}

// MARK: - Texts

extension SecretItems {
  /// The stored form: the text of each value.
  static func untyped(for backend: any SecretBackend) -> UntypedForms {
    UntypedForms(hidesValues: true) { found, form, isReadable in
      if isReadable(found) { return found }
      // The text of an item that another program made is read as people write values.
      guard case .string(let text) = found.content else { return nil }
      guard let stored = try? form.stored(fromText: text), isReadable(stored) else { return nil }
      return stored
    } refusal: { write in
      refusal(of: write, backend)
    }
  }

  private static func refusal(
    of write: StagedWrite, _ backend: any SecretBackend
  ) -> StoreError? {
    guard let stored = write.stored else { return nil }
    if let rules = write.keychain, let found = backend.refusal(of: rules) {
      return StoreError(
        .unsupported, storageString: write.name.string, operation: "commit",
        expected: "an accessibility of all devices", found: found,
        advice: "Change the key's keychain rules, or the store's options.")
    }
    let (count, capacity) = (SecretText.item(of: stored).bytes.count, backend.capacity)
    if count > capacity {
      return StoreError(
        .unsupported, storageString: write.name.string, operation: "commit",
        expected: "a secret of at most \(capacity) bytes", found: "one of \(count)",
        advice: "Keep the value in a file, encrypted with a key that is kept here.")
    }
    return nil
  }
}

package import KeywrightStorage

/// The failure of a store, with everything that a person needs to correct it.
///
/// ```swift
/// do {
///   try store.set(Player.volume, to: 7)
/// } catch {
///   if error.code == .constraint { print(error) }
/// }
/// ```
///
/// Printed, it is one line for a log or a terminal: the operation, the key, the value found and the
/// one expected, and the advice. Values of private and secret keys are left out of it.
public struct StoreError: Error, Sendable {
  /// The kind of failure; match on this.
  ///
  /// ```swift
  /// do {
  ///   try store.set(Player.volume, to: 0.8)
  /// } catch {
  ///   switch error.code {
  ///   case .busy: print("try again")
  ///   case .full, .readOnly: print("the value was not stored:", error)
  ///   default: throw error
  ///   }
  /// }
  /// ```
  ///
  /// A commit that throws any other code than ``uncertain`` has changed nothing, in memory or on
  /// disk.
  public enum Code: String, Sendable, CaseIterable {
    /// A processing function, a hook or a closure of the program threw; see
    /// ``StoreError/underlying``.
    case refused
    /// A declared constraint is not satisfied. The user can correct such a value:
    /// ``StoreError/expected`` describes the values that are allowed.
    case constraint
    /// The value has no stored form: a NaN as a date, more than 64 MB, an `encode` that throws.
    case unencodable
    /// The stored value, or the one that a layer was given, is not of the key's type. It stays
    /// until `set` or `remove` replaces it on purpose.
    case unreadable
    /// A text is not a value of the key's type; ``StoreError/underlying`` is a ``TextFailure``.
    case malformed
    /// A commit was made from inside another one: from a pre-commit hook, `willChange`, or a
    /// closure of `update` or `transaction`. Commit after it, from a post-commit hook or an
    /// observer.
    case reentrant
    /// Another process held the store's lock for longer than the time allowed. Trying again is
    /// safe.
    ///
    /// Among `issues` it reports a commit that held the lock for over 100 ms.
    case busy
    /// The disk, or the space that the store may use, is full.
    case full
    /// The store can be read but not written. ``DefaultsStore/refresh()`` looks whether that has
    /// changed.
    case readOnly
    /// The store could not be reached; its content is unknown. ``DefaultsStore/refresh()`` tries
    /// again.
    case unavailable
    /// Stored bytes are damaged. The store quarantines such a file and deletes nothing; see
    /// <doc:Recovery>.
    case corrupt
    /// Another program's edit and a commit changed the same value, and one of them lost; only ever
    /// among `issues`.
    case overridden
    /// Another user owns the file, or may read it; only ever among `issues`, once for each opening
    /// of a file.
    case exposed
    /// A value was written under a former name of its key, and taken; only ever among `issues`, once for
    /// each name.
    case renamed
    /// The system did not say whether the commit reached the disk: it is in effect, and a crash may
    /// lose it. Of a composition, some layers may have the commit and others not.
    case uncertain
    /// The store cannot do this kind of operation, such as a transaction of two keys in a
    /// ``FileStore``.
    case unsupported
    /// The store was closed. Open it again; reads give the values that were read last.
    case closed
  }

  /// The kind of failure.
  public var code: Code
  /// The storage string of the key concerned, if it is one.
  public var storageString: String?
  /// The operation that failed, in a word or two: "set", "open".
  public var operation: String?
  /// The file concerned.
  public var path: String?
  /// The system's error number (`errno`), if a system call failed.
  public var systemError: Int32?
  /// The place where a value of a layer was written, as a person finds it: an argument, a variable, or a file
  /// with line and column.
  public var source: String?
  /// A description of the expected value or state.
  public var expected: String?
  /// A description of the value or state that was found instead.
  public var found: String?
  /// Advice to the reader.
  public var advice: String?
  /// The cause: the error that a function of the program threw, or the reason why a stored value
  /// could not be decoded.
  public var underlying: (any Error)?

  /// Makes an error; a store of your own throws these.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - storageString: The storage string of the key concerned.
  ///   - operation: The operation that failed, in a word or two.
  ///   - path: The file concerned.
  ///   - systemError: The system's error number.
  ///   - source: The place where a value of a layer was written, as a person finds it.
  ///   - expected: The expected value or state.
  ///   - found: The value or state that was found instead.
  ///   - advice: Advice to the reader.
  ///   - underlying: The error that caused this one.
  public init(
    _ code: Code, storageString: String? = nil, operation: String? = nil, path: String? = nil,
    systemError: Int32? = nil, source: String? = nil, expected: String? = nil, found: String? = nil,
    advice: String? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.storageString = storageString
    self.operation = operation
    self.path = path
    self.systemError = systemError
    self.source = source
    self.expected = expected
    self.found = found
    self.advice = advice
    self.underlying = underlying
  }
}

extension StoreError: Equatable {
  /// Compares what went wrong, and not the advice, in which a composition names itself; underlying
  /// errors by their types and descriptions, because an error need not be comparable.
  public static func == (left: StoreError, right: StoreError) -> Bool {
    left.code == right.code && left.storageString == right.storageString
      && left.operation == right.operation && left.path == right.path
      && left.systemError == right.systemError && left.source == right.source
      && left.expected == right.expected
      && left.found == right.found
      && left.underlying.map(String.init(reflecting:))
        == right.underlying.map(String.init(reflecting:))
  }
}

extension StoreError {
  /// Translates an error of the storage, which knows no keys.
  package init(_ error: StorageError) {
    let code: Code =
      switch error.code {
      case .unavailable: .unavailable
      case .corrupt, .unacknowledged: .corrupt
      case .overridden: .overridden
      case .exposed: .exposed
      case .busy, .edited: .busy
      case .full: .full
      case .readOnly: .readOnly
      case .uncertain: .uncertain
      case .unencodable: .unencodable
      case .closed: .closed
      case .unsupported: .unsupported
      }
    self.init(
      code, storageString: error.member, operation: error.operation, path: error.path,
      systemError: error.systemError, expected: error.expected, found: error.found,
      advice: error.advice)
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension StoreError: CustomStringConvertible {
  /// One paragraph: what failed, where, what was found and expected, and what to do.
  public var description: String { text(isCause: false) }

  /// - Parameter isCause: Whether the error is the cause of another one, which says what changed.
  private func text(isCause: Bool) -> String {
    if let source, code == .unreadable { return text(of: source) }
    let cause = underlying as? StoreError
    var text = cause != nil && code == .uncertain ? "the commit was made in part" : code.sentence
    if isEditMeanwhile { text = "another program changed the file again and again" }
    let ofStored = ["read", "verify"].contains(operation) ? code.sentenceOfStored : nil
    if let ofStored { text = ofStored }
    if code.changesNothing, ofStored == nil, !isCause, cause == nil { text += "; nothing changed" }
    if let operation { text = "\(operation): \(text)" }
    text += "."
    if let storageString { text += " Key: '\(storageString)'." }
    if let path { text += path.isFilePath ? " File: \(path)." : " Store: \(path)." }
    if let found { text += " Found: \(found.asSentence)" }
    if let expected { text += " Expected: \(expected.asSentence)" }
    // A failed system call often is all that was found.
    if let reason = systemError.map({ String(cString: strerror($0)) }), reason != found {
      text += " System: \(reason)."
    }
    if let cause {
      text += " Cause: \(cause.text(isCause: true))"
    } else if let underlying {
      text += " Cause: \("\(underlying)".asSentence)"
    }
    if let advice { text += " \(advice)" }
    return text
  }

  /// The problem of a value that was written in a layer: where, what, and what to do there.
  private func text(of source: String) -> String {
    let problem = underlying.map { "\($0)" } ?? expected.map { "expected \($0)" }
    let text = "\(source): \((problem ?? code.sentence).asSentence)"
    return advice.map { "\(text) \($0)" } ?? text
  }
}

extension String {
  /// Whether the place of a store has no scheme, as that of a store on etcd has.
  fileprivate var isFilePath: Bool { !prefix { $0 != "/" }.contains(":") }

  /// The text with a full stop, unless it ends with dots of its own, as an open range does, or asks.
  fileprivate var asSentence: String {
    hasSuffix("...") || hasSuffix("?") ? self : self + "."
  }
}

extension StoreError.Code {
  fileprivate var sentence: String {
    switch self {
    case .refused: "the commit was refused by the program's own code"
    case .constraint: "the value does not satisfy a constraint of its key"
    case .unencodable: "the value cannot be stored"
    case .unreadable: "what is stored is not of the key's type; it was left as it is"
    case .malformed: "the text is not a value of the key's type"
    case .reentrant: "a commit from inside another commit is not possible"
    case .busy: "the store was busy for too long"
    case .full: "there is no space for it"
    case .readOnly: "the store can only be read"
    case .unavailable: "the store cannot be reached"
    case .corrupt: "stored bytes are damaged; they were kept"
    case .overridden: "an edit and a commit changed the same value; the one that lost was kept"
    case .renamed: "the key is called otherwise now; its value was taken"
    case .exposed: "others own it or may read it; it is used as it is"
    case .uncertain: "it was not confirmed that the commit is kept"
    case .unsupported: "this store cannot do that"
    case .closed: "the store was closed"
    }
  }

  /// The words about a value that is stored, where those about a commit would not be true.
  fileprivate var sentenceOfStored: String? {
    switch self {
    case .constraint: "the stored value does not satisfy a constraint of its key"
    case .unsupported: "the value belongs into another store"
    default: nil
    }
  }

  /// Whether a commit that fails so changes nothing.
  fileprivate var changesNothing: Bool {
    switch self {
    case .refused, .constraint, .unencodable, .malformed, .reentrant, .full, .readOnly,
      .unavailable,
      .unsupported, .closed:
      true
    case .unreadable, .busy, .corrupt, .overridden, .exposed, .renamed, .uncertain: false
    }
  }
}

extension StoreError {
  /// Whether another program has just edited the file of a store, or is still writing it.
  var isEditMeanwhile: Bool { code == .busy && operation == "merging" }

  /// An error of the program's own code, as the commit throws it; a ``StoreError`` stays itself.
  @usableFromInline
  init(wrapping error: any Error, operation: String, storageString: String?) {
    if let error = error as? StoreError {
      self = error
    } else {
      self.init(
        .refused, storageString: storageString, operation: operation, underlying: error)
    }
  }

  /// The error with the key of the write, for a failure that names no key, such as a disk's.
  func concerning(_ name: StorageString) -> StoreError {
    var error = self
    if error.storageString == nil { error.storageString = name.string }
    return error
  }
}

import KeywrightStorage

/// A layer whose values were given to the program as text.
protocol TextLayer: ReadableStore {
  var texts: TextValues { get }
}

/// Values that were given to the program as text, by name: what the text layers share.
///
/// Text has no type until a key asks for it. What a key made of it, or that it could make nothing of
/// it, is remembered, so that a second `get` costs a look into a dictionary.
///
/// A text may come from a caller whom nobody trusts, and many operations of strings take quadratic
/// time where thousands of combining marks follow each other; so its length and those are looked at
/// first.
///
/// Thread safety: safe from any thread.
final class TextValues: Sendable {
  /// More storage strings than these are forgotten, so that key families cost bounded memory.
  static let capacity = 4096
  /// More keys of one storage string than these are forgotten.
  private static let keyCapacity = 16
  /// The longest text that is read, in bytes.
  static let longestText = 65_536
  /// The most combining marks in a row, as in the stream-safe text format (Unicode, annex 15).
  static let longestRun = 30

  /// The text given under one name.
  struct Text: Sendable {
    let text: String
    /// The text for a key whose type takes a boolean, where that is another.
    let flag: String

    init(_ text: String, flag: String? = nil) {
      self.text = text
      self.flag = flag ?? text
    }
  }

  /// The text of a storage string, and what the keys that asked for it made of it.
  private struct Asked {
    let text: Text
    var decisions: [Decision] = []
  }

  /// The value, or the error, that one key made of a text.
  private struct Decision {
    let type: ObjectIdentifier
    let form: ObjectIdentifier
    /// Held, so that no other object can have its address.
    let descriptor: AnyObject?
    let result: Result<StoredValue, StoreError>
  }

  let core: StoreCore
  private let texts: [StorageString: Text]
  private let nameOf: @Sendable (StorageString) -> String
  private let table = ValueTable()
  private let publishing = SystemMutex()

  /// The text of each storage string that was asked for; nil if there is none.
  private let asked = Protected<[StorageString: Asked?]>([:])

  /// - Parameters:
  ///   - texts: The texts by name; of two with the same name the later counts.
  ///   - nameOf: The name under which a storage string's text is given.
  init(
    name: String, texts: some Sequence<(String, Text)>,
    nameOf: @escaping @Sendable (StorageString) -> String
  ) {
    core = StoreCore(name: name)
    // By bytes: to compare by canonical equivalence takes quadratic time for hostile names.
    self.texts = Dictionary(
      texts.lazy.map { (StorageString($0.0), $0.1) }, uniquingKeysWith: { $1 })
    self.nameOf = nameOf
  }

  /// Whether no text was given, so that no key will ever find one.
  var isEmpty: Bool { texts.isEmpty }

  func stored(_ name: StorageString) -> StoredValue? { asked(name).map { .string($0.text.text) } }

  private func asked(_ name: StorageString) -> Asked? {
    guard !texts.isEmpty else { return nil }
    if let known = asked.withLock({ $0[name] }) { return known }
    let found = texts[StorageString(nameOf(name))].map { Asked(text: $0) }
    asked.withLock { asked in
      if asked.count == TextValues.capacity { asked.removeAll(keepingCapacity: true) }
      asked[name] = .some(found)
    }
    return found
  }

  /// The value that a key makes of its text, checked against its constraints.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let asked = asked(key.storageString) else { return nil }
    let (type, form) = (ObjectIdentifier(Key<Space, Value>.self), ObjectIdentifier(key.form))
    let known = asked.decisions.first { decision in
      decision.type == type && decision.form == form && decision.descriptor === key.descriptor
    }
    if let known {
      let stored = try known.result.get()
      let held = table.lookup(key.storageString, key.formID, as: Value.self, isBounded: false)
      if case .hit(let value) = held { return value }
      if let value = key.value(from: stored) { return value }
    }
    let decided = decide(key, asked.text)
    remember(
      Decision(
        type: type, form: form, descriptor: key.descriptor, result: decided.map { $0.stored }),
      for: key.storageString)
    let (stored, value) = try decided.get()
    // One at a time, because a table has one writer; but with nothing else locked.
    publishing.withLock {
      _ = table.write(
        key.storageString, Cell(stored: stored, held: HeldValue(value, form: key.formID)))
    }
    return value
  }

  private func remember(_ decision: Decision, for name: StorageString) {
    asked.withLock { asked in
      guard var entry = asked[name] ?? nil else { return }
      if entry.decisions.count == TextValues.keyCapacity { entry.decisions.removeAll() }
      entry.decisions.append(decision)
      asked[name] = .some(entry)
    }
  }

  private func decide<Space, Value>(
    _ key: Key<Space, Value>, _ given: Text
  ) -> Result<(stored: StoredValue, value: Value), StoreError> {
    let name = nameOf(key.storageString)
    func unreadable(_ found: String, expected: String) -> StoreError {
      StoreError(
        .unreadable, storageString: key.storageString.string, operation: "read",
        expected: expected, found: found,
        advice: "Correct '\(name)'. Arrays and dictionaries are written as JSON.")
    }
    let length = given.text.utf8.count
    guard length <= TextValues.longestText else {
      return .failure(
        unreadable(
          "a text of \(length) bytes", expected: "at most \(TextValues.longestText) bytes"))
    }
    guard given.text.isStreamSafe else {
      return .failure(
        unreadable(
          "over \(TextValues.longestRun) combining marks in a row", expected: "fewer"))
    }
    let text = key.value(from: .boolean(true)) == nil ? given.text : given.flag
    let shown = { key.shown("\(StoredValue.string(text))") }
    for form in StoredValue.forms(ofText: text) {
      guard let value = key.value(from: form) else { continue }
      for constraint in key.descriptor?.constraints ?? [] where !constraint.isSatisfied(value) {
        return .failure(unreadable(shown(), expected: constraint.description))
      }
      return .success((form, value))
    }
    return .failure(unreadable(shown(), expected: "\(Value.self)"))
  }
}

extension String {
  /// Whether nowhere more than ``TextValues/longestRun`` combining marks follow each other; linear.
  fileprivate var isStreamSafe: Bool {
    var run = 0
    for scalar in unicodeScalars {
      // None comes before these.
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      run = isMark ? run + 1 : 0
      if run > TextValues.longestRun { return false }
    }
    return true
  }
}

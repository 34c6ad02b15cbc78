/// Values that were given to the program as text, by name: what the text layers share.
///
/// Text has no type until a key asks for it. What a key made of it is remembered, so that a second
/// `get` costs a look into a dictionary.
///
/// Thread safety: safe from any thread.
public final class TextValues: Sendable {
  /// More storage strings than these are forgotten, so that key families cost bounded memory.
  static let capacity = 4096

  /// What was given under one name.
  struct Text: Sendable {
    let text: String
    /// The text for a key whose type takes a boolean, where that is another.
    let flag: String

    init(_ text: String, flag: String? = nil) {
      self.text = text
      self.flag = flag ?? text
    }
  }

  let core: StoreCore
  private let texts: [String: Text]
  private let nameOf: @Sendable (StorageString) -> String
  private let table = StoredTable()
  private let publishing = Lock()

  /// The text of each storage string that was asked for; nil if there is none.
  private let asked = Locked<[StorageString: Text?]>([:])

  /// - Parameters:
  ///   - texts: The texts by name.
  ///   - nameOf: The name under which a storage string's text is given.
  init(
    name: String, texts: [String: Text], nameOf: @escaping @Sendable (StorageString) -> String
  ) {
    core = StoreCore(name: name)
    self.texts = texts
    self.nameOf = nameOf
  }

  /// Whether no text was given, so that no key will ever find one.
  var isEmpty: Bool { texts.isEmpty }

  func stored(_ name: StorageString) -> StoredValue? { text(name).map { .string($0.text) } }

  private func text(_ name: StorageString) -> Text? {
    guard !texts.isEmpty else { return nil }
    if let known = asked.withLock({ $0[name] }) { return known }
    let text = texts[nameOf(name)]
    asked.withLock { asked in
      if asked.count == TextValues.capacity { asked.removeAll(keepingCapacity: true) }
      asked[name] = .some(text)
    }
    return text
  }

  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    guard !texts.isEmpty else { return .nothing }
    guard let known = asked.withLock({ $0[name] }) else { return .unknown }
    guard known != nil else { return .nothing }
    guard case .value(let value) = table.peek(name, as: type) else { return .unknown }
    return .value(value)
  }

  /// The value that a key makes of its text, checked against its constraints.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let given = text(key.storageString) else { return nil }
    let text = key.value(from: .boolean(true)) == nil ? given.text : given.flag
    let name = nameOf(key.storageString)
    for form in StoredValue.forms(ofText: text) {
      guard let value = key.value(from: form) else { continue }
      for constraint in key.descriptor?.constraints ?? [] where !constraint.isSatisfied(value) {
        throw unreadable(key, text, expected: constraint.description, named: name)
      }
      // One at a time, because a table has one writer; but with nothing else locked.
      publishing.withLock { table.publish(key.storageString, stored: form, value: value) }
      return value
    }
    throw unreadable(key, text, expected: "\(Value.self)", named: name)
  }

  private func unreadable<Space, Value>(
    _ key: Key<Space, Value>, _ text: String, expected: String, named name: String
  ) -> StoreError {
    StoreError(
      .unreadable, storageString: key.storageString.string, operation: "read", expected: expected,
      found: key.shown("\(StoredValue.string(text))"),
      advice: "Correct '\(name)'. Arrays and dictionaries are written as JSON.")
  }
}

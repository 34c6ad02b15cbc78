import KeywrightStorage

/// A layer whose values were given to the program as text.
protocol TextLayer: ReadableStore {
  var texts: TextValues { get }
}

/// Values that were given to the program as text, by name: what the text layers share.
///
/// Text has no type until a key asks for it. The value that a key made of it is remembered, and so is a failure to
/// make one, so that a second `get` costs a look into a dictionary.
///
/// Thread safety: safe from any thread.
final class TextValues: Sendable {
  /// The most storage strings that are remembered, so that key families cost bounded memory.
  static let capacity = 4096
  /// The most keys of one storage string that are remembered.
  private static let keyCapacity = 16

  /// The texts given under one name.
  struct Text: Sendable {
    /// The text for a key of one value; nil for a name that was given without one.
    let text: String?
    /// The text for a key whose type takes a boolean, where that is another.
    let flag: String?
    /// The text for a key whose values are lists, where that is another.
    let list: String?

    init(_ text: String?, flag: String? = nil, list: String? = nil) {
      self.text = text
      self.flag = flag ?? text
      self.list = list ?? text
    }

    func text(for form: TextForm) -> String? {
      form.isBoolean ? flag : form.isList ? list : text
    }

    /// The given text, for a reader who knows no key.
    var shown: String { text ?? flag ?? "" }
  }

  /// The names and the words of a kind of layer.
  struct Style: Sendable {
    /// The name of the layer.
    let layer: String
    /// The prefix of a name where people see it.
    let lead: String
    /// The separator of a name's components.
    let separator: String
    /// The advice about a wrong text.
    let advice: String
    /// The name that a storage string has.
    let nameOf: @Sendable (StorageString) -> String
    /// The namespaces that names leave out.
    var names = TextNames()

    /// The name under which a storage string's text is given.
    func name(of string: StorageString) -> String { nameOf(names.shortened(string) ?? string) }

    /// The name with all namespaces, where that is another one: deployments had it before a namespace was flat.
    func fullName(of string: StorageString) -> String? {
      names.shortened(string) == nil ? nil : nameOf(string)
    }

    /// The name of a storage string's text, as people see it.
    func shown(_ string: StorageString) -> String { lead + name(of: string) }
  }

  /// The readings of a storage string's text, by the keys that asked for it.
  private struct GivenText {
    let text: Text
    /// The name under which the text was given.
    let given: String
    var decisions: [Decision] = []
  }

  /// One key's reading of a text.
  private struct Decision {
    let type: ObjectIdentifier
    let form: ObjectIdentifier
    /// Held, so that no other object can have its address.
    let descriptor: AnyObject?
    let result: Result<StoredValue, StoreError>
  }

  let core: StoreCore
  private let texts: [StorageString: Text]
  /// Texts whose bytes were not UTF-8, with replacement characters.
  private let foreign: Set<String>
  let style: Style
  private let table = ValueTable()
  private let publishing = SystemMutex()

  /// The text of each storage string that was asked for; nil if there is none.
  private let asked = Protected<[StorageString: GivenText?]>([:])

  /// - Parameters:
  ///   - texts: The texts by name; of two with the same name the later counts.
  ///   - foreign: Texts whose bytes were not UTF-8, with replacement characters in their place.
  ///   - style: How the layer names and speaks.
  init(texts: some Sequence<(String, Text)>, foreign: Set<String> = [], style: Style) {
    // By bytes: to compare by canonical equivalence takes quadratic time for hostile names.
    self.texts = Dictionary(
      texts.lazy.map { (StorageString($0.0), $0.1) }, uniquingKeysWith: { $1 })
    core = StoreCore(name: style.layer, table: nil, staysEmpty: self.texts.isEmpty)
    self.foreign = foreign
    self.style = style
  }

  /// The names under which something was given, sorted by their bytes.
  var names: [String] {
    texts.keys.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether no text was given, so that no key will ever find one.
  var isEmpty: Bool { texts.isEmpty }

  func stored(_ name: StorageString) -> StoredValue? { asked(name).map { .string($0.text.shown) } }

  private func asked(_ name: StorageString) -> GivenText? {
    guard !texts.isEmpty else { return nil }
    if let known = asked.withLock({ $0[name] }) { return known }
    let found = named(style.name(of: name)) ?? style.fullName(of: name).flatMap(named)
    asked.withLock { asked in
      if asked.count == TextValues.capacity { asked.removeAll(keepingCapacity: true) }
      asked[name] = .some(found)
    }
    return found
  }

  private func named(_ given: String) -> GivenText? {
    texts[StorageString(given)].map { GivenText(text: $0, given: given) }
  }

  /// The value that a key makes of its text, checked against its constraints.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let (name, asked) = given(for: key) else { return nil }
    let (type, form) = (ObjectIdentifier(Key<Space, Value>.self), ObjectIdentifier(key.form))
    let known = asked.decisions.first { decision in
      decision.type == type && decision.form == form && decision.descriptor === key.descriptor
    }
    if let known {
      let stored = try known.result.get()
      let held = table.lookup(name, key.formID, as: Value.self, isBounded: false)
      if case .hit(let value) = held { return value }
      if let value = key.value(from: stored) { return value }
    }
    let decided = decide(key, asked, name)
    remember(
      Decision(
        type: type, form: form, descriptor: key.descriptor, result: decided.map { $0.stored }),
      for: name)
    let (stored, value) = try decided.get()
    // One at a time, because a table has one writer; but with nothing else locked.
    publishing.withLock {
      _ = table.write(
        name, Cell(stored: stored, held: HeldValue(value, form: key.formID)))
    }
    return value
  }

  /// The text of a key, with the storage string that it was given for: a present one before former ones.
  private func given<Space, Value>(
    for key: Key<Space, Value>
  ) -> (name: StorageString, asked: GivenText)? {
    if texts.isEmpty { return nil }
    for name in [key.storageString] + key.formerStrings {
      guard let asked = asked(name) else { continue }
      let isPresent = name == key.storageString
      if !isPresent || asked.given != style.name(of: name) {
        core.report(
          .renamed(
            style.lead + asked.given, to: style.shown(key.storageString), of: key.storageString,
            isConverted: !isPresent && key.convertsFormer),
          once: StorageString("renamed \(name)"))
      }
      return (name, asked)
    }
    return nil
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
    _ key: Key<Space, Value>, _ asked: GivenText, _ name: StorageString
  ) -> Result<(stored: StoredValue, value: Value), StoreError> {
    let source = style.lead + asked.given
    guard let text = asked.text.text(for: key.textForm(under: name)) else {
      return .failure(
        StoreError(
          .unreadable, storageString: key.storageString.string, operation: "read",
          source: source, expected: "\(Value.self)", advice: style.advice,
          underlying: TextFailure("no value is given")))
    }
    guard !foreign.contains(where: text.contains) else {
      return .failure(
        StoreError(
          .malformed, storageString: key.storageString.string, operation: "read",
          source: source, expected: "\(Value.self)", advice: style.advice,
          underlying: TextFailure("bytes that are not UTF-8")))
    }
    do throws(StoreError) {
      return .success(
        try key.layerValue(
          fromText: text, under: name, named: source, advice: style.advice))
    } catch {
      return .failure(error)
    }
  }
}

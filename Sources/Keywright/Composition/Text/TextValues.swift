import KeywrightStorage

/// A layer whose values were given to the program as text.
protocol TextLayer: AskedByKeys {
  var texts: TextValues { get }
}

extension TextLayer {
  /// Whether a text was given for a key, under whichever of its names.
  func hasValue<Space, Value>(of key: Key<Space, Value>) -> Bool { texts.hasText(for: key) }
}

/// Values that were given to the program as text, by name: what the text layers share.
///
/// Text has no type until a key asks for it. What a key made of it is remembered, so that a second `get` costs a look
/// into a dictionary.
///
/// Thread safety: safe from any thread.
final class TextValues: Sendable {
  /// The most storage strings that are remembered, so that key families cost bounded memory.
  static let capacity = 4096
  /// The most keys of one storage string whose readings are remembered.
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
    let names: TextNames

    /// The name under which a storage string's text is given.
    func name(of string: StorageString) -> String { nameOf(names.shortened(string) ?? string) }

    /// The name with all namespaces, where that is another one: deployments had it before a namespace was flat.
    func fullName(of string: StorageString) -> String? {
      names.shortened(string) == nil ? nil : nameOf(string)
    }

    /// The name of a storage string's text, as people see it.
    func shown(_ string: StorageString) -> String { lead + name(of: string) }
  }

  /// A text, the name under which it was given, and what keys made of it.
  private struct GivenText {
    let text: Text
    let name: String
    var readings: [Reading] = []
  }

  /// What one key made of a text: a value that is within its constraints, or the refusal.
  private struct Reading {
    let type: ObjectIdentifier
    let form: ObjectIdentifier
    /// Held, so that no other object can have its address.
    let descriptor: AnyObject?
    let result: Result<any Sendable, StoreError>

    func isOf<Space, Value>(_ key: Key<Space, Value>) -> Bool {
      type == ObjectIdentifier(Key<Space, Value>.self) && form == ObjectIdentifier(key.form)
        && descriptor === key.descriptor
    }
  }

  let core: StoreCore
  private let texts: [StorageString: Text]
  /// Texts whose bytes were not UTF-8, with replacement characters.
  private let foreign: Set<String>
  let style: Style

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
    texts[StorageString(given)].map { GivenText(text: $0, name: given) }
  }

  /// The value that a key makes of its text, checked against its constraints.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let (string, given) = given(for: key) else { return nil }
    if let known = given.readings.first(where: { $0.isOf(key) }) {
      return try known.result.get() as? Value
    }
    let result: Result<Value, StoreError>
    do throws(StoreError) {
      result = .success(try decide(key, given, string))
    } catch {
      result = .failure(error)
    }
    let reading = Reading(
      type: ObjectIdentifier(Key<Space, Value>.self), form: ObjectIdentifier(key.form),
      descriptor: key.descriptor, result: result.map { $0 as any Sendable })
    asked.withLock { asked in
      if given.readings.count == TextValues.keyCapacity { asked[string]??.readings = [] }
      asked[string]??.readings.append(reading)
    }
    return try result.get()
  }

  private func decide<Space, Value>(
    _ key: Key<Space, Value>, _ given: GivenText, _ string: StorageString
  ) throws(StoreError) -> Value {
    let source = style.lead + given.name
    func refusal(_ code: StoreError.Code, _ failure: String) -> StoreError {
      StoreError(
        code, storageString: key.storageString.string, operation: "read", source: source,
        expected: "\(Value.self)", advice: style.advice, underlying: TextFailure(failure))
    }
    guard let text = given.text.text(for: key.textForm(under: string)) else {
      throw refusal(.unreadable, "no value is given")
    }
    guard !foreign.contains(where: text.contains) else {
      throw refusal(.malformed, "bytes that are not UTF-8")
    }
    return try key.value(fromText: text, under: string, named: source, advice: style.advice)
  }

  func hasText<Space, Value>(for key: Key<Space, Value>) -> Bool { given(for: key) != nil }

  /// The text of a key, with the storage string that it was given for: a present one before former ones.
  private func given<Space, Value>(
    for key: Key<Space, Value>
  ) -> (string: StorageString, given: GivenText)? {
    if texts.isEmpty { return nil }
    for string in [key.storageString] + key.formerStrings {
      guard let given = asked(string) else { continue }
      let isPresent = string == key.storageString
      if !isPresent || given.name != style.name(of: string) {
        core.report(
          .renamed(
            style.lead + given.name, to: style.shown(key.storageString), of: key.storageString,
            isConverted: !isPresent && key.convertsFormer),
          once: StorageString("renamed \(string)"))
      }
      return (string, given)
    }
    return nil
  }
}

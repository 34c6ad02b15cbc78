/// An argument or a variable that no key has: misspelled, or out of use. Or an ambiguous one, which keys of two
/// modules have.
///
/// A layer gives the value of a key that it is asked for, and so never meets such a name by itself:
/// ``EnvironmentLayer/unknownNames(among:)`` and ``ArgumentsLayer/unknownNames(among:)`` look for
/// them.
///
/// ```swift
/// let environment = EnvironmentLayer(prefix: "APP")
/// for name in environment.unknownNames(among: KeySet([AnyKey(Player.volume)])) {
///   print(name)  // APP_PLAYER_VOLUM: no key has this name; did you mean 'APP_PLAYER_VOLUME'?
/// }
/// ```
public struct UnknownName: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name as it was given, such as `--player.volum`.
  public let name: String

  /// The name that was probably meant; nil if none is near.
  public let suggestion: String?

  /// The storage strings of the keys that share the name; empty if no key has it.
  var owners: [String] = []

  /// The message that no key has the name, with the one probably meant.
  public var description: String { "\(name): \(problem)" }

  /// The message without the name.
  var problem: String {
    if !owners.isEmpty {
      let keys = owners.map { "'\($0)'" }.joined(separator: " and ")
      return "the name of \(keys); give one of them another `id`"
    }
    return "no key has this name" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension KeySet {
  /// The names among some that no key has, in their order, each with the one that was probably meant:
  /// for a layer of your own.
  ///
  /// ```swift
  /// let names = ["player.volume", "player.volum"]
  /// let unknown = KeySet([AnyKey(Player.volume)]).unknownNames(among: names, separator: ".") { key in
  ///   key.string.replacing(":", with: ".")
  /// }
  /// print(unknown)  // [player.volum: no key has this name; did you mean 'player.volume'?]
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names that were given to the layer.
  ///   - separator: The text before each parameter of a family's key.
  ///   - naming: The name of a storage string in the layer.
  ///
  /// Complexity: O(*n*) in the number of keys for each name that none has.
  public func unknownNames(
    among names: some Sequence<String>, separator: String, naming: (StorageString) -> String
  ) -> [UnknownName] {
    KnownNames(self, separator: separator, naming: naming).unknown(among: names)
  }
}

/// The keys of a program by the names that a layer of texts gives them.
struct KnownNames {
  private var single: [StorageString: AnyKey] = [:]
  private var former: [(name: StorageString, string: StorageString, present: String, key: AnyKey)] =
    []
  private var families: [(start: String, key: AnyKey)] = []
  /// The names that two keys have, with the storage strings of both.
  private(set) var shared: [(name: String, keys: [String])] = []

  /// - Parameters:
  ///   - keys: The keys.
  ///   - separator: The text before each parameter of a family's key.
  ///   - naming: The name of a storage string.
  ///   - fullName: A second name that a storage string has had, if it has one.
  init(
    _ keys: KeySet, separator: String, naming: (StorageString) -> String,
    fullName: (StorageString) -> String? = { _ in nil }
  ) {
    func names(_ string: StorageString) -> [String] {
      [naming(string)] + [fullName(string)].compactMap(\.self)
    }
    for key in keys.all {
      let name = naming(key.storageString)
      if let other = single.updateValue(key, forKey: StorageString(name)) {
        shared.append((name, [other.storageString.string, key.storageString.string]))
      }
      for string in [key.storageString] + key.formerStrings {
        former += names(string).map { (StorageString($0), string, name, key) }
      }
    }
    families = keys.families.flatMap { key in
      ([key.storageString] + key.formerStrings).flatMap(names).map { ($0 + separator, key) }
    }
  }

  /// The names as people see them in a layer.
  init(_ keys: KeySet, _ style: TextValues.Style) {
    self.init(
      keys, separator: style.separator, naming: style.shown,
      fullName: { style.fullName(of: $0).map { style.lead + $0 } })
  }

  /// The names among some that no key has, each with the one that was probably meant.
  func unknown(among names: some Sequence<String>) -> [UnknownName] {
    names.filter { key(of: $0) == nil }
      .map { UnknownName(name: $0, suggestion: suggestion(for: $0)) }
  }

  func key(of name: String) -> AnyKey? {
    single[StorageString(name)]
      ?? former.first { $0.name == StorageString(name) }?.key
      ?? families.first { name.utf8.starts(with: $0.start.utf8) }?.key
  }

  /// The text form of a key's values under one of its names.
  func form(of name: String, _ key: AnyKey) -> TextForm {
    let name = StorageString(name)
    guard single[name] == nil, let found = former.first(where: { $0.name == name }) else {
      return key.textForm
    }
    return key.textForm(under: found.string)
  }

  func suggestion(for name: String) -> String? {
    if let name = SpellingSuggestion.nearest(to: name, among: single.keys.map(\.string).sorted()) {
      return name
    }
    let meant = SpellingSuggestion.nearest(to: name, among: former.map(\.name.string).sorted())
    return former.first { $0.name.string == meant }?.present
  }
}

extension TextLayer {
  func unknown(among keys: KeySet) -> [UnknownName] {
    KnownNames(keys, texts.style).unknown(among: texts.names.map { texts.style.lead + $0 })
  }
}

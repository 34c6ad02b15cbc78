/// An argument or a variable that no key has: misspelled, or out of use.
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

  /// The message that no key has the name, with the one probably meant.
  public var description: String { "\(name): \(problem)" }

  /// The message without the name.
  var problem: String {
    "no key has this name" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

/// An error: some arguments or variables belong to no key. Printed, it has one line for each.
public struct UnknownNames: Error, Sendable, CustomStringConvertible {
  /// The names, in the layer's order.
  public let names: [UnknownName]

  /// Makes an error; a layer of your own throws it.
  ///
  /// ```swift
  /// let keys = KeySet([AnyKey(Player.volume)])
  /// let unknown = keys.unknownNames(among: ["player.volum"], separator: ".") { key in
  ///   key.string.replacing(":", with: ".")
  /// }
  /// if !unknown.isEmpty { throw UnknownNames(names: unknown) }
  /// ```
  ///
  /// - Parameter names: The names that no key has.
  public init(names: [UnknownName]) { self.names = names }

  /// One line for each name.
  public var description: String { names.map(\.description).joined(separator: "\n") }
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
    let known = KnownNames(self, separator: separator, naming: naming)
    return names.filter { known.key(of: $0) == nil }
      .map { UnknownName(name: $0, suggestion: known.suggestion(for: $0)) }
  }
}

/// The keys of a program by the names that a layer of texts gives them.
struct KnownNames {
  private var single: [StorageString: AnyKey] = [:]
  private var former: [(name: StorageString, string: StorageString, key: AnyKey)] = []
  private var families: [(start: String, key: AnyKey)] = []

  init(_ keys: KeySet, separator: String, naming: (StorageString) -> String) {
    for key in keys.all {
      single[StorageString(naming(key.storageString))] = key
      former += key.formerStrings.map { (StorageString(naming($0)), $0, key) }
    }
    families = keys.families.flatMap { key in
      ([key.storageString] + key.formerStrings).map { (naming($0) + separator, key) }
    }
  }

  init(_ keys: KeySet, _ manner: TextValues.Manner) {
    self.init(keys, separator: manner.separator, naming: manner.nameOf)
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
    SpellingSuggestion.nearest(to: name, among: single.keys.map(\.string).sorted())
  }
}

extension TextLayer {
  func unknown(among keys: KeySet) -> [UnknownName] {
    let (lead, nameOf) = (texts.manner.lead, texts.manner.nameOf)
    return keys.unknownNames(
      among: texts.names.map { lead + $0 }, separator: texts.manner.separator
    ) { lead + nameOf($0) }
  }

  func check(against keys: KeySet, but others: Set<String>) throws(UnknownNames) {
    let unknown = unknown(among: keys).filter { !others.contains($0.name) }
    if !unknown.isEmpty { throw UnknownNames(names: unknown) }
  }
}

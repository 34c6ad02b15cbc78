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
  /// The names, sorted by their bytes.
  public let names: [UnknownName]

  /// One line for each name.
  public var description: String { names.map(\.description).joined(separator: "\n") }
}

/// The keys of a program by the names that a layer of texts gives them.
struct KnownNames {
  private var single: [StorageString: AnyKey] = [:]
  private var families: [(start: String, key: AnyKey)] = []
  private let manner: TextValues.Manner

  init(_ keys: KeySet, _ manner: TextValues.Manner) {
    self.manner = manner
    for key in keys.all { single[StorageString(manner.nameOf(key.storageString))] = key }
    families = keys.families.map { (manner.nameOf($0.storageString) + manner.separator, $0) }
  }

  func key(of name: String) -> AnyKey? {
    single[StorageString(name)]
      ?? families.first { name.utf8.starts(with: $0.start.utf8) }?.key
  }

  func suggestion(for name: String) -> String? {
    SpellingSuggestion.nearest(to: name, among: single.keys.map(\.string).sorted())
      .map { manner.lead + $0 }
  }
}

extension TextLayer {
  func unknown(among keys: KeySet) -> [UnknownName] {
    let known = KnownNames(keys, texts.manner)
    return texts.names.filter { known.key(of: $0) == nil }.map {
      UnknownName(name: texts.manner.lead + $0, suggestion: known.suggestion(for: $0))
    }
  }

  func check(against keys: KeySet, but others: Set<String>) throws(UnknownNames) {
    let unknown = unknown(among: keys).filter { !others.contains($0.name) }
    if !unknown.isEmpty { throw UnknownNames(names: unknown) }
  }
}

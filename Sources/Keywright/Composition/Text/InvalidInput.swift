/// An error: people gave a program names that no key has, or values that are not of their keys' types or violate a
/// constraint. Printed, it has one line for each.
///
/// A layer reports a wrong value when its key is read, and the next layer is asked: right for a service, whose
/// variables nobody watches. A person at a terminal wants to know all of it at once:
///
/// ```swift
/// let arguments = ArgumentsLayer(["--player.volume=2", "--player.them=dark"])
/// do {
///   try arguments.check(against: KeySet([AnyKey(Player.volume), AnyKey(Player.theme)]))
/// } catch {
///   print(error)
///   // --player.them: no key has this name; did you mean '--player.theme'?
///   // --player.volume=2: not in 0.0...1.0. Correct the argument, or leave it out.
/// }
/// ```
public struct InvalidInput: Error, Sendable, CustomStringConvertible {
  /// The names that no key has, in the layer's order.
  public let names: [UnknownName]

  /// The faults of the values, in the order of the keys.
  public let values: [StoreError]

  /// Makes an error; a layer of your own throws it, and a service that refuses names alone.
  ///
  /// ```swift
  /// let unknown = EnvironmentLayer(prefix: "APP").unknownNames(among: KeySet([AnyKey(Player.volume)]))
  /// if !unknown.isEmpty { throw InvalidInput(names: unknown) }
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names that no key has.
  ///   - values: What is wrong with each value.
  public init(names: [UnknownName] = [], values: [StoreError] = []) {
    (self.names, self.values) = (names, values)
  }

  /// One line for each name and each value.
  public var description: String {
    (names.map(\.description) + values.map(\.description)).joined(separator: "\n")
  }

  /// Throws what was found, if anything was.
  static func refuse(_ names: [UnknownName], _ values: [StoreError]) throws(InvalidInput) {
    if !names.isEmpty || !values.isEmpty { throw InvalidInput(names: names, values: values) }
  }
}

extension TextLayer {
  /// Refuses names that no key has or that two keys share, and values that are none of their keys'.
  func refuseMistakes(
    against keys: KeySet, but others: Set<String>
  ) throws(InvalidInput) {
    let known = KnownNames(keys, texts.style)
    let names =
      known.shared.map { UnknownName(name: $0.name, suggestion: nil, owners: $0.keys) }
      + known.unknown(among: texts.names.map { texts.style.lead + $0 })
    try InvalidInput.refuse(names.filter { !others.contains($0.name) }, mistakes(in: keys))
  }

  /// The faults of the texts of keys; of a family the keys whose storage strings the names spell out.
  private func mistakes(in keys: KeySet) -> [StoreError] {
    if texts.isEmpty { return [] }
    let families = KeySet(keys.families)
    let members = texts.names.compactMap { name in
      // A member of a family has the name of its storage string, backwards.
      let name = name.replacing(texts.style.separator, with: ":").replacing("%3D", with: "=")
      return families.key(named: StorageString(name))
    }
    return (keys.all + members).compactMap { key in
      do throws(StoreError) {
        _ = try key.storedText(in: self)
        return nil
      } catch {
        return error
      }
    }
  }
}

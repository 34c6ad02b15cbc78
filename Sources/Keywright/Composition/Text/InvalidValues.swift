/// An error: some values that people gave are not of their keys' types, or violate a constraint. Printed, it
/// has one line for each.
///
/// A layer reports such a value when its key is read, and the next layer is asked: right for a service, whose
/// variables nobody watches. A person at a terminal wants to know at once:
///
/// ```swift
/// let arguments = ArgumentsLayer(["--player.volume=2"])
/// do {
///   try arguments.checkValues(against: KeySet([AnyKey(Player.volume)]))
/// } catch {
///   print(error)  // --player.volume=2: not in 0.0...1.0. Correct the argument, or leave it out.
/// }
/// ```
public struct InvalidValues: Error, Sendable, CustomStringConvertible {
  /// The faults of the values, in the order of the keys.
  public let errors: [StoreError]

  /// Makes an error; a layer of your own throws it.
  ///
  /// - Parameter errors: What is wrong with each value.
  public init(errors: [StoreError]) { self.errors = errors }

  /// One line for each value.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension TextLayer {
  /// Reads the text of each key; of a family the keys whose storage strings the names spell out.
  func checkTexts(of keys: KeySet) throws(InvalidValues) {
    if texts.isEmpty { return }
    let families = KeySet(keys.families)
    let members = texts.names.compactMap { name in
      // A member of a family has the name of its storage string, backwards.
      let name = name.replacing(texts.style.separator, with: ":").replacing("%3D", with: "=")
      return families.key(named: StorageString(name))
    }
    var errors: [StoreError] = []
    for key in keys.all + members {
      do throws(StoreError) {
        _ = try key.storedText(in: self)
      } catch {
        errors.append(error)
      }
    }
    if !errors.isEmpty { throw InvalidValues(errors: errors) }
  }
}

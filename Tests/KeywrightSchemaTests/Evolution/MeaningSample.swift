import KeywrightSchema
import Testing

/// Releases of a schema, and what a build says of the next version, in short.
struct MeaningSample: Sendable, CustomTestStringConvertible {
  let name: String
  /// The released versions, the oldest first, and today's.
  let versions: [String]
  var readers = KeyLock.Readers.newer
  /// The releases of which no program runs any more.
  var ended: Set<String> = []
  /// Each change as its level and kind; with the first mend, if one is written after an arrow.
  let expected: [String]

  var testDescription: String { name }

  /// Versions of an enum `T` of a key.
  static func enums(_ name: String, _ versions: [String], _ expected: [String]) -> Self {
    Self(name: name, versions: versions.map { type($0) }, expected: expected)
  }

  /// Versions of a struct `T` of a key.
  static func structs(_ name: String, _ versions: [String], _ expected: [String]) -> Self {
    Self(name: name, versions: versions.map { type($0) }, expected: expected)
  }

  /// Versions of the keys of a namespace.
  static func keys(
    _ name: String, _ versions: [String], _ expected: [String],
    readers: KeyLock.Readers = .newer, ended: Set<String> = []
  ) -> Self {
    Self(
      name: name, versions: versions.map(Evolution.keys), readers: readers, ended: ended,
      expected: expected)
  }

  static func type(_ words: String, key: String = #""type": "T?""#) -> String {
    """
    { "version": 1, "namespace": "player", "types": {
    "T": {\(words)} },
    "keys": { "a": { \(key) } } }
    """
  }

  func changes() throws -> [Change] { try evolution().changes }

  func evolution() throws -> Evolution {
    var lock = KeyLock()
    for (number, text) in versions.dropLast().enumerated() {
      lock = try Evolution(text, lock: lock).released("\(number + 1)")
    }
    lock.readers = readers
    lock.ended = ended
    return try Evolution(versions[versions.count - 1], lock: lock)
  }
}

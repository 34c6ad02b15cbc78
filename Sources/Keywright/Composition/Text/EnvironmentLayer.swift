#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values from the environment of the process, to read.
///
/// The variable of a key is the prefix and the components of its storage string, in capitals,
/// joined by `_`: `player:lastVolume` is `APP_PLAYER_LAST_VOLUME`. Any other character becomes `_`,
/// so two keys may have one variable.
///
/// A text is taken as what the key's type is stored as: a string, a boolean
/// (`true false yes no on off 1 0`), a number, a date (ISO 8601), data (base 64), an array or dictionary
/// (JSON). One that is not of the type, or does not satisfy the key's constraints, is unreadable: it is
/// reported, and the next layer is asked. So is a text of over 64 KB, and one in which over 30 combining
/// marks follow each other. Processing is for what is set, and not done.
///
/// The layer knows no storage strings until it is asked for one, so it lists none.
///
/// ```swift
/// let store = Layers([.reading(EnvironmentLayer(prefix: "APP")), .readingAndWriting(user)])
/// // $ APP_PLAYER_VOLUME=0.8 app
/// store.get(Player.volume)   // 0.8
/// ```
///
/// The environment is read once, when the layer is made.
///
/// Thread safety: safe from any thread.
public struct EnvironmentLayer: TextLayer {
  let texts: TextValues

  /// Takes the environment of this process.
  ///
  /// - Parameter prefix: What the variables begin with, before a `_`; empty for nothing.
  public init(prefix: String) {
    self.init(prefix: prefix, environment: ProcessInfo.processInfo.environment)
  }

  /// Takes variables from a dictionary.
  ///
  /// - Parameters:
  ///   - prefix: What the variables begin with, before a `_`; empty for nothing.
  ///   - environment: The variables.
  public init(prefix: String, environment: [String: String]) {
    let start = prefix.isEmpty ? "" : prefix + "_"
    let variables = environment.lazy.filter { $0.key.utf8.starts(with: start.utf8) }
    texts = TextValues(
      name: "environment", texts: variables.map { ($0.key, TextValues.Text($0.value)) },
      nameOf: { start + EnvironmentLayer.variable(of: $0) })
  }

  /// For issues; the layer is never committed to.
  public var core: StoreCore { texts.core }

  /// The text of a storage string, or nil.
  public func stored(_ name: StorageString) -> StoredValue? { texts.stored(name) }

  /// The value that a key makes of its text, or nil.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    try texts.read(key)
  }

  /// None: texts have names of their own.
  public func storageStrings() -> [StorageString] { [] }

  /// The variable of a storage string, without the prefix.
  static func variable(of name: StorageString) -> String {
    var result = ""
    var wasLower = false
    var bytes = Array(name.string.utf8)[...]
    while let byte = bytes.popFirst() {
      // An escaped `:` or `%` of an id is one character.
      if byte == UInt8(ascii: "%"), bytes.starts(with: "3A".utf8) || bytes.starts(with: "25".utf8) {
        bytes = bytes.dropFirst(2)
      }
      let character = Character(Unicode.Scalar(byte))
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isUpper, wasLower { result += "_" }
      result += isUpper || isLower || isDigit ? character.uppercased() : "_"
      wasLower = isLower || isDigit
    }
    return result
  }
}

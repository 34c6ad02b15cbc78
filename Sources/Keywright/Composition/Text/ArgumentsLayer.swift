/// Values from the command line, to read: `--player.volume=0.8`.
///
/// The name of a key is its storage string with `.` for `:`. `--player.muted` alone means `true`;
/// of several the last counts; what follows `--` does not. Other arguments are left alone. The text
/// is taken as for an ``EnvironmentLayer``.
///
/// ```swift
/// let store = Layers([.reading(ArgumentsLayer()), .readingAndWriting(user)])
/// ```
///
/// It knows no storage strings until it is asked for one, so it lists none.
///
/// Thread safety: safe from any thread.
public struct ArgumentsLayer: ReadableStore {
  let values: TextValues

  /// Takes the arguments of this process.
  public init() { self.init(Array(CommandLine.arguments.dropFirst())) }

  /// Takes arguments from an array.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  public init(_ arguments: [String]) {
    var texts: [String: String] = [:]
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      texts[String(parts[0])] = parts.count == 2 ? String(parts[1]) : "true"
    }
    values = TextValues(name: "arguments", texts: texts) { name in
      String(decoding: name.string.utf8.map { $0 == UInt8(ascii: ":") ? 0x2e : $0 }, as: UTF8.self)
    }
  }
}

extension ArgumentsLayer {
  /// For issues; the layer is never committed to.
  public var core: StoreCore { values.core }

  /// The text of a storage string's argument, or nil.
  public func stored(_ name: StorageString) -> StoredValue? {
    values.text(name).map(StoredValue.string)
  }

  /// The value that a key makes of its argument's text, or nil.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    try values.read(key)
  }

  /// None: arguments have names of their own.
  public func storageStrings() -> [StorageString] { [] }

  /// The value, if a key asked before.
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    values.peek(name, as: type)
  }
}

/// Values from the command line, to read: `--player.volume=0.8`, `--player.volume 0.8`,
/// `--player.muted`.
///
/// The name of a key is its storage string with `.` for `:`. The value follows `=`, or is the next
/// argument, unless that begins with `--`. A key whose type takes a boolean is a flag: its name alone
/// means `true`, and the next argument is none of its business, so `--player.muted=false` turns it
/// off. For any other key a name with nothing after it means the text `true`. Of several the last
/// counts; what follows a bare `--` does not. Other arguments are left alone. A
/// text means what it means in an ``EnvironmentLayer``.
///
/// ```swift
/// let store = Layers([.reading(ArgumentsLayer()), .readingAndWriting(user)])
/// ```
///
/// Thread safety: safe from any thread.
public struct ArgumentsLayer: TextLayer {
  let texts: TextValues

  /// Takes the arguments of this process.
  public init() { self.init(Array(CommandLine.arguments.dropFirst())) }

  /// Takes arguments from an array.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  public init(_ arguments: [String]) {
    var texts: [(String, TextValues.Text)] = []
    // By bytes: a combining mark is part of the `=` before it, to a `Character`.
    func isName(_ argument: String) -> Bool { argument.utf8.starts(with: "--".utf8) }
    let counted = Array(arguments.prefix { !isName($0) || $0.utf8.count > 2 })
    for (index, argument) in counted.enumerated() where isName(argument) {
      let parts = argument.utf8.dropFirst(2).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      if parts.count == 2 {
        texts.append((parts[0], TextValues.Text(parts[1])))
      } else {
        let next = counted.dropFirst(index + 1).first.flatMap { isName($0) ? nil : $0 }
        texts.append((parts[0], TextValues.Text(next ?? "true", flag: "true")))
      }
    }
    self.texts = TextValues(name: "arguments", texts: texts) { name in
      String(decoding: name.string.utf8.map { $0 == UInt8(ascii: ":") ? 0x2e : $0 }, as: UTF8.self)
    }
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
}

import KeywrightStorage

/// Values from the command line, to read: `--player.volume=0.8`, `--player.volume 0.8`,
/// `--player.muted`.
///
/// The name of a key is its storage string with `.` for `:`. The value follows `=`, or is the next
/// argument, unless that begins with `--`. A key whose type takes a boolean is a flag: its name alone
/// means `true`, and the next argument is not its value, so `--player.muted=false` turns it
/// off. For any other key a name with nothing after it has no value, which is an error of that key. Of
/// several the last counts; arguments after a bare `--` do not. Other arguments are left alone. A text means what
/// it means in an ``EnvironmentLayer``.
///
/// If the schemas of a program say which namespaces its names leave out, the layer takes that from the registry:
/// ``init(keys:)``. See ``TextNames``.
///
/// With the program's keys, the layer hands on the arguments that are not its own, and lists names
/// that no key has:
///
/// ```swift
/// let arguments = ArgumentsLayer()
/// let store = Layers([.reading(arguments), .readingAndWriting(user)])
/// let keys = KeySet([AnyKey(Player.volume), AnyKey(Player.theme)])
/// let rest = arguments.remaining(besides: keys)   // for a parser of commands and options
/// try arguments.check(against: keys, but: ["--help", "--verbose"])
/// ```
///
/// Thread safety: safe from any thread.
public struct ArgumentsLayer: TextLayer {
  /// The naming of a key's argument.
  public enum Naming: Sendable {
    /// `http:serverTimeout` is `--http.serverTimeout`; a `=` in a name is `%3D`.
    case dotted
    /// As swift-configuration names it: `--http-server-timeout`. All words up to the next `--` belong to
    /// a name, and a name that is repeated adds to a list; any other value is the first word of the last.
    case dashed
  }

  let texts: TextValues
  private let parsed: [ParsedArgument]

  /// Takes arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's name; nil for those of this process.
  ///   - naming: How the arguments are named.
  public init(_ arguments: [String]? = nil, naming: Naming = .dotted) {
    self.init(arguments, naming, TextNames())
  }

  /// Takes arguments by the names that a program's schemas say.
  ///
  /// ```swift
  /// let arguments = ArgumentsLayer(keys: TourKeys.self)
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's name; nil for those of this process.
  ///   - keys: The generated registry of the program.
  public init(_ arguments: [String]? = nil, keys: (some KeyRegistry).Type) {
    self.init(arguments, .dotted, keys.textNames)
  }

  private init(_ arguments: [String]?, _ naming: Naming, _ names: TextNames) {
    let (arguments, foreign) = arguments.map { ($0, []) } ?? Self.ofProcess()
    parsed = ParsedArgument.parse(arguments, takesAllWords: naming == .dashed)
    texts = TextValues(
      texts: naming == .dotted ? ParsedArgument.lastTexts(parsed) : ParsedArgument.lists(parsed),
      foreign: foreign,
      style: TextValues.Style(
        layer: "arguments", lead: "--", separator: naming == .dotted ? "." : "-",
        advice: "Correct the argument, or leave it out.", nameOf: naming.argument,
        names: names))
  }

  /// The arguments of this process, and those among them whose bytes are not UTF-8.
  private static func ofProcess() -> (arguments: [String], foreign: Set<String>) {
    let (arguments, foreign) = SystemText.arguments()
    let texts = foreign.keys.flatMap { position in
      // A value of its own, or the one behind the name, unless it is the name that has such bytes.
      let text = arguments[position]
      return [text, String(text.split(separator: "=", maxSplits: 1).last ?? "")]
        .filter { $0.unicodeScalars.contains("\u{FFFD}") }
    }
    return (arguments, Set(texts))
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

  /// The arguments that belong to no key, in order, with what follows a bare `--`: for a parser of
  /// commands and options.
  ///
  /// - Parameter keys: The program's keys.
  public func remaining(besides keys: KeySet) -> [String] {
    let known = KnownNames(keys, texts.style)
    return parsed.flatMap { argument -> [String] in
      guard let name = argument.name.map({ texts.style.lead + $0 }), let key = known.key(of: name)
      else { return argument.words }
      // The word after a flag is not its value, and a name takes one word unless it takes all.
      let own =
        argument.value != nil || known.form(of: name, key).isBoolean
        ? 1 : argument.takesAllWords ? .max : 2
      return Array(argument.words.dropFirst(own))
    }
  }

  /// The arguments with `--` that belong to no key, sorted by their bytes, each with the
  /// name that was probably meant.
  ///
  /// - Parameter keys: The keys of the program.
  public func unknownNames(among keys: KeySet) -> [UnknownName] { unknown(among: keys) }

  /// Refuses arguments with `--` that belong to no key, values that are not of their keys' types or violate a
  /// constraint, and keys of two modules that share an argument: all of them together, so that the user who typed
  /// them can correct them at once.
  ///
  /// - Parameters:
  ///   - keys: The keys of the program; of a family those whose storage strings the names spell out.
  ///   - others: Further names that the program knows, as they are given.
  /// - Throws: If there are any.
  ///
  /// Complexity: O(*n*) in the number of keys.
  public func check(against keys: KeySet, but others: Set<String> = []) throws(InvalidInput) {
    try refuseMistakes(against: keys, but: others)
  }
}

extension ArgumentsLayer.Naming {
  /// The argument of a storage string, without `--`.
  @Sendable package func argument(of name: StorageString) -> String {
    switch self {
    case .dotted: EnvironmentName.dotted(name.string)
    case .dashed:
      name.componentsInWords.map(EnvironmentName.argument).joined(separator: "-")
    }
  }
}

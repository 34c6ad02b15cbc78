#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KeywrightStorage

/// Values from the environment of the process, to read.
///
/// The variable of a key is the prefix and the components of its storage string, in capitals,
/// joined by `_`: `player:lastVolume` is `APP_PLAYER_LAST_VOLUME`. Any other character becomes `_`:
/// two keys of a schema with one variable are an error there.
///
/// A text is read by the table of <doc:Command-line-environment-and-files>. One that is not of the key's
/// type, or violates a constraint of the key, is unreadable: it is reported, and the next layer is asked. So
/// is a text of over 64 KB, and one in which over 30 combining marks follow each other. Processing is for
/// values that are set, and not done.
///
/// The layer knows no storage strings until it is asked for one, so it lists none. With the program's
/// keys it lists variables of its prefix that belong to none, which are misspelled or out of use:
///
/// ```swift
/// let environment = EnvironmentLayer(prefix: "APP")
/// let store = Layers([.reading(environment), .readingAndWriting(user)])
/// // $ APP_PLAYER_VOLUME=0.8 app
/// store.get(Player.volume)   // 0.8
/// let keys = KeySet([AnyKey(Player.volume), AnyKey(Player.theme)])
/// for name in environment.unknownNames(among: keys) { print(name) }
/// // APP_PLAYER_VOLUM: no key has this name; did you mean 'APP_PLAYER_VOLUME'?
/// ```
///
/// If the schemas of a program say its prefix, and which namespaces its names leave out, the layer takes them
/// from the registry: ``init(keys:)``. See ``TextNames``. A variable with the name of before still counts, and
/// is reported once.
///
/// The environment is read once, when the layer is made. In a program with raised privileges (set-user-ID,
/// file capabilities) another user may have written it: do not let such a program have this layer, or give it
/// a dictionary of the variables that any user may set.
///
/// Thread safety: safe from any thread.
public struct EnvironmentLayer: TextLayer {
  /// The naming of a key's variable.
  public enum Naming: Sendable {
    /// `http:server2Timeout` is `HTTP_SERVER2_TIMEOUT`; a character outside ASCII becomes `_` for each
    /// of its bytes.
    case keywright
    /// As swift-configuration names it, so that one deployment file drives both: `HTTP_SERVER2TIMEOUT`;
    /// letters and numbers of all scripts stay.
    case swiftConfiguration
  }

  let texts: TextValues

  /// The environment of this process; empty where that is the work of another user.
  private static var ofProcess: [String: String] {
    ProcessPrivileges.areRaised ? [:] : ProcessInfo.processInfo.environment
  }

  /// The texts of some variables of this process whose bytes are not UTF-8.
  private static func foreign(among variables: some Sequence<(key: String, value: String)>)
    -> Set<String>
  {
    let foreign = variables.filter { name, text in
      text.unicodeScalars.contains("\u{FFFD}")
        && ProcessEnvironment.bytes(of: name).map { SystemText.exact($0) == nil } ?? false
    }
    return Set(foreign.map(\.value))
  }

  /// Takes the variables that have a prefix.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the variables, before a `_`; may be empty.
  ///   - naming: How the variables are named.
  ///   - environment: The variables; nil for those of this process, which count as none if the process has
  ///     privileges that its user lacks.
  public init(
    prefix: String, naming: Naming = .keywright, environment: [String: String]? = nil
  ) {
    self.init(TextNames(prefix: prefix), naming, environment)
  }

  /// Takes variables by the names that a program's schemas say.
  ///
  /// ```swift
  /// let environment = EnvironmentLayer(keys: TourKeys.self)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The generated registry of the program; keys of its libraries have the same prefix.
  ///   - environment: The variables; nil for those of this process, which count as none if the process has
  ///     privileges that its user lacks.
  public init(keys: (some KeyRegistry).Type, environment: [String: String]? = nil) {
    self.init(keys.textNames, .keywright, environment)
  }

  private init(_ names: TextNames, _ naming: Naming, _ environment: [String: String]?) {
    let start = names.prefix.isEmpty ? "" : names.prefix + "_"
    let variables = (environment ?? Self.ofProcess).lazy
      .filter { $0.key.utf8.starts(with: start.utf8) }
    texts = TextValues(
      texts: variables.map { ($0.key, TextValues.Text($0.value)) },
      foreign: environment == nil ? Self.foreign(among: variables) : [],
      style: TextValues.Style(
        layer: "environment", lead: "", separator: "_",
        advice: "Correct the variable, or unset it.",
        nameOf: { start + naming.variable(of: $0) }, names: names))
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

  /// The variables of the prefix that belong to no key, sorted by their bytes, each with the
  /// name that was probably meant.
  ///
  /// - Parameter keys: The keys of the program.
  public func unknownNames(among keys: KeySet) -> [UnknownName] { unknown(among: keys) }

  /// Refuses variables of the prefix that belong to no key, values that are not of their keys' types or violate a
  /// constraint, and keys of two modules that share a variable: all of them together, so
  /// that a deployment fails before it serves.
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

extension EnvironmentLayer.Naming {
  /// The variable of a storage string, without a prefix.
  ///
  /// ```swift
  /// EnvironmentLayer.Naming.keywright.variable(of: "http:serverTimeout")  // HTTP_SERVER_TIMEOUT
  /// ```
  ///
  /// - Parameter name: The storage string.
  public func variable(of name: StorageString) -> String {
    switch self {
    case .keywright: EnvironmentName.own(name.string)
    case .swiftConfiguration:
      name.componentsInWords.map(EnvironmentName.variable).joined(separator: "_")
    }
  }
}

extension StorageString {
  /// The components, unescaped.
  var componentsInWords: [String] {
    string.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { StorageString.unescaped(String(decoding: $0, as: UTF8.self)) }
  }
}

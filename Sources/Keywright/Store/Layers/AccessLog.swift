import KeywrightStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A log of the keys that a program reads, and of the layers that their values come from: for the question
/// why a setting has no effect.
///
/// ```swift
/// let log = AccessLog.enable(from: ProcessInfo.processInfo.environment)
/// let store = Layers([.reading(policy), .readingAndWriting(user)], logging: log)
/// // $ KEYWRIGHT_ACCESS_LOG=/tmp/access.log app
/// // player:volume = "0.8" (user)
/// ```
///
/// Each key is noted once for each layer, with the value that was first read there; that of a private or
/// secret key is left out. The layers are asked
/// one by one instead of in their tables; a store without a log reads as before.
///
/// The file is made for this user alone (0600), and appended to; one that another user owns, or a link, is
/// refused. Nothing is logged in a process with raised privileges (set-user-ID, file capabilities), whose
/// environment another user may have written.
///
/// Thread safety: safe from any thread.
public final class AccessLog: Sendable {
  /// The variable that names the file.
  public static let variable = "KEYWRIGHT_ACCESS_LOG"

  private let file: Int32
  private let noted = Protected<Set<String>>([])

  /// Begins a log if the environment asks for one.
  ///
  /// - Parameter environment: The variables of the process; ``variable`` has the path of the file.
  /// - Returns: Nil if there is no such variable, in a process with raised privileges, and if the file cannot
  ///   be used.
  public static func enable(from environment: [String: String]) -> AccessLog? {
    guard let path = environment[variable], !path.isEmpty, !ProcessPrivileges.areRaised
    else { return nil }
    return OutsideFile.openPrivateLog(path).map(AccessLog.init)
  }

  private init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  /// Notes what a `get` or a `read` found: once for each key and layer.
  func note<Space, Value>(
    _ key: Key<Space, Value>, _ found: Lookup<Value>, in layer: String, at place: Int
  ) {
    var (value, source, id) = (key.defaultAtHand, "default", "default")
    if case .hit(let hit) = found { (value, source, id) = (hit, layer, "\(place)") }
    let name = key.storageString.string
    guard noted.withLock({ $0.insert("\(name)\n\(id)").inserted }) else { return }
    // A line end in a value would begin another line.
    let text = value.map { value in
      "\(StoredValue.string(key.sensitivity.shown(key.text(of: value)) ?? "nothing"))"
    }
    var line = "\(name) = \(text ?? "computed") (\(source))\n"
    // One `write`, so that lines of several processes do not mix; nothing is left to do if it fails.
    line.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
  }
}

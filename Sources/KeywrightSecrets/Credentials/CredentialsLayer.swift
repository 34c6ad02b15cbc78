#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Keywright
import KeywrightStorage

/// Secrets that a server is given as files, to read: by systemd, by a container's engine, by Kubernetes.
///
/// ```swift
/// let store = Layers([
///   .reading(CredentialsLayer.systemd()),
///   .reading(CredentialsLayer(folder: URL(filePath: "/run/secrets"))),
///   .readingAndWriting(settings),
/// ])
/// store.get(Account.token)  // $CREDENTIALS_DIRECTORY/account_token, else /run/secrets/account_token
/// ```
///
/// One file is one key's. Its name is that of the key's environment variable in small letters, such as
/// `account_token`, or one of a table. A text is read as one of the environment, without one
/// line end at its end; the bytes of a key of `Data` are the file's, all of them.
///
/// Each read reads the file, so that a mount which is replaced, as Kubernetes does by its link `..data`, gives
/// its new values at once. (A file that is mounted by itself, with a `subPath`, is never replaced there.) Links
/// are followed inside the folder.
///
/// A file or a folder that others may *write* is refused (`exposed`), because they
/// would decide whom the program trusts. In a container it is usual that others may read it. A file of over 1 MB is
/// refused too. No error, no issue and no `explain` shows a value, whatever the key's sensitivity.
///
/// Thread safety: safe from any thread.
public struct CredentialsLayer: ReadableStore {
  /// For issues; the layer is never committed to.
  public let core: StoreCore

  private let folder: CredentialsFolder?
  private let files: [StorageString: String]

  /// Reads the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: The URL of the folder; one that does not exist is an empty layer.
  ///   - files: File names by storage strings, for keys whose file has another name.
  ///   - name: A name for messages.
  public init(folder: URL, files: [String: String] = [:], name: String = "credentials") {
    self.init(path: folder.isFileURL ? folder.path(percentEncoded: false) : nil, files, name)
  }

  private init(path: String?, _ files: [String: String], _ name: String) {
    core = StoreCore(name: name, place: nil, untyped: CredentialsLayer.untyped)
    folder = path.map { CredentialsFolder(path: $0) }
    self.files = Dictionary(
      files.map { (StorageString($0.key), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Reads the credentials that systemd hands to the service (`LoadCredential=`, `SetCredential=`); an empty
  /// layer where it hands over none, and in a process with raised privileges, whose environment is its user's.
  ///
  /// - Parameters:
  ///   - files: File names by storage strings, for keys whose file has another name.
  ///   - environment: The environment in which `CREDENTIALS_DIRECTORY` names their folder.
  public static func systemd(
    files: [String: String] = [:],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> CredentialsLayer {
    let named = ProcessPrivileges.areRaised ? nil : environment["CREDENTIALS_DIRECTORY"]
    let path = named.flatMap { $0.hasPrefix("/") ? $0 : nil }
    return CredentialsLayer(path: path, files, "systemd credentials")
  }

  /// The bytes of a storage string's file, or nil if there is none.
  ///
  /// - Throws: `exposed` if others may write it,
  ///   `unavailable` if it cannot be read.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    guard let folder else { return nil }
    return try folder.content(of: file(of: name), for: name).map { .data($0) }
  }

  /// The value that a key makes of its file, or nil if there is none.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    do throws(StoreError) {
      return try decodedValue(of: key)
    } catch {
      guard error.code == .unreadable, let folder else { throw error }
      var error = error
      error.path = "\(folder.path)/\(file(of: key.storageString))"
      error.advice = "Correct the file's content."
      throw error
    }
  }

  /// The storage strings of the table whose files are there; other files have names of their own.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    var strings: [StorageString] = []
    for name in files.keys where try stored(name) != nil { strings.append(name) }
    return strings
  }

  private func file(of name: StorageString) -> String {
    files[name] ?? EnvironmentLayer.Naming.keywright.variable(of: name).lowercased()
  }

  private static let untyped = UntypedForms(hidesValues: true) { found, form, isReadable in
    guard case .data(var bytes) = found.content else { return nil }
    if form.isOfBytes { return isReadable(found) ? found : nil }
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      let stored = try? form.stored(fromText: text), isReadable(stored)
    else { return nil }
    return stored
  } refusal: { _ in
    nil
  }
}

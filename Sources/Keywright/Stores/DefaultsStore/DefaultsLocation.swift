import KeywrightStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The location of a store's file, or the reason why it is unknown; nothing is opened to learn it.
package enum DefaultsLocation {
  package static let fileName = "defaults.plist"

  package static func file(ofSuite suite: String) -> Result<String, StoreError> {
    if let error = refusal(ofSuite: suite) { return .failure(error) }
    return folderOfSuites().map { "\($0)/\(suite)/\(fileName)" }
  }

  /// The user's own folder for settings, in which each suite has a folder.
  package static func folderOfSuites() -> Result<String, StoreError> {
    if let folder = SuitesOfTask.folder { return .success(folder) }
    #if canImport(Darwin)
      return .success(URL.applicationSupportDirectory.path(percentEncoded: false))
    #else
      do throws(ForeignText) {
        if let folder = try configurationFolder() { return .success(folder) }
      } catch {
        return .failure(
          StoreError(
            .unavailable, operation: "open", expected: "a home folder whose path is UTF-8",
            found: "\(error)",
            advice: "Set XDG_CONFIG_HOME to another folder, or open the store with `url:`."))
      }
      return .failure(
        StoreError(
          .unavailable, operation: "open", expected: "HOME or XDG_CONFIG_HOME in the environment",
          found: "neither", advice: "Set HOME, or open the store with `url:`."))
    #endif
  }

  #if canImport(Darwin)
    static func file(
      ofSuite suite: String, inAppGroup group: String
    ) -> Result<String, StoreError> {
      if let error = refusal(ofSuite: suite) { return .failure(error) }
      if let folder = SuitesOfTask.folder {
        return .success("\(folder)/\(group)/\(suite)/\(fileName)")
      }
      let container = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: group)
      guard let container else {
        return .failure(
          StoreError(
            .unavailable, operation: "open", expected: "an app group of this app", found: group,
            advice: "Add the group to the app's entitlements."))
      }
      return .success("\(container.path(percentEncoded: false))/\(suite)/\(fileName)")
    }
  #endif

  static func file(at url: URL) -> Result<String, StoreError> {
    guard url.isFileURL else {
      return .failure(
        StoreError(
          .unavailable, operation: "open", path: url.absoluteString, expected: "a file URL",
          advice: "Make the URL with `URL(filePath:)`."))
    }
    let path = Folder.absolute(url.path(percentEncoded: false))
    guard SystemText.isMisread(path) else { return .success(path) }
    return .failure(
      StoreError(
        .unavailable, operation: "open", path: path,
        expected: "a working folder whose path is UTF-8, or a whole path",
        found: SystemText.foreignWorkingFolder(),
        advice: "Start the program in another folder."))
  }

  /// Refuses a suite that is not one plain folder name, and so might lead elsewhere.
  private static func refusal(ofSuite suite: String) -> StoreError? {
    let bytes = suite.utf8
    let isPlain =
      !bytes.isEmpty && bytes.count <= 200 && suite != "." && suite != ".."
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
    guard !isPlain else { return nil }
    return StoreError(
      .unavailable, operation: "open",
      expected: "a suite name of 1 to 200 bytes without '/' and control characters",
      found: "\(StoredValue(stringLiteral: suite))",
      advice: "Use a name such as org.example.app.")
  }

  /// The folder of the XDG Base Directory Specification; a relative path there must be ignored.
  ///
  /// Where the environment is not believed, the home folder of the effective user counts.
  private static func configurationFolder() throws(ForeignText) -> String? {
    if let folder = try ProcessEnvironment.text(of: "XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder
    }
    if let home = try ProcessEnvironment.text(of: "HOME"), home.hasPrefix("/") {
      return home + "/.config"
    }
    guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return nil }
    guard let text = SystemText.exact(home) else {
      throw ForeignText(name: "the user's home folder", shown: SystemText.shown(home))
    }
    return text + "/.config"
  }
}

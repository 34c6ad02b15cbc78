import Foundation

/// The paths of files as editors name them: `file:///home/a/Player.keys.json`.
enum DocumentURI {
  /// The path of a file; nil for anything else, such as a text without a file.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = uri.dropFirst(scheme.count)
    // A host may stand before the path: this one's name, or `localhost`.
    guard let slash = rest.firstIndex(of: "/"),
      let path = String(rest[slash...].prefix { $0 != "?" && $0 != "#" }).removingPercentEncoding,
      !path.utf8.contains(0)
    else { return nil }
    return path
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~")

  /// The name of a file.
  static func uri(of path: String) -> String {
    "file://" + (path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path)
  }
}

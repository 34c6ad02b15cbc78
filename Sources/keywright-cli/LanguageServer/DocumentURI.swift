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
      let path = rest[slash...].prefix(while: { $0 != "?" && $0 != "#" }).removingPercentEncoding,
      !path.contains("\0")
    else { return nil }
    return path
  }

  /// The name of a file.
  static func uri(of path: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var uri = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }
}

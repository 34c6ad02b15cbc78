import Foundation
import Testing

extension PropertyListSerialization {
  /// The members of the file `defaults.plist` in a folder.
  static func members(of folder: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: "defaults.plist"))
    return try #require(propertyList(from: data, format: nil) as? [String: Any])
  }

  /// Writes members as another program does, which knows of no lock and no checksum.
  static func write(_ members: [String: Any], to folder: URL) throws {
    let data = try data(fromPropertyList: members, format: .binary, options: 0)
    try data.write(to: folder.appending(path: "defaults.plist"), options: .atomic)
  }
}

import Foundation
import Testing

/// Lists as other programs write them.
enum EditedList {
  /// The members of a list with another one, as an editor saves them.
  static func bytes(of list: [UInt8], _ name: String, _ value: Int) throws -> Data {
    var members = try #require(
      try PropertyListSerialization.propertyList(from: Data(list), format: nil) as? [String: Any])
    members[name] = value
    return try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
  }
}

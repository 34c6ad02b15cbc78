/// A POSIX access control list in the form of the attribute `system.posix_acl_access`: a version, then
/// entries of a tag, permissions and an ID.
///
/// With a list, the group's bits of a file's mode are its *mask*: the most that it gives to anybody but the
/// owner and all others. Copied as a mode alone they would give that to the owner's group.
package struct AccessList: Equatable, Sendable {
  package private(set) var bytes: [UInt8]

  /// - Returns: Nil for bytes of another version.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= AccessList.header, bytes.count % 8 == 4, bytes[..<4] == [2, 0, 0, 0]
    else { return nil }
    self.bytes = bytes
  }

  private static let header = 4

  private enum Tag: UInt8 {
    case owningGroup = 0x04
    case mask = 0x10
  }

  /// The bits that the owner's group has, as those of a mode: its own entry, within the mask.
  var groupPermissions: UInt32 {
    let own = permissions(of: .owningGroup) ?? 0
    return UInt32(own & (permissions(of: .mask) ?? 0o7)) << 3
  }

  /// The list of a file that another group owns than the one which was meant.
  var withoutGroup: AccessList {
    var list = self
    if let offset = offset(of: .owningGroup) { list.bytes[offset + 2] = 0 }
    return list
  }

  private func permissions(of tag: Tag) -> UInt8? { offset(of: tag).map { bytes[$0 + 2] } }

  private func offset(of tag: Tag) -> Int? {
    stride(from: AccessList.header, to: bytes.count, by: 8).first {
      bytes[$0] == tag.rawValue && bytes[$0 + 1] == 0
    }
  }
}

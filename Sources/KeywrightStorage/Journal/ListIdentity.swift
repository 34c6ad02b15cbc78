/// The content of a list, to be recognized.
struct ListIdentity: Equatable, Sendable {
  var checksum: UInt32
  var length: UInt64

  /// Stands for a list that does not exist.
  static let none = ListIdentity(checksum: 0, length: 0)
}

extension ListIdentity {
  init(of bytes: UnsafeRawBufferPointer) {
    self.init(
      checksum: BinaryPropertyList.Mark.checksum(ofChecked: bytes), length: UInt64(bytes.count))
  }
}

/// The number that a list of a store carries.
///
/// It tells of an edited list which publication its editor read. It is random, so that no two lists have the same one,
/// not even in a copy of the store that went its own way.
enum ListNumber {
  /// The member of the list with the number. The runtime refuses names under this root.
  static let member = "keywright:checkpoint"
}

extension PropertyListDictionary {
  /// Takes the number out of the members of a list.
  /// - Returns: Nil if there is none, or another value in its place.
  mutating func takeListNumber() -> Int64? {
    guard let value = self[ListNumber.member] else { return nil }
    self[ListNumber.member] = nil
    guard case .integer(let number) = value, number > 0 else { return nil }
    return number
  }

  /// These members with the number of their list, as the list holds them.
  func numbered(_ number: Int64?) -> PropertyListDictionary {
    var members = self
    members[ListNumber.member] = number.map { .integer($0) }
    return members
  }
}

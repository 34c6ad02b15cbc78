extension PropertyList {
  /// A dictionary whose members are known to be different.
  package static func record(_ members: [(String, PropertyList)]) -> PropertyList {
    let members = members.map { PropertyListDictionary.Member(key: $0.0, value: $0.1) }
    return .dictionary((try? PropertyListDictionary(members)) ?? PropertyListDictionary())
  }
}

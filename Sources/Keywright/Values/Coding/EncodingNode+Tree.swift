import KeywrightStorage

extension EncodingNode {
  /// The tree of a value whose `encode(to:)` has returned; nil when it is nil.
  func finished(as type: any Any.Type) throws -> PropertyList? {
    let tree = try finished()
    switch tree {
    case .array(let elements)? where type is any UnorderedElements.Type:
      return .array(elements.sorted { $0.precedes($1) })
    case .array(let elements)? where type is any UnorderedMembers.Type:
      return .array(EncodingNode.sortingPairs(elements))
    case .dictionary? where absent != nil && type is any UnorderedMembers.Type:
      let failure = absent.map { ConversionFailure.null.inside(member: $0) }
      throw (failure ?? .null).at(path)
    default:
      return tree
    }
  }

  private func finished() throws -> PropertyList? {
    switch kind {
    case .null: nil
    case .empty: .dictionary(PropertyListDictionary())
    case .single: single
    case .array: .array(try elements.enumerated().map(finishedElement))
    case .dictionary: .dictionary(try finishedMembers())
    }
  }

  private func finishedElement(_ index: Int, _ part: Part) throws -> PropertyList {
    guard let tree = try EncodingNode.finished(part) else {
      throw ConversionFailure.null.inside(index: index).at(path)
    }
    return tree
  }

  private func finishedMembers() throws -> PropertyListDictionary {
    // Only an absent member can take back an earlier one.
    let parts = absent == nil ? members : lastOfEach(members, by: \.key)
    var result: [PropertyListDictionary.Member] = []
    result.reserveCapacity(parts.count)
    for (key, part) in parts {
      if let tree = try EncodingNode.finished(part) {
        result.append(PropertyListDictionary.Member(key: key, value: tree))
      }
    }
    return PropertyListDictionary(lastOf: result)
  }

  private static func finished(_ part: Part) throws -> PropertyList? {
    switch part {
    case .tree(let tree): tree
    case .node(let node): try node.finished()
    case .absent: nil
    }
  }

  /// Sorts alternating keys and values by the keys.
  private static func sortingPairs(_ elements: [PropertyList]) -> [PropertyList] {
    let keys = stride(from: 0, to: elements.count - 1, by: 2)
    return keys.sorted { elements[$0].precedes(elements[$1]) }.flatMap {
      [elements[$0], elements[$0 + 1]]
    }
  }
}

/// The way from the value being coded to one inside it; a link for each level, made in O(1).
struct CodingPath {
  /// The path of the value being coded.
  static var root: CodingPath { CodingPath(last: nil, depth: 0) }

  private let last: Link?
  /// How many levels below the value being coded.
  let depth: Int

  private final class Link {
    let key: any CodingKey
    let parent: Link?

    init(key: any CodingKey, parent: Link?) {
      self.key = key
      self.parent = parent
    }
  }

  private init(last: Link?, depth: Int) {
    self.last = last
    self.depth = depth
  }

  /// The path of a member or element.
  func appending(_ key: any CodingKey) -> CodingPath {
    CodingPath(last: Link(key: key, parent: last), depth: depth + 1)
  }

  /// The keys from the outermost in, as `Codable` wants them; linear in the depth.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var link = last
    while let current = link {
      keys.append(current.key)
      link = current.parent
    }
    return keys.reversed()
  }
}

/// The key of an element of an array, and `super`.
enum ContainerKey: CodingKey {
  case index(Int)
  case `super`

  init?(stringValue: String) { nil }
  init?(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .index(let index): "Index \(index)"
    case .super: "super"
    }
  }

  var intValue: Int? {
    switch self {
    case .index(let index): index
    case .super: nil
    }
  }
}

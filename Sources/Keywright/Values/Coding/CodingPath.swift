import KeywrightStorage

/// The way from the value being coded to one inside it; a link for each level, made in O(1).
struct CodingPath {
  /// The path of the value being coded.
  static var root: CodingPath { CodingPath(last: nil, depth: 0) }

  private let last: Link?
  /// The number of levels below the value being coded.
  let depth: Int

  private final class Link {
    let key: any CodingKey
    let parent: Link?

    init(key: any CodingKey, parent: Link?) {
      self.key = key
      self.parent = parent
    }
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

extension ConversionFailure {
  /// The same failure at the place where the coder met it.
  func at(_ path: CodingPath) -> ConversionFailure {
    at(path.keys)
  }

  private func at(_ keys: [any CodingKey]) -> ConversionFailure {
    keys.reversed().reduce(self) { failure, key in
      if let index = key.intValue, key.stringValue != String(index) {
        return failure.inside(index: index)
      }
      return failure.inside(member: key.stringValue)
    }
  }

  /// Nesting that a stack might not bear and a file must not have.
  static let tooDeep = ConversionFailure(
    found: "nesting deeper than \(PropertyListLimits.depth)",
    expected: "at most \(PropertyListLimits.depth) levels",
    advice: "store the parts under keys of their own, or a flat list that refers by number")

  /// Says what a type's own `encode(to:)` refused.
  init(_ error: EncodingError) {
    guard case .invalidValue(let value, let context) = error else {
      self.init(
        found: "a value that cannot be encoded", expected: "one that can",
        advice: String(describing: error))
      return
    }
    let failure = ConversionFailure(
      found: "a value of \(type(of: value)) that it cannot encode",
      expected: "one that it can", advice: context.debugDescription)
    self = failure.at(context.codingPath)
  }

  /// Says what was missing or wrong, and where.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      let failure = ConversionFailure(
        found: "no member \(StoredValue.string(key.stringValue))", expected: "one",
        advice: "make the member optional if it may be missing")
      self = failure.at(context.codingPath)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self.init(context, expected: String(describing: type))
    case .dataCorrupted(let context):
      self.init(context, expected: "one that its type accepts")
    @unknown default:
      self.init(
        found: "a value that cannot be decoded", expected: "one that can",
        advice: String(describing: error))
    }
  }

  private init(_ context: DecodingError.Context, expected: String) {
    let own = context.underlyingError as? ConversionFailure
    let failure =
      own
      ?? ConversionFailure(
        found: "a value that its type refuses", expected: expected,
        advice: context.debugDescription)
    self = failure.at(context.codingPath)
  }
}

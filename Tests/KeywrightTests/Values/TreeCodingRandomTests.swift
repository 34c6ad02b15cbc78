import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

/// Any tree but dates, data and references, written as `Codable` code would write it.
private struct AnyTree: Codable, Convertible {
  var tree: PropertyList

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(tree: PropertyList) { self.tree = tree }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var members = PropertyListDictionary()
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(AnyTree.self, forKey: key).tree
      }
      tree = .dictionary(members)
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [PropertyList] = []
      while !list.isAtEnd { elements.append(try list.decode(AnyTree.self).tree) }
      tree = .array(elements)
    } else {
      tree = try AnyTree.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> PropertyList {
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    // Asked last, a real would take whole numbers, and an integer whole reals.
    let real = try? container.decode(Double.self)
    let signed = try? container.decode(Int64.self)
    let unsigned = try? container.decode(UInt64.self)
    switch (real, signed, unsigned) {
    case (let real?, nil, nil): return .real(real)
    case (nil, let signed?, _): return .integer(signed)
    case (nil, nil, let unsigned?): return .unsigned(unsigned)
    default: return .real(real ?? .nan)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch tree {
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(AnyTree(tree: element)) }
    case .dictionary(let dictionary):
      var container = encoder.container(keyedBy: Name.self)
      for member in dictionary.members.reversed() {
        try container.encode(
          AnyTree(tree: member.value), forKey: Name(stringValue: member.key))
      }
    default:
      var single = encoder.singleValueContainer()
      switch tree {
      case .boolean(let value): try single.encode(value)
      case .integer(let value): try single.encode(value)
      case .unsigned(let value): try single.encode(value)
      case .real(let value): try single.encode(value)
      case .string(let value): try single.encode(value)
      default: try single.encode("not for Codable")
      }
    }
  }
}

extension PropertyList {
  /// The tree without what `Codable` cannot say, and with numbers that have but one reading.
  fileprivate var forCodable: PropertyList {
    switch self {
    case .date, .data, .uid: .string("not for Codable")
    case .integer(let value) where Double(exactly: value) != nil: .string("a whole real too")
    case .unsigned(let value) where Double(exactly: value) != nil: .string("a whole real too")
    case .real(let value) where value.rounded() == value && value.isFinite: .real(value + 0.5)
    case .array(let elements): .array(elements.map(\.forCodable))
    case .dictionary(let dictionary):
      .dictionary(
        PropertyListDictionary(
          lastOf: dictionary.members.map { .init(key: $0.key, value: $0.value.forCodable) }))
    default: self
    }
  }
}

@Suite("Random trees")
struct TreeCodingRandomTests {
  @Test("Random trees pass through Codable unchanged")
  func codable() throws {
    let seed = SeededGenerator.seed
    var random = RandomTree(for: .value, seed: seed)
    for _ in 0..<300 {
      let tree = random.value().forCodable
      let stored = try AnyTree(tree: tree).storedValue()
      #expect(stored.tree == tree, "seed \(seed)")
      #expect(AnyTree.value(from: stored)?.tree == tree, "seed \(seed)")
    }
  }

  @Test("Random trees pass through a file unchanged")
  func file() throws {
    let seed = SeededGenerator.seed
    var random = RandomTree(for: .value, seed: seed)
    for _ in 0..<300 {
      let stored = StoredValue(random.value())
      #expect(try throughFile(stored) == stored, "seed \(seed)")
    }
  }

  @Test("Reading a random tree as any type never stops the program")
  func anything() {
    let seed = SeededGenerator.seed
    var random = RandomTree(for: .value, seed: seed)
    func check<T: Convertible>(_ type: T.Type, _ stored: StoredValue) throws {
      guard let value = T.value(from: stored) else {
        #expect(!T.failure(reading: stored).found.isEmpty, "seed \(seed)")
        return
      }
      #expect(try T.value(from: value.storedValue()) != nil, "seed \(seed)")
    }
    #expect(throws: Never.self, "seed \(seed)") {
      for _ in 0..<300 {
        let stored = StoredValue(random.value(depth: 2))
        try check(Int8.self, stored)
        try check(UInt64.self, stored)
        try check(Float.self, stored)
        try check([String: StoredValue].self, stored)
        try check([Int: String].self, stored)
        try check([[Double]].self, stored)
        try check(Set<String>.self, stored)
        try check(Duration.self, stored)
        try check(AnyTree.self, stored)
      }
    }
  }
}

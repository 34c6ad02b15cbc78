import KeywrightStorage

/// The decoder of one value: what a type's `init(from:)` asks.
final class DecodingNode: Decoder {
  /// The stored tree; nil where there is nothing, which only a type that may be nil accepts.
  let tree: PropertyList?
  let path: CodingPath
  /// The number of `init(from:)` calls that this one is inside of.
  private let calls: Int
  /// Whether the tree was read of a text: a value may have the form of its type's text.
  private let isText: Bool
  /// Whether the type asked for nil, and the answer was that it is.
  fileprivate var tookNil = false
  /// The members that the type asked for and that are not there, if the tree was read of a text.
  private var absentNames: [String] = []

  init(tree: PropertyList?, path: CodingPath, calls: Int, isText: Bool) {
    self.tree = tree
    self.path = path
    self.calls = calls
    self.isText = isText
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members)? = tree else {
      throw mismatch([String: StoredValue].self, "a dictionary", tree, at: path)
    }
    return KeyedDecodingContainer(KeyedTreeDecoding<Key>(node: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements)? = tree else {
      throw mismatch([StoredValue].self, "an array", tree, at: path)
    }
    return UnkeyedTreeDecoding(node: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DecodingNode: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    tookNil = tree == nil
    return tookNil
  }

  func decode<Value: Decodable & Convertible>(_ type: Value.Type) throws -> Value {
    try convert(type, from: tree, at: path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let tree else { throw mismatch(type, String(describing: type), nil, at: path) }
    return try value(type, from: tree, at: path)
  }
}

extension DecodingNode {
  /// Notes a member that the type asks for.
  func noteAsked(_ key: some CodingKey) {
    guard isText, case .dictionary(let members)? = tree, members[key.stringValue] == nil else {
      return
    }
    absentNames.append(key.stringValue)
  }

  /// Refuses a member of a text that the type does not know, if it is probably one that it asked for.
  ///
  /// Others are kept: a newer version of the program may have written them.
  func checkSpelling(of unknown: [String]) throws {
    for name in unknown {
      guard let meant = SpellingSuggestion.nearest(to: name, among: absentNames) else { continue }
      let failure = TextFailure("no field of the type; did you mean '\(meant)'?")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path.keys + [MemberName(name)], debugDescription: failure.problem,
          underlyingError: failure))
    }
  }

  /// A decoder for something inside this value.
  func node(_ tree: PropertyList?, at path: CodingPath) -> DecodingNode {
    DecodingNode(tree: tree, path: path, calls: calls, isText: isText)
  }

  /// Makes a value of a tree inside this one.
  func value<Value: Decodable>(
    _ type: Value.Type, from tree: PropertyList, at path: CodingPath
  ) throws -> Value {
    if let native = NativeForms.conformance(of: type),
      let value = try convert(native, from: tree, at: path) as? Value
    {
      return value
    }
    let value: Value
    do {
      value = try Value(from: inner(tree, at: path, of: type))
    } catch {
      guard let named = try named(type, from: tree, at: path) else { throw error }
      return named
    }
    // Keys that are one to Swift are several in a file, and a dictionary keeps but one of them.
    if type is any UnorderedMembers.Type, let dictionary = value as? any UnorderedMembers {
      try check(dictionary, of: tree, at: path)
    }
    return value
  }

  /// Makes a value of a type with named cases of a text; nil for any other type.
  private func named<Value: Decodable>(
    _ type: Value.Type, from tree: PropertyList, at path: CodingPath
  ) throws -> Value? {
    guard isText, let convertible = type as? any Convertible.Type, convertible.textForm.hasCases
    else { return nil }
    return try convert(convertible, fromText: tree, at: path) as? Value
  }

  /// Makes a value of nothing, for a type that may be nil.
  func absent<Value: Decodable>(_ type: Value.Type, at path: CodingPath) -> Value? {
    guard NativeForms.conformance(of: type) == nil, let inner = try? inner(nil, at: path, of: type),
      let value = try? Value(from: inner), inner.tookNil
    else { return nil }
    return value
  }

  /// Makes a value of a type that has a stored form of its own.
  func convert<Value: Convertible>(
    _ type: Value.Type, from tree: PropertyList?, at path: CodingPath
  ) throws -> Value {
    if let value = tree.flatMap({ Value.value(from: StoredValue($0)) }) { return value }
    guard isText, let tree else { throw mismatch(type, Value.storedForm, tree, at: path) }
    return try convert(type, fromText: tree, at: path)
  }

  private func convert<Value: Convertible>(
    _ type: Value.Type, fromText tree: PropertyList, at path: CodingPath
  ) throws -> Value {
    var problem = "not \(withArticle(type))"
    do throws(TextFailure) {
      let stored = try Value.textForm.stored(fromJSON: StoredValue(tree))
      if let value = Value.value(from: stored) { return value }
    } catch {
      problem = error.description
    }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: path.keys, debugDescription: problem, underlyingError: TextFailure(problem)))
  }

  private func inner(
    _ tree: PropertyList?, at path: CodingPath, of type: any Any.Type
  ) throws -> DecodingNode {
    guard calls < TreeCoding.callLimit else { throw corrupted(.tooDeep, at: path) }
    var tree = tree
    // Here and not by the caller, whose frame is on the stack once for each level.
    if case .dictionary(let members)? = tree, members.count > 1,
      let type = type as? any UnorderedMembers.Type
    {
      tree = .dictionary(type.counting(in: members))
    }
    return DecodingNode(tree: tree, path: path, calls: calls + 1, isText: isText)
  }

  private func check(
    _ dictionary: any UnorderedMembers, of tree: PropertyList, at path: CodingPath
  ) throws {
    let stored: Int
    switch tree {
    case .dictionary(let members):
      if members.count == dictionary.count { return }
      stored = type(of: dictionary).counting(in: members).count
    case .array(let pairs): stored = pairs.count / 2
    default: return
    }
    guard stored != dictionary.count else { return }
    throw corrupted(
      ConversionFailure(
        found: "\(stored) members of which only \(dictionary.count) have different keys",
        expected: "members that differ in Swift"), at: path)
  }

  private func corrupted(_ failure: ConversionFailure, at path: CodingPath) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path.keys, debugDescription: failure.description, underlyingError: failure))
  }

  /// The standard error for a value of the wrong kind or none at all.
  func mismatch(
    _ type: any Any.Type, _ expected: String, _ tree: PropertyList?, at path: CodingPath
  ) -> DecodingError {
    let found = tree.map { "\($0.kind) \(StoredValue($0))" } ?? "nothing"
    let failure = ConversionFailure(found: found, expected: expected)
    let context = DecodingError.Context(
      codingPath: path.keys, debugDescription: failure.description, underlyingError: failure)
    return tree == nil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

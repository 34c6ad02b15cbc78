import KeywrightStorage

/// Decodes the members of a dictionary.
struct KeyedTreeDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: DecodingNode
  let members: PropertyListDictionary

  var codingPath: [any CodingKey] { node.codingPath }
  var allKeys: [Key] { members.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool {
    node.noteAsked(key)
    return members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) -> Bool {
    !contains(key)
  }

  func decode<Value: Decodable & Convertible>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let tree = members[key.stringValue] else { throw missing(key) }
    if let value = Value.value(from: StoredValue(tree)) { return value }
    return try node.convert(type, from: tree, at: node.path.appending(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let path = node.path.appending(key)
    if let tree = members[key.stringValue] { return try node.value(type, from: tree, at: path) }
    // A member that was nil when it was encoded is absent now.
    guard let value = node.absent(type, at: path) else { throw missing(key) }
    return value
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    let key = ContainerKey.super
    return node.node(members[key.stringValue], at: node.path.appending(key))
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    node.node(members[key.stringValue], at: node.path.appending(key))
  }

  private func nested(_ key: Key) throws -> DecodingNode {
    guard let tree = members[key.stringValue] else { throw missing(key) }
    return node.node(tree, at: node.path.appending(key))
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "there is no member \"\(key.stringValue)\""))
  }
}

/// Decodes the elements of an array; one that fails is not passed over.
struct UnkeyedTreeDecoding: UnkeyedDecodingContainer {
  let node: DecodingNode
  let elements: [PropertyList]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private var path: CodingPath { node.path.appending(ContainerKey.index(currentIndex)) }

  /// False: an array holds no nil.
  mutating func decodeNil() throws -> Bool {
    _ = try current(Never.self)
    return false
  }

  mutating func decode<Value: Decodable & Convertible>(_ type: Value.Type) throws -> Value {
    let value = try node.convert(type, from: try current(type), at: path)
    currentIndex += 1
    return value
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try node.value(type, from: try current(type), at: path)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try node.node(try current(type), at: path).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let tree = try current([StoredValue].self)
    let container = try node.node(tree, at: path).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = node.node(try current(Never.self), at: path)
    currentIndex += 1
    return decoder
  }

  private func current(_ type: any Any.Type) throws -> PropertyList {
    guard !isAtEnd else { throw node.mismatch(type, "another element", nil, at: path) }
    return elements[currentIndex]
  }
}

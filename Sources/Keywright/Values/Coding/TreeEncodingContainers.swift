import KeywrightStorage

// In each container one method, generic over `Convertible`, meets all the requirements that
// `Codable` spells out type by type; the other one takes everything else.

/// Encodes the members of a dictionary.
struct KeyedTreeEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  mutating func encodeNil(forKey key: Key) {
    node.set(key, to: nil)
  }

  mutating func encode<Value: Encodable & Convertible>(_ value: Value, forKey key: Key) throws {
    node.set(key, to: try value.storedValue().tree)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let path = node.path.appending(key)
    let tree = try node.tree(of: value, at: path)
    // An optional that holds nil would be read back as nil itself.
    if tree == nil, let optional = value as? any NilValue, !optional.isNil {
      throw ConversionFailure.null.at(path)
    }
    node.set(key, to: tree)
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return node.set(key, to: nil) }
    let path = node.path.appending(key)
    guard let tree = try node.tree(of: value, at: path) else {
      throw ConversionFailure.null.at(path)
    }
    node.set(key, to: tree)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedTreeEncoding<NestedKey>(node: node.setNode(key, kind: .dictionary)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedTreeEncoding(node: node.setNode(key, kind: .array))
  }

  mutating func superEncoder() -> any Encoder {
    node.setNode(ContainerKey.super)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    node.setNode(key)
  }
}

/// Encodes the elements of an array.
struct UnkeyedTreeEncoding: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.elements.count }

  private var path: CodingPath { node.path.appending(ContainerKey.index(count)) }

  mutating func encodeNil() throws {
    throw ConversionFailure.null.at(path)
  }

  mutating func encode<Value: Encodable & Convertible>(_ value: Value) throws {
    node.append(try value.storedValue().tree)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let path = path
    guard let tree = try node.tree(of: value, at: path) else {
      throw ConversionFailure.null.at(path)
    }
    node.append(tree)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedTreeEncoding<NestedKey>(node: node.appendNode().becoming(.dictionary)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedTreeEncoding(node: node.appendNode().becoming(.array))
  }

  mutating func superEncoder() -> any Encoder {
    node.appendNode()
  }
}

/// Encodes the one value that a type consists of.
struct SingleTreeEncoding: SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  mutating func encodeNil() throws {
    try node.setSingle(nil)
  }

  mutating func encode<Value: Encodable & Convertible>(_ value: Value) throws {
    try node.setSingle(try value.storedValue().tree)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try node.setSingle(try node.tree(of: value, at: node.path))
  }
}

import KeywrightStorage

/// The encoder of one value: gathers what the value's `encode(to:)` says until that returns.
///
/// Containers may be filled in any order and long after they were asked for, so a container inside
/// a container is a node of its own, and the tree is made at the end.
final class EncodingNode: Encoder {
  enum Kind {
    /// Nothing was encoded yet.
    case empty
    /// Nil was.
    case null
    case single
    case array
    case dictionary
  }

  enum Part {
    case tree(PropertyList)
    case node(EncodingNode)
    /// A member that is nil.
    case absent
  }

  let session: EncodingSession
  let path: CodingPath
  /// The number of `encode(to:)` calls that this one is inside of.
  private let calls: Int

  private(set) var kind = Kind.empty
  private(set) var single = PropertyList.boolean(false)
  private(set) var elements: [Part] = []
  private(set) var members: [(key: String, part: Part)] = []
  /// The nested containers by key, since one that is asked for twice must be the same.
  private var nested: [StoredValue: EncodingNode] = [:]
  /// The first member that was nil.
  private(set) var absent: String?

  init(session: EncodingSession, path: CodingPath, calls: Int) {
    self.session = session
    self.path = path
    self.calls = calls
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedTreeEncoding<Key>(node: becoming(.dictionary)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedTreeEncoding(node: becoming(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleTreeEncoding(node: self)
  }
}

extension EncodingNode {
  /// Makes this node an array or a dictionary; a value cannot be both.
  func becoming(_ kind: Kind) -> EncodingNode {
    if self.kind == .empty { self.kind = kind }
    if self.kind == kind { return self }
    session.fail(
      ConversionFailure(
        found: "a value that asks for containers of two kinds", expected: "one kind",
        advice: "use nested containers or superEncoder()"
      ).at(path))
    return discarded
  }

  /// Sets the one value of this node; nil for nil.
  func setSingle(_ tree: PropertyList?) throws {
    guard kind == .empty else {
      throw ConversionFailure(
        found: "a second value in a container for one", expected: "one value"
      ).at(path)
    }
    if let tree { single = tree }
    kind = tree == nil ? .null : .single
  }

  /// Adds an element.
  func append(_ tree: PropertyList) {
    elements.append(.tree(tree))
  }

  /// Adds a member, or leaves it out when it is nil; the last with a key counts.
  func set(_ key: any CodingKey, to tree: PropertyList?) {
    members.append((key.stringValue, tree.map(Part.tree) ?? .absent))
    if tree == nil, absent == nil { absent = key.stringValue }
  }

  /// Adds an element that is filled later.
  func appendNode() -> EncodingNode {
    guard let node = makeNode(ContainerKey.index(elements.count)) else { return discarded }
    elements.append(.node(node))
    return node
  }

  /// Adds a member that is filled later.
  func setNode(_ key: any CodingKey) -> EncodingNode {
    guard let node = makeNode(key) else { return discarded }
    members.append((key.stringValue, .node(node)))
    return node
  }

  /// Adds a member that is a container, or finds the one that the key has already.
  func setNode(_ key: any CodingKey, kind: Kind) -> EncodingNode {
    let name = StoredValue.string(key.stringValue)
    if let known = nested[name], known.kind == kind {
      members.append((key.stringValue, .node(known)))
      return known
    }
    guard let node = makeNode(key)?.becoming(kind) else { return discarded.becoming(kind) }
    members.append((key.stringValue, .node(node)))
    nested[name] = node
    return node
  }

  private func makeNode(_ key: any CodingKey) -> EncodingNode? {
    guard path.depth + 1 < PropertyListLimits.depth else {
      session.fail(ConversionFailure.tooDeep.at(path))
      return nil
    }
    return EncodingNode(session: session, path: path.appending(key), calls: calls)
  }

  /// A node for what is encoded after a failure that could not be thrown; nothing refers to it, so
  /// that endless nesting makes no endless chain.
  private var discarded: EncodingNode {
    EncodingNode(session: session, path: path, calls: calls)
  }

  /// Turns a value inside this one into a tree; nil when it encodes itself as nil.
  func tree<Value: Encodable>(of value: Value, at path: CodingPath) throws -> PropertyList? {
    if NativeForms.conformance(of: Value.self) != nil, let native = value as? any Convertible {
      do {
        return try native.storedValue().tree
      } catch let failure as ConversionFailure {
        throw failure.at(path)
      }
    }
    guard path.depth < PropertyListLimits.depth, calls < TreeCoding.callLimit else {
      throw ConversionFailure.tooDeep.at(path)
    }
    let node = EncodingNode(session: session, path: path, calls: calls + 1)
    try value.encode(to: node)
    if let failure = session.failure { throw failure }
    return try node.finished(as: Value.self)
  }
}

/// The state that the nodes of one encoding share.
final class EncodingSession {
  /// The first failure in a place that cannot throw; thrown when the value's `encode(to:)` returns.
  private(set) var failure: ConversionFailure?

  func fail(_ failure: @autoclosure () -> ConversionFailure) {
    if self.failure == nil { self.failure = failure() }
  }
}

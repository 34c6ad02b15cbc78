import KeywrightStorage

/// The decoder of one value: what a type's `init(from:)` asks.
final class DecodingNode: Decoder {
  /// The stored tree; nil where there is nothing, which only a type that may be nil accepts.
  let tree: PropertyList?
  let path: CodingPath
  /// The number of `init(from:)` calls that this one is inside of.
  private let calls: Int
  /// The cases that people name, if the tree was read of a text: a value may have the form of its type's text.
  private let cases: NamedCases?
  /// Whether the type asked for nil, and the answer was that it is.
  fileprivate var tookNil = false
  /// The members that the type asked for and that are not there, if the tree was read of a text.
  private var absentNames: [String] = []

  init(tree: PropertyList?, path: CodingPath, calls: Int, cases: NamedCases?) {
    self.tree = tree
    self.path = path
    self.calls = calls
    self.cases = cases
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
    guard cases != nil, case .dictionary(let members)? = tree, members[key.stringValue] == nil
    else {
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
      throw corrupted(
        TextFailure("no field of the type; did you mean '\(meant)'?"),
        at: path.appending(MemberName(name)))
    }
  }

  /// A decoder for something inside this value.
  func node(_ tree: PropertyList?, at path: CodingPath) -> DecodingNode {
    DecodingNode(tree: tree, path: path, calls: calls, cases: cases)
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
    if let value = named(type, by: tree) { return value }
    let value: Value
    do {
      value = try Value(from: inner(tree, at: path, of: type))
    } catch {
      throw refusal(of: tree, as: type, at: path) ?? error
    }
    // Keys that are one to Swift are several in a file, and a dictionary keeps but one of them.
    if type is any UnorderedMembers.Type, let dictionary = value as? any UnorderedMembers {
      try check(dictionary, of: tree, at: path)
    }
    return value
  }

  /// Makes a value of an enum whose case a text names; nil for any other type.
  private func named<Value: Decodable>(_ type: Value.Type, by tree: PropertyList) -> Value? {
    guard let stored = cases?.stored(StoredValue(tree), of: type) else { return nil }
    return (type as? any Convertible.Type)?.value(from: stored) as? Value
  }

  /// The error of a text that names no case of an enum; nil for any other type.
  private func refusal(
    of tree: PropertyList, as type: any Any.Type, at path: CodingPath
  ) -> DecodingError? {
    guard let form = cases?.form(of: type) else { return nil }
    do throws(TextFailure) {
      _ = try form.storedCase(fromJSON: StoredValue(tree))
      return nil
    } catch {
      return corrupted(error, at: path)
    }
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
    guard cases != nil, let tree else { throw mismatch(type, Value.storedForm, tree, at: path) }
    do throws(TextFailure) {
      let stored = try Value.textForm.stored(fromJSON: StoredValue(tree))
      if let value = Value.value(from: stored) { return value }
    } catch {
      throw corrupted(error, at: path)
    }
    throw corrupted(TextFailure("not \(withArticle(type))"), at: path)
  }

  private func corrupted(
    _ failure: some Error & CustomStringConvertible, at path: CodingPath
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path.keys, debugDescription: failure.description, underlyingError: failure))
  }

  private func inner(
    _ tree: PropertyList?, at path: CodingPath, of type: any Any.Type
  ) throws -> DecodingNode {
    guard calls < TreeCoding.callLimit else { throw corrupted(ConversionFailure.tooDeep, at: path) }
    var tree = tree
    // Here and not by the caller, whose frame is on the stack once for each level.
    if case .dictionary(let members)? = tree, members.count > 1 || cases != nil,
      let type = type as? any UnorderedMembers.Type
    {
      tree = .dictionary(try counting(members, of: type, at: path))
    }
    return DecodingNode(tree: tree, path: path, calls: calls + 1, cases: cases)
  }

  /// The members of a dictionary that count, by their stored names.
  private func counting(
    _ members: PropertyListDictionary, of type: any UnorderedMembers.Type, at path: CodingPath
  ) throws -> PropertyListDictionary {
    do throws(TextFailure) {
      return try type.counting(in: members, naming: cases)
    } catch {
      throw corrupted(error, at: path)
    }
  }

  private func check(
    _ dictionary: any UnorderedMembers, of tree: PropertyList, at path: CodingPath
  ) throws {
    let stored: Int
    switch tree {
    case .dictionary(let members):
      if members.count == dictionary.count { return }
      stored = try counting(members, of: type(of: dictionary), at: path).count
    case .array(let pairs): stored = pairs.count / 2
    default: return
    }
    guard stored != dictionary.count else { return }
    throw corrupted(
      ConversionFailure(
        found: "\(stored) members of which only \(dictionary.count) have different keys",
        expected: "members that differ in Swift"), at: path)
  }

  /// The standard error for a value of the wrong kind or none at all.
  func mismatch(
    _ type: any Any.Type, _ expected: String, _ tree: PropertyList?, at path: CodingPath
  ) -> DecodingError {
    let found = tree.map { StoredValue($0).withItsKind } ?? "nothing"
    let failure = ConversionFailure(found: found, expected: expected)
    let context = DecodingError.Context(
      codingPath: path.keys, debugDescription: failure.description, underlyingError: failure)
    return tree == nil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

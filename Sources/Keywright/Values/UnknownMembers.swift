import KeywrightStorage

/// The members of a stored value that its type does not know: kept, so that a program of an older
/// version gives back what a newer one wrote.
///
/// Generated structs hold one beside their fields. So can a struct written by hand:
///
/// ```swift
/// struct Frame: Codable, Convertible, Equatable {
///   var width: Double
///   private var unknownMembers = UnknownMembers()
///
///   init(from decoder: any Decoder) throws {
///     let container = try decoder.container(keyedBy: CodingKeys.self)
///     self.width = try container.decode(Double.self, forKey: .width)
///     self.unknownMembers = try UnknownMembers(from: decoder, besides: CodingKeys.self)
///   }
///
///   func encode(to encoder: any Encoder) throws {
///     var container = encoder.container(keyedBy: CodingKeys.self)
///     try container.encode(width, forKey: .width)
///     try unknownMembers.encode(to: encoder)
///   }
///
///   private enum CodingKeys: CodingKey { case width }
/// }
/// ```
///
/// All are equal, so that a type that holds one is compared by the members that it knows. A new
/// value has no unknown members: to change one member of a stored value, read it, change it and
/// write it, or use `update`.
public struct UnknownMembers: Sendable, Hashable {
  private var members: [PropertyListDictionary.Member] = []

  /// Makes an empty collection, for a value that was not read.
  public init() {}

  /// Takes the members that a type does not read.
  ///
  /// - Parameters:
  ///   - decoder: The decoder that the type's `init(from:)` received.
  ///   - known: The names that the type reads, compared byte by byte.
  /// - Throws: Any error of the decoder; in particular if the value is no dictionary.
  /// - Complexity: O(*m* · *k*) for *m* members and *k* known names.
  public init<Known: CodingKey>(from decoder: any Decoder, besides known: Known.Type) throws {
    try self.init(from: decoder) { known.names($0) }
  }

  /// Takes the members that a type does not read, whose names are known at run time alone.
  package init(from decoder: any Decoder, besides known: [String]) throws {
    try self.init(from: decoder) { name in known.contains { $0.utf8.elementsEqual(name.utf8) } }
  }

  private init(from decoder: any Decoder, isKnown: (String) -> Bool) throws {
    if let node = decoder as? DecodingNode {
      members = try node.unknownMembers(isKnown)
      return
    }
    let container = try decoder.container(keyedBy: MemberName.self)
    for name in container.allKeys where !isKnown(name.text) {
      // A member that a property list cannot hold, such as null in JSON, is left out.
      guard let value = try? container.decode(ForeignValue.self, forKey: name) else { continue }
      members.append(PropertyListDictionary.Member(key: name.text, value: value.tree))
    }
  }

  /// Writes the members beside those that the type wrote.
  ///
  /// - Parameter encoder: The encoder that the type's `encode(to:)` received, with a keyed
  ///   container made.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    if members.isEmpty { return }
    if let node = encoder as? EncodingNode {
      let dictionary = node.becoming(.dictionary)
      for member in members { dictionary.set(MemberName(member.key), to: member.value) }
      return
    }
    var container = encoder.container(keyedBy: MemberName.self)
    for member in members {
      try container.encode(ForeignValue(member.value), forKey: MemberName(member.key))
    }
  }

  /// Always true: a type is compared by the members that it knows.
  public static func == (left: UnknownMembers, right: UnknownMembers) -> Bool { true }

  /// Feeds nothing, since all are equal.
  public func hash(into hasher: inout Hasher) {}
}

extension UnknownMembers: CustomStringConvertible {
  /// The members' names; not their values, which may be secret.
  public var description: String { "\(members.map(\.key))" }
}

extension DecodingNode {
  fileprivate func unknownMembers(
    _ isKnown: (String) -> Bool
  ) throws -> [PropertyListDictionary.Member] {
    guard case .dictionary(let dictionary)? = tree else {
      throw mismatch([String: StoredValue].self, "a dictionary", tree, at: path)
    }
    let unknown = dictionary.members.filter { !isKnown($0.key) }
    try checkSpelling(of: unknown.map(\.key))
    return unknown
  }
}

extension CodingKey {
  /// Whether a name is one of these, by its bytes: `init(stringValue:)` compares by canonical
  /// equivalence, and a container does not.
  fileprivate static func names(_ name: String) -> Bool {
    Self(stringValue: name)?.stringValue.utf8.elementsEqual(name.utf8) ?? false
  }
}

/// The name of a member, whatever it is.
package struct MemberName: CodingKey {
  package let text: String

  package init(_ text: String) { self.text = text }
  package init?(stringValue: String) { self.text = stringValue }
  package init?(intValue: Int) { nil }

  package var stringValue: String { text }
  package var intValue: Int? { Int(text) }
}

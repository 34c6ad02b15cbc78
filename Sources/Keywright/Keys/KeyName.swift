/// The name of a key: a string, which is its own component in its namespace, a ``StorageString``, which is the
/// whole string, taken verbatim, or a ``FamilyMember``.
///
/// ```swift
/// let speed = Key<Player, Int>("speed", default: 1)                          // "player:speed"
/// let legacy = Key<Player, Int>(StorageString("NSPlayerSpeed"), default: 1)  // "NSPlayerSpeed"
/// let band = Key<Player, Int>(.family("band", KeyParameter(3)), default: 0)  // "player:band:3"
/// ```
public protocol KeyName: Sendable {
  /// The string under which a store keeps the value of a key of this name.
  ///
  /// - Parameter space: The namespace of the key.
  ///
  /// Complexity: O(*n*) in the length of the string, which is made and hashed each time.
  func storageString(in space: any Namespace.Type) -> StorageString
}

extension String: KeyName {
  /// The string as a component of the namespace: `:` and `%` are escaped.
  public func storageString(in space: any Namespace.Type) -> StorageString {
    StorageString(self, in: space)
  }
}

extension StorageString: KeyName {
  /// This string, in any namespace.
  public func storageString(in space: any Namespace.Type) -> StorageString { self }
}

/// The name of one key of a family, which the family and its parameters make.
///
/// ```swift
/// static func band(_ index: Int) -> Key<Equaliser, Double> {
///   Key(.family("band", KeyParameter(index)), default: 0)   // "player:equaliser:band:3"
/// }
/// ```
///
/// Thread safety: an immutable value.
public struct FamilyMember: KeyName {
  private let family: String
  private let parameters: [KeyParameter]

  /// Makes the name of one key of a family.
  ///
  /// - Parameters:
  ///   - family: The family's own component in its namespace; `:` and `%` are escaped.
  ///   - parameters: The components that distinguish this key from others of the family.
  public init(_ family: String, _ parameters: [KeyParameter]) {
    self.family = family
    self.parameters = parameters
  }

  /// The family's string and a component for each parameter.
  public func storageString(in space: any Namespace.Type) -> StorageString {
    StorageString(StorageString(family, in: space).string, parameters)
  }
}

extension KeyName where Self == FamilyMember {
  /// The name of one key of a family.
  ///
  /// - Parameters:
  ///   - family: The family's own component in its namespace; `:` and `%` are escaped.
  ///   - parameters: The components that distinguish this key from others of the family.
  public static func family(_ family: String, _ parameters: KeyParameter...) -> FamilyMember {
    FamilyMember(family, parameters)
  }
}

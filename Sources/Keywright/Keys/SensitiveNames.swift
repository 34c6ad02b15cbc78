import KeywrightStorage

/// The storage strings of a namespace's keys whose values are shown to nobody but the program.
///
/// A generated key carries its sensitivity in its descriptor. This finds it for others that have the
/// storage string of a declared key: those made by hand, and those of a namespace made by hand that
/// describes its keys.
struct SensitiveNames: Sendable {
  private let names: [(declared: DeclaredNames, sensitivity: KeyDescription.Sensitivity)]
  private let suffixes: [(suffix: String, sensitivity: KeyDescription.Sensitivity)]

  private init(_ space: any Namespace.Type) {
    let keys = space.allKeys.filter { $0.sensitivity != .public }
    names = keys.map { (DeclaredNames([$0]), $0.sensitivity) }
    suffixes = keys.map { (":" + $0.storageString, $0.sensitivity) }
  }

  private static let known = Protected<[ObjectIdentifier: SensitiveNames]>([:])

  private static func of(_ space: any Namespace.Type) -> SensitiveNames {
    if let names = known.withLock({ $0[ObjectIdentifier(space)] }) { return names }
    let names = SensitiveNames(space)
    known.withLock { $0[ObjectIdentifier(space)] = names }
    return names
  }

  /// How a key is declared by its namespace; public if it is not.
  ///
  /// A composition may put components before a key's storage string.
  static func sensitivity(
    of name: StorageString, in space: any Namespace.Type
  ) -> KeyDescription.Sensitivity {
    let known = of(space)
    if known.names.isEmpty { return .public }
    if let found = known.names.first(where: { $0.declared.contains(name) }) {
      return found.sensitivity
    }
    let string = name.string
    return known.suffixes.first { string.hasSuffix($0.suffix) }?.sensitivity ?? .public
  }
}

extension SensitiveNames {
  /// A text that holds a value of a key, as errors may show it: not that of a private or secret
  /// one, because errors end up in logs.
  static func shown(
    _ text: @autoclosure () -> String, of name: StorageString, in space: any Namespace.Type
  ) -> String {
    sensitivity(of: name, in: space).redaction ?? text()
  }
}

extension KeyDescription.Sensitivity {
  /// What stands in place of a value; nil if the value itself may.
  var redaction: String? {
    switch self {
    case .public: nil
    case .private: "a value that is private"
    case .secret: "a value that is secret"
    }
  }
}

extension Key {
  /// Who may see a value of this key: as its descriptor says, else as its namespace describes it.
  @usableFromInline var sensitivity: KeyDescription.Sensitivity {
    if let descriptor, descriptor.sensitivity != .public { return descriptor.sensitivity }
    return SensitiveNames.sensitivity(of: storageString, in: Space.self)
  }

  /// A text that holds a value of this key, as errors may show it.
  package func shown(_ text: @autoclosure () -> String) -> String {
    sensitivity.redaction ?? text()
  }
}

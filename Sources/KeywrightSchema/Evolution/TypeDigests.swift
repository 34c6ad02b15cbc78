/// Digests of the stored forms of a target's declared types, by which a program knows that another version of
/// it wrote a store.
package struct TypeDigests: Sendable {
  /// Those of the types, by their indices.
  private let digests: [UInt64]

  package init(_ model: TargetModel) {
    let table = TypeTexts(model)
    let declarations = table.declarations.map { KeyHash.hash($0) }
    digests = table.parts.map { parts in Self.hash(parts.map { declarations[$0] }) }
  }

  /// The digest of the declared types that types consist of, as a lock records them; nil if there is none.
  package func digest(of types: [ValueType]) -> String? {
    var found: Set<Int> = []
    for case .declared(let id) in types.flatMap(\.parts) { found.insert(id.index) }
    return found.isEmpty ? nil : String(Self.hash(found.map { digests[$0] }), radix: 16)
  }

  /// The hash of hashes, in whatever order they are given.
  private static func hash(_ parts: [UInt64]) -> UInt64 {
    KeyHash.hash(parts.sorted().map { "\($0)" }.joined(separator: " "))
  }
}

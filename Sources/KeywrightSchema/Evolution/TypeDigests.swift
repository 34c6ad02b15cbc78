/// Digests of the stored forms of a target's declared types, by which a program knows that another version of
/// it wrote a store.
package struct TypeDigests: Sendable {
  /// Those of the types that keys name, by their indices.
  private let digests: [Int: UInt64]

  package init(_ model: TargetModel) {
    let names = model.types.map { $0.path.joined(separator: ".") }
    var declarations = [UInt64?](repeating: nil, count: names.count)
    var digests: [Int: UInt64] = [:]
    let keys = Self.keys(in: model.root)
    for root in keys.flatMap({ [$0.type] + $0.parameters.map(\.type) }).flatMap(Self.types)
    where digests[root] == nil {
      // A type may contain itself, in an array.
      var found: Set<Int> = [root]
      var waiting = [root]
      while let next = waiting.popLast() {
        if declarations[next] == nil {
          declarations[next] = KeyHash.hash(TypeTexts.declaration(of: model.types[next], names))
        }
        for inner in Self.types(in: model.types[next]) where found.insert(inner).inserted {
          waiting.append(inner)
        }
      }
      digests[root] = Self.hash(found.compactMap { declarations[$0] })
    }
    self.digests = digests
  }

  /// The digest of the declared types that types consist of, as a lock records them; nil if there is none.
  package func digest(of types: [ValueType]) -> String? {
    let found = Set(types.flatMap(Self.types)).compactMap { digests[$0] }
    return found.isEmpty ? nil : String(Self.hash(found), radix: 16)
  }

  private static func keys(in namespace: NamespaceModel) -> [KeyModel] {
    namespace.keys + namespace.children.flatMap(keys)
  }

  /// The hash of hashes, in whatever order they are given.
  private static func hash(_ parts: [UInt64]) -> UInt64 {
    KeyHash.hash(parts.sorted().map { "\($0)" }.joined(separator: " "))
  }

  private static func types(in type: TypeModel) -> [Int] {
    guard case .structure(let fields) = type.kind else { return [] }
    return fields.flatMap { types(in: $0.type) }
  }

  private static func types(in type: ValueType) -> [Int] {
    type.parts.compactMap { if case .declared(let id) = $0 { id.index } else { nil } }
  }
}

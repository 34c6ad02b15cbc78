/// What stored values of the declared types of a target look like, in digests: by them a program knows that
/// another version of it wrote a store.
package struct TypeDigests: Sendable {
  private let texts: TypeTexts

  package init(_ model: TargetModel) {
    texts = TypeTexts(model)
  }

  /// The digest of the declared types that types consist of, as a lock records them; nil if there is none.
  package func digest(of types: [ValueType]) -> String? {
    let declarations = texts.declarations(of: types)
    if declarations.isEmpty { return nil }
    return String(KeyHash.hash(JSONText.object(declarations)), radix: 16)
  }
}

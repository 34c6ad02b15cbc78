/// A layer whose values were given to the program as text.
protocol TextLayer: ReadableStore {
  var texts: TextValues { get }
}

extension TextLayer {
  func unknown(among keys: KeySet) -> [UnknownName] {
    let known = KnownNames(keys, texts.manner)
    return texts.names.filter { known.key(of: $0) == nil }.map {
      UnknownName(name: texts.manner.lead + $0, suggestion: known.suggestion(for: $0))
    }
  }

  func check(against keys: KeySet, but others: Set<String>) throws(UnknownNames) {
    let unknown = unknown(among: keys).filter { !others.contains($0.name) }
    if !unknown.isEmpty { throw UnknownNames(names: unknown) }
  }
}

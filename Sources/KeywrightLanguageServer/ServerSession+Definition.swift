import KeywrightSchema

extension ServerSession {
  /// The declaration of a name: a function in Swift, a type in a schema or in Swift, a key itself.
  func definition(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let place = try place(params)
    guard let target = place.target else { return nil }
    var names = FileNames(documents)
    if let thing = place.declared ?? place.namedType {
      return .array([target.location(of: thing, &names)].compactMap(\.self))
    }
    guard place.spellsSymbol || place.spellsType, let word = place.word(isPath: true) else {
      return nil
    }
    let path = word.split(separator: ".").map(String.init)
    // A type is called like a function by `init`, which need not be written in it.
    let type = path.last == "init" ? Array(path.dropLast()) : path
    let found = target.swiftFiles.flatMap { file in
      file.declarations.filter {
        $0.path.suffix(path.count).elementsEqual(path) || !$0.isFunction && $0.path == type
      }.map { file.location(of: $0.range, &names) }
    }
    return .array(found)
  }
}

extension ServedTarget {
  /// The place of a declaration in the schemas.
  func location(of thing: DeclaredThing, _ names: inout FileNames) -> JSONDocument? {
    guard let sources = good?.sources, sources.indices.contains(thing.origin.file) else {
      return nil
    }
    let source = sources[thing.origin.file]
    let start = thing.origin.offset
    return [
      "uri": .string(names[source.path]),
      "range": source.range(start..<source.end(ofNameAt: start)),
    ]
  }
}

extension SwiftText {
  func location(of range: Range<Int>, _ names: inout FileNames) -> JSONDocument {
    ["uri": .string(names[source.path]), "range": source.range(range)]
  }
}

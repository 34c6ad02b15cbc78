extension Layers {
  /// Makes one store of several, in which some keys take their values from one layer together, or from none.
  ///
  /// A managed proxy host must never meet the user's port: where a layer has a value of one key of a
  /// group, no key of the group takes its value from a layer below.
  ///
  /// ```swift
  /// let store = Layers(
  ///   [.reading(managed), .readingAndWriting(user)],
  ///   together: [[AnyKey(Player.volume), AnyKey(Player.isMuted)]])
  /// ```
  ///
  /// A commit of a group's key throws ``StoreError/Code/readOnly`` while a layer above all that are
  /// written has a value of the group. Observers of one key of a group are notified of changes of that key, and not
  /// where another one of the group takes it out of force: observe the group's namespace.
  ///
  /// - Parameters:
  ///   - layers: The layers, the first to be asked first.
  ///   - groups: The keys that belong together.
  ///   - name: A name for messages.
  ///
  /// Complexity: a `get` asks the layers instead of their tables; of a key in a group it asks each layer
  /// for all keys of the group.
  public init(_ layers: [Layer], together groups: [[AnyKey]], name: String = "layers") {
    var groupOf: [StorageString: [StorageString]] = [:]
    for group in groups {
      // A value under a former name is one of the key's.
      let names = group.flatMap { [$0.storageString] + $0.formerStrings }
      for name in names { groupOf[name] = names }
    }
    self.init(
      layers.enumerated().map { index, layer in
        let above = layers[..<index].filter { $0.reader != nil }
        return layer.only { [groupOf] name in
          guard let group = groupOf[name] else { return true }
          return !above.contains { $0.hasValue(ofAny: group) }
        }
      }, name: name)
  }
}

extension Layer {
  /// Whether the layer has a value under one of several storage strings.
  fileprivate func hasValue(ofAny names: [StorageString]) -> Bool {
    guard let reader else { return false }
    return names.contains { name in
      guard takes(name) else { return false }
      // A layer that cannot tell may have one.
      return (try? reader.contains(inner(name))) ?? true
    }
  }
}

/// One store of a ``Layers``, with its part in reading and in writing.
///
/// ```swift
/// let store = Layers([
///   .reading(EnvironmentLayer(prefix: "APP")),
///   .readingAndWriting(user),
///   .reading(shipped),
/// ])
/// ```
///
/// Thread safety: an immutable value.
public struct Layer: Sendable {
  /// A name for `source(of:)`, `explain` and messages.
  public private(set) var name: String

  /// Whether the name is not the store's own.
  private let isNamed: Bool

  /// The store that `get` asks.
  private(set) var reader: (any ReadableStore)?

  /// The store that every commit writes to.
  private(set) var writer: (any Store)?

  /// The store that values are copied into which a `get` finds further down.
  private(set) var filled: (any Store)?

  /// The position of the first layer whose values are copied into this one.
  private(set) var source = 0

  /// Whether the layer covers the writing layers of the composition that it came from: no commit reads
  /// its old values here.
  private(set) var isOverlay = false

  /// The storage strings that are this layer's; nil is all.
  private var owns: (@Sendable (StorageString) -> Bool)?

  /// Whether the layer was chosen for its storage strings, as by a route: it is the right place for keys that a
  /// schema gives to another store than the usual one.
  private(set) var isChosen = false

  /// The store's names of the composition's storage strings, where they differ.
  private var names: PrefixMapping?

  /// The change of the values that the store keeps.
  private var mapping: (any StoredMapping)?

  private init(
    name: String?, reader: (any ReadableStore)?, writer: (any Store)?, isFilled: Bool = false
  ) {
    self.name = name ?? (reader ?? writer)?.core.name ?? ""
    isNamed = name != nil
    self.reader = reader
    self.writer = writer
    filled = isFilled ? writer : nil
  }

  /// A layer that is read and never written.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - name: A name for messages; nil is the store's own.
  public static func reading(_ store: some ReadableStore, name: String? = nil) -> Layer {
    Layer(name: name, reader: store, writer: nil)
  }

  /// A layer that is read and that every commit writes to.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isFilled: Whether `get` puts a value here that it finds further down. Such a layer is
  ///     a copy: a commit need not find it filled.
  ///   - name: A name for messages; nil is the store's own.
  public static func readingAndWriting(
    _ store: some Store, filledFromBelow isFilled: Bool = false, name: String? = nil
  ) -> Layer {
    Layer(name: name, reader: store, writer: store, isFilled: isFilled)
  }

  /// A layer that every commit writes to and that no `get` reads.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - name: A name for messages; nil is the store's own.
  public static func writing(_ store: some Store, name: String? = nil) -> Layer {
    Layer(name: name, reader: nil, writer: store)
  }

  /// The same layer for some storage strings alone; others pass it by, in reading and writing.
  ///
  /// - Parameter owns: Tells whether a storage string is this layer's; called at each `get`.
  public func only(_ owns: @escaping @Sendable (StorageString) -> Bool) -> Layer {
    var layer = remaining(owns)
    layer.isChosen = true
    return layer
  }

  /// The same layer for the storage strings that no other one was chosen for.
  func remaining(_ owns: @escaping @Sendable (StorageString) -> Bool) -> Layer {
    var layer = self
    let outer = self.owns
    layer.owns = { name in owns(name) && outer?(name) ?? true }
    return layer
  }

  /// The same layer, whose store keeps another form of each value.
  func mapped(_ mapping: any StoredMapping) -> Layer {
    var layer = self
    layer.mapping = mapping
    layer.reader = reader.map { MappedReader(kept: $0, mapping: mapping) }
    layer.writer = writer.map { MappedStore(base: $0, mapping: mapping) }
    layer.filled = filled == nil ? nil : layer.writer
    return layer
  }

  /// The same layer, whose store keeps its values under a further component.
  func prefixed(_ component: String) -> Layer {
    var layer = self
    layer.names = PrefixMapping(component: component)
    return layer
  }
}

extension Layer {
  /// The store, whatever its part.
  var store: (any ReadableStore)? { reader ?? writer }

  /// Whether `get` copies values into the layer.
  var isFilled: Bool { filled != nil }

  /// Whether every storage string is the layer's, under its own name and in its own form.
  var takesAll: Bool { !isPartOfStore && mapping == nil }

  /// Whether the store may hold keys that are not the layer's.
  var isPartOfStore: Bool { owns != nil || names != nil }

  /// Whether a storage string may be another layer's.
  var isRouted: Bool { owns != nil }

  /// Whether a storage string is this layer's.
  @inline(__always)
  func takes(_ name: StorageString) -> Bool { owns?(name) ?? true }

  /// The string under which this layer's store keeps what the composition calls `name`.
  @inline(__always)
  func inner(_ name: StorageString) -> StorageString { names?.addingPrefix(name) ?? name }

  /// The composition's name of a string of this layer's store; nil if it has none.
  func outer(_ name: StorageString) -> StorageString? {
    guard let names else { return name }
    return names.removingPrefix(name)
  }

  /// A key as this layer's store knows it.
  func inner<Space, Value>(_ key: Key<Space, Value>) -> Key<Space, Value> {
    names.map { key.stored(under: $0.addingPrefix(key.storageString)) } ?? key
  }

  /// Every string of this layer's store that is this layer's, as the composition calls it.
  func outerNames(of store: any ReadableStore) throws(StoreError) -> [StorageString] {
    let all = try store.storageStrings()
    let outer = names.map { names in all.compactMap(names.removingPrefix) } ?? all
    return owns.map { owns in outer.filter(owns) } ?? outer
  }
}

// MARK: - Compositions as layers

extension Layer {
  /// The layers of a composition: each composition among them is replaced by its own layers, so that a
  /// value costs as much as in the list written out.
  static func flattened(_ layers: [Layer]) -> [Layer] {
    var flat: [Layer] = []
    for var layer in layers {
      let start = flat.count
      guard let stack = layer.store?.core.stack else {
        layer.source = start + 1
        flat.append(layer)
        continue
      }
      let parts = layer.parts(of: stack)
      for var part in parts {
        part.source = start + (part.source < 0 ? parts.count : part.source)
        flat.append(part)
      }
    }
    return flat
  }

  /// The layers of a nested composition that have a part in this one; the positions of their sources
  /// are counted from the first of them, with -1 for the layer below the last.
  private func parts(of stack: LayerStack) -> [Layer] {
    let firstWriter = stack.layers.firstIndex { $0.writer != nil }
    var positions: [Int] = []
    var parts: [Layer] = []
    for (position, layer) in stack.layers.enumerated() {
      positions.append(parts.count)
      let isAbove = writer != nil && firstWriter.map { position < $0 } ?? false
      if let part = part(layer, isAboveWriters: isAbove) { parts.append(part) }
    }
    for index in parts.indices {
      let source = parts[index].source
      parts[index].source = source >= 0 && source < positions.count ? positions[source] : -1
    }
    return parts
  }

  /// A layer of a nested composition as one of this composition; nil if it has no part in it.
  private func part(_ layer: Layer, isAboveWriters: Bool) -> Layer? {
    var part = layer
    if reader == nil { (part.reader, part.filled) = (nil, nil) }
    if writer == nil { part.writer = nil }
    guard part.store != nil else { return nil }
    if filled != nil, part.filled == nil {
      part.filled = part.writer
      part.source = -1
    }
    part.isChosen = isChosen || layer.isChosen
    part.isOverlay = isAboveWriters || (writer != nil && layer.isOverlay)
    if isNamed { part.name = "\(name)/\(layer.name)" }
    if let owns {
      let (inner, names) = (layer.owns, names)
      part.owns = { name in owns(name) && inner?(names?.addingPrefix(name) ?? name) ?? true }
    } else if let inner = layer.owns, let names {
      part.owns = { name in inner(names.addingPrefix(name)) }
    }
    part.names = PrefixMapping(joining: layer.names, names)
    return mapping.map(part.mapped) ?? part
  }
}

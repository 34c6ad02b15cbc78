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
  public let name: String

  let reader: (any ReadableStore)?
  let writer: (any Store)?

  /// Whether a value that was found further down is put into this layer.
  let isFilled: Bool

  /// The storage strings that are this layer's; nil is all.
  var owns: (@Sendable (StorageString) -> Bool)?

  /// How this layer's store names what the composition names otherwise.
  var names: PrefixMapping?

  private init(
    name: String?, reader: (any ReadableStore)?, writer: (any Store)?, isFilled: Bool = false
  ) {
    self.name = name ?? (reader ?? writer)?.core.name ?? ""
    self.reader = reader
    self.writer = writer
    self.isFilled = isFilled
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
    var layer = self
    let outer = self.owns
    layer.owns = { name in owns(name) && outer?(name) ?? true }
    return layer
  }
}

extension Layer {
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
    guard let names else { return key }
    return Key(
      names.addingPrefix(key.storageString), default: key.literalDefault, form: key.form,
      descriptor: key.descriptor)
  }

  /// Every string of this layer's store that is this layer's, as the composition calls it.
  ///
  /// - Parameter isHeld: Whether only what commits write to counts, in a store of several layers.
  func outerNames(
    of store: any ReadableStore, held isHeld: Bool
  ) throws(StoreError) -> [StorageString] {
    let all: [StorageString]
    if isHeld, let stack = store.core.stack {
      all = try stack.heldStrings()
    } else {
      all = try store.storageStrings()
    }
    let outer = names.map { names in all.compactMap(names.removingPrefix) } ?? all
    return owns.map { owns in outer.filter(owns) } ?? outer
  }
}

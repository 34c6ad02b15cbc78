/// Several stores that act as one: an ordered list, each with its part in reading and in writing.
///
/// ```swift
/// let store = Layers([
///   .reading(managed),            // what an administrator forces
///   .readingAndWriting(user),     // what the user chose
///   .reading(shipped),            // what the program came with
/// ])
/// store.get(Player.volume)              // the first layer that has a value, or the key's default
/// try store.set(Player.volume, to: 1)   // kept by `user`
/// ```
///
/// **Reading.** `get` asks the layers in order and gives the first value. A layer whose value is
/// unreadable, or which cannot be read, is reported and skipped; `read` throws instead. Layers
/// that fail alike, as copies do, are one report, which names them.
///
/// **Writing.** A commit is made once: processing, constraints and hooks run in the composition,
/// and each writing layer then takes the finished changes under its own writer's lock, without
/// running them again. It reads, for the old values, from the first writing layer downwards: a value that a layer
/// above forces does not leak into the written ones. An unreadable value of a writing layer is replaced by `set`
/// and `remove` alone; `update` throws ``StoreError/Code/unreadable``.
///
/// **Failure.** The lowest writing layer is written first. If a layer fails, those that were
/// written are put back and the commit throws: nothing changed. Where even that fails, the error is
/// ``StoreError/Code/uncertain`` and names the layers that differ. If the program dies during a commit, each layer
/// holds all of the commit or nothing of it, and the lower ones are ahead. All writing layers of a commit receive
/// all of its changes: a commit whose keys go to different layers (see ``Layers/routing(_:otherwise:name:)``)
/// throws ``StoreError/Code/unsupported``.
///
/// **Filling.** A `get` or `read` that finds a value below an empty filled layer puts it there, unless a
/// commit is under way; it never waits for one in this process. It is no commit of the composition.
/// A filled layer is a copy: when a store below changes, by a commit made directly to it, through
/// another composition, or by another process, the composition gives the new value from then on,
/// and the copy is removed. A value of a filled layer that differs from what the layer below held
/// was set there on purpose, and stays (but in a cache, which may forget anything). Changes below are not noticed
/// while this process has no such composition.
///
/// **Observing.** An observer of a composition receives its commits, and those made directly to
/// its stores as far as they show: not a change that a layer above covers. These have the origin
/// ``CommitOrigin/layer``, or that of another process. The stores' own observers receive the
/// composition's commits with the origin ``CommitOrigin/composition``. The order is that of the
/// commits of each store.
///
/// **Nesting.** A composition among the layers is replaced by its own layers when the outer one is
/// made, so that a chain of `fallback` reads as quickly as the list written out. Its observers
/// receive the outer composition's commits as any that are made through another composition.
///
/// Thread safety: safe from any thread. Durability: that of the writing layers.
public struct Layers: Store {
  /// The writer's lock, commit numbers, issues and notifications of the composition.
  public let core: StoreCore
  let stack: LayerStack

  /// The composition's name and its layers, such as `Layers 'layers': 1 'arguments', 2 'user'`.
  public var description: String {
    let list = layers.enumerated().map { "\($0 + 1) '\($1.name)'" }.joined(separator: ", ")
    return "Layers '\(core.name)': \(list)"
  }

  /// Makes one store of several.
  ///
  /// - Parameters:
  ///   - layers: The layers, the first to be asked first.
  ///   - name: A name for messages.
  ///   - log: Where each first value of a key from a layer is noted; nil for none.
  public init(_ layers: [Layer], name: String = "layers", logging log: AccessLog? = nil) {
    let stack = LayerStack(layers, name: name, logging: log)
    self.init(core: StoreCore(name: name, table: nil, stack: stack), stack: stack)
  }

  init(core: StoreCore, stack: LayerStack) {
    self.core = core
    self.stack = stack
  }

  /// The layers, the first to be asked first, with those of a composition in its place.
  public var layers: [Layer] { stack.layers }

  /// The stored form in the first layer that has one, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try stack.stored(name)
  }

  /// Every string under which a layer that is read holds something.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try stack.storageStrings()
  }

  /// Releases the stores that the commit wrote to.
  public func endCommit() -> CommitWait? { stack.close() }

  /// Gives the writes of one commit to every writing layer, lowest first.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try stack.write(writes) }

  /// Removes all earlier values of every writing layer's store, also those of keys that are no part of the
  /// composition, as under another prefix.
  ///
  /// - Throws: If some could not be removed; those of the layers above are.
  public func removeHistory() throws(StoreError) {
    for layer in layers { try layer.writer?.removeHistory() }
  }

  /// Whether every writing layer can write several keys of one commit, all of them or none.
  public var supportsMultiKeyCommits: Bool {
    stack.layers.allSatisfy { $0.writer?.supportsMultiKeyCommits ?? true }
  }

  /// Whether every writing layer lists everything that it holds.
  public var canEnumerate: Bool {
    stack.layers.allSatisfy { $0.writer?.canEnumerate ?? true }
  }
}

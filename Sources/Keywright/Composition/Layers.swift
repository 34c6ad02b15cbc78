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
/// unreadable, or which cannot tell, is reported and passed by; `read` throws there instead. Layers
/// that fail alike, as copies do, are one report, which names them.
///
/// **Writing.** A commit is made once: processing, constraints and hooks run in the composition,
/// and each writing layer then takes the finished changes under its own writer's lock, without
/// running them again. It reads, for the old values, from the first writing layer downwards: what
/// a layer above forces does not leak into what is written. Whatever a writing layer holds that
/// cannot be read is replaced by `set` and `remove` alone; `update` throws
/// ``StoreError/Code/unreadable``.
///
/// **Failure.** The lowest writing layer is written first. If a layer fails, those that were
/// written are put back and the commit throws: nothing changed. Where even that fails, the error is
/// ``StoreError/Code/uncertain`` and names the layers that differ. If the program dies meanwhile,
/// each layer holds all of the commit or nothing of it, and the lower ones are ahead. All writing
/// layers of a commit receive all of its changes: a commit whose keys go to different layers
/// (see ``Layers/routing(_:otherwise:)``) throws ``StoreError/Code/unsupported``.
///
/// **Filling.** A `get` that finds a value below an empty filled layer puts it there, unless a
/// commit is under way; it never waits for one in this process. It is no commit of the composition.
/// A filled layer is a copy: when a store below changes, by a commit made directly to it, through
/// another composition, or by another process, the composition gives the new value from then on, and
/// the copy is removed. A value of a filled layer that differs from what the layer below held was set
/// there on purpose, and stays (but in a cache, which may forget anything). What changes below while
/// this process has no such composition is not noticed.
///
/// **Observing.** Whoever observes a composition hears of its commits, and of those made directly to
/// its stores as far as they show: not of a change that a layer above covers. These have the origin
/// ``CommitOrigin/layer``, or that of another process. The stores' own observers hear of the
/// composition's commits with the origin ``CommitOrigin/composition``. The order is that of the
/// commits of each store.
///
/// Thread safety: safe from any thread. Durability: that of the writing layers.
public struct Layers: Store {
  /// The writer's lock, commit numbers, issues and notices of the composition.
  public let core: StoreCore
  let stack: LayerStack

  /// The tables of the first layers, as far as a reader can look into them directly.
  @usableFromInline let tables: [StoredTable]

  /// Whether these are all layers that are read.
  @usableFromInline let isAllTables: Bool

  @usableFromInline let stale: StaleCopies

  /// Makes one store of several.
  ///
  /// - Parameters:
  ///   - layers: The layers, the first to be asked first.
  ///   - name: A name for messages.
  public init(_ layers: [Layer], name: String = "layers") {
    let stack = LayerStack(layers, name: name)
    self.init(core: StoreCore(name: name, stack: stack), stack: stack)
  }

  init(core: StoreCore, stack: LayerStack) {
    self.core = core
    self.stack = stack
    (tables, isAllTables) = stack.leadingTables()
    stale = stack.stale
  }

  /// The layers, the first to be asked first.
  public var layers: [Layer] { stack.layers }

  /// The first layer's value, if the layers have it at hand.
  @inlinable
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    let marks = stale.marks
    guard stale.isEmpty else { return peekIntoStores(name, as: type) }
    for table in tables {
      switch table.peek(name, as: type) {
      case .value(let value): return stale.hasMarked(since: marks) ? .unknown : .value(value)
      case .unknown: return .unknown
      case .nothing: continue
      }
    }
    return isAllTables ? .nothing : peekIntoStores(name, as: type)
  }

  /// The same, by asking each store.
  @usableFromInline
  func peekIntoStores<Value: Sendable>(
    _ name: StorageString, as type: Value.Type
  ) -> Peek<Value> {
    stack.peek(name, as: type)
  }

  /// What the first layer that has something holds under a string, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try stack.stored(name)
  }

  /// The value of the first layer that has something, or nil.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if that layer's value is not of the key's type, where
  ///   `get` goes on to the next layer.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    try stack.read(key)
  }

  /// Every string under which a layer that is read holds something.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try stack.storageStrings()
  }

  /// Whether a layer that is read holds something under a string, readable or not.
  public func contains(_ name: StorageString) throws(StoreError) -> Bool {
    try stack.contains(name)
  }

  /// Lets go of the stores that the commit wrote to.
  public func endCommit() -> CommitWait? { stack.close() }

  /// Gives the changes of one commit to every writing layer, lowest first.
  public func keep(_ changes: [KeptChange]) throws(StoreError) { try stack.keep(changes) }

  /// Whether every writing layer can keep several keys of one commit, all of them or none.
  public var keepsSeveralKeys: Bool {
    stack.layers.allSatisfy { $0.writer?.keepsSeveralKeys ?? true }
  }

  /// Whether every writing layer lists all that it holds.
  public var listsEverything: Bool {
    stack.layers.allSatisfy { $0.writer?.listsEverything ?? true }
  }

  /// Whether a writing layer keeps stored forms.
  public var keepsStoredForms: Bool { stack.keepsStoredForms }
}

import KeywrightStorage
import Synchronization

/// The layers of a ``Layers``, and the stores that its commit under way has locked.
///
/// No layer is a composition: those are replaced by their own layers.
///
/// Thread safety: reading from any thread; `open`, `written` and the writing functions belong to the holder of the
/// composition's writer's lock.
final class LayerStack: @unchecked Sendable {
  // `@unchecked`: `open` and `written` are read and written under `writerLock` of the composition's core only, `told`
  // under `order`.
  let layers: [Layer]
  let name: String

  /// Whether a writing layer encodes values.
  let encodesValues: Bool

  /// Whether some layers take only some storage strings.
  let isRouted: Bool

  /// Whether a layer is filled from below.
  let isFilled: Bool

  /// The entries of filled layers whose source has changed below.
  let invalidated = InvalidatedEntries()

  /// The log of each first value of a key from a layer.
  let log: AccessLog?

  /// Held while a commit is numbered and queued, by the composition or for one of its parts, and
  /// while entries are invalidated. The locks of the stores concerned are held already.
  let order = SystemMutex()

  /// What observers of single keys were told last, so that they end with what shows, whatever the order in which the
  /// commits of several stores were announced. Read and written with `order` held; stored forms alone, since the end of
  /// a value is code of the program. Nil stands for none.
  var told: [StorageString: StoredValue?] = [:]

  private let isListening = Atomic(false)

  /// The writing layers of the commit under way, and the locks that it took.
  var open: OpenRoute?

  /// The writes of the commit under way to the layers, and the copies that were invalidated before.
  var written: (commits: [ChildCommit], invalidated: Set<InvalidatedEntries.Entry>) = ([], [])

  init(_ layers: [Layer], name: String, logging log: AccessLog? = nil) {
    let layers = Layer.flattened(layers)
    self.layers = layers
    self.name = name
    self.log = log
    let writers = layers.compactMap(\.writer)
    encodesValues = writers.isEmpty || writers.contains { $0.core.encodesValues }
    isRouted = layers.contains(where: \.isRouted)
    isFilled = layers.contains(where: \.isFilled)
  }

  /// Whether a writing layer's store holds keys that are not the layer's.
  var writesPartOfStore: Bool { layers.contains { $0.writer != nil && $0.isPartOfStore } }

  var parts: [StoreCore] { layers.compactMap { $0.store?.core } }

  /// Whether listening had not begun before.
  func beginListening() -> Bool {
    !isListening.exchange(true, ordering: .sequentiallyConsistent)
  }

  func deliverNotifications() {
    for layer in layers { layer.writer?.core.deliverNotifications() }
  }
}

extension LayerStack {
  /// The tables up to a layer that must be asked itself.
  var leadingTables: LeadingTables {
    var leading = LeadingTables(invalidated: invalidated)
    // A lookup in a table would bypass the log.
    if log != nil { return leading }
    for layer in layers {
      guard let reader = layer.reader else { continue }
      if reader.core.staysEmpty { continue }
      guard layer.takesAll, let table = reader.core.lookupTable?.takeUnretainedValue(),
        !table.isBounded
      else { return leading }
      leading.tables.append(table)
      // Values below a filled layer must be copied into it.
      if layer.isFilled { return leading }
    }
    leading.isAll = true
    return leading
  }
}

/// The stores that one commit writes to.
struct OpenRoute {
  /// The positions of the layers that the commit's keys go to.
  let layers: [Int]
  /// The locks taken, in order.
  let locked: [any Store]
}

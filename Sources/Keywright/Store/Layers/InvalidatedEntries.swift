import KeywrightStorage
public import Synchronization

/// The entries of filled layers whose source has changed in a layer below: no reader is given them.
///
/// An entry is invalidated under the lock of the store that changed, so that a reader that comes after
/// that commit sees it. It is removed soon after, when no lock is held, and leaves this set with its
/// value: the set is never larger than the filled layers.
///
/// A reader that found an entry valid and then read it may have read one that was written, and
/// invalidated, between the two. So it reads again if ``generation`` has changed in between.
///
/// Thread safety: safe from any thread.
@usableFromInline
final class InvalidatedEntries: Sendable {
  struct Entry: Hashable {
    let layer: Int
    /// As the composition calls it.
    let name: StorageString
  }

  /// To be read without the lock.
  @usableFromInline let count = Atomic(0)

  /// The number of invalidations so far.
  @usableFromInline let invalidations = Atomic<UInt64>(0)

  /// The stored form of each entry; nil where the layer does not encode values.
  private let forms = Protected<[Entry: StoredValue?]>([:])

  /// Whether there are none.
  @inlinable
  @inline(__always)
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// The number of invalidations so far, to be read before the layers are. An entry that must be
  /// invalidated is so before it is written.
  @inlinable
  @inline(__always)
  var generation: UInt64 { invalidations.load(ordering: .acquiring) }

  /// Whether an entry was invalidated since ``generation`` was read, so that the values read then are not
  /// to be trusted.
  @inlinable
  @inline(__always)
  func hasChanged(since generation: UInt64) -> Bool {
    atomicMemoryFence(ordering: .acquiring)
    return invalidations.load(ordering: .relaxed) != generation
  }

  var all: [Entry] { isEmpty ? [] : forms.withLock { Array($0.keys) } }

  func contains(_ name: StorageString, in layer: Int) -> Bool {
    !isEmpty && forms.withLock { $0[Entry(layer: layer, name: name)] != nil }
  }

  /// The stored form of an entry, itself nil where there is none; nil if the entry is valid.
  func form(of entry: Entry) -> StoredValue?? { forms.withLock { $0[entry] } }

  func invalidate(_ entry: Entry, form: StoredValue?) {
    forms.withLock { forms in
      invalidations.wrappingAdd(1, ordering: .releasing)
      forms[entry] = .some(form)
      count.store(forms.count, ordering: .releasing)
    }
  }

  func validate(_ entry: Entry) {
    if isEmpty { return }
    forms.withLock { forms in
      forms[entry] = nil
      count.store(forms.count, ordering: .releasing)
    }
  }
}

public import Synchronization

/// What filled layers hold of values that have changed below them meanwhile: no reader is given it.
///
/// A copy is marked under the lock of the store that changed, so that whoever reads after a commit
/// below sees it; it is removed soon after, when no lock is held. A mark goes with its copy, so there
/// are no more than copies.
///
/// A reader that found no mark and then looked may have found a copy that came, and was marked, between
/// the two; so it looks again if ``marks`` has changed meanwhile.
///
/// Thread safety: safe from any thread.
@usableFromInline
final class StaleCopies: Sendable {
  struct Copy: Hashable {
    let layer: Int
    /// As the composition calls it.
    let name: StorageString
  }

  /// To be read without the lock.
  @usableFromInline let count = Atomic(0)

  /// How many marks were ever made.
  @usableFromInline let made = Atomic<UInt64>(0)

  /// The stored form of each copy; nil where the layer keeps none.
  private let forms = Locked<[Copy: StoredValue?]>([:])

  /// Whether there are none.
  @inlinable
  @inline(__always)
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// How many marks were ever made, to be asked before a look at the layers. A copy that must be marked
  /// is marked before it is there.
  @inlinable
  @inline(__always)
  var marks: UInt64 { made.load(ordering: .acquiring) }

  /// Whether a mark was made since ``marks`` was read, and what was looked at then is not to be
  /// believed.
  @inlinable
  @inline(__always)
  func hasMarked(since marks: UInt64) -> Bool {
    atomicMemoryFence(ordering: .acquiring)
    return made.load(ordering: .relaxed) != marks
  }

  var all: [Copy] { isEmpty ? [] : forms.withLock { Array($0.keys) } }

  func contains(_ name: StorageString, in layer: Int) -> Bool {
    !isEmpty && forms.withLock { $0[Copy(layer: layer, name: name)] != nil }
  }

  /// The stored form of a copy, itself nil where there is none; nil if the copy is not marked.
  func form(of copy: Copy) -> StoredValue?? { forms.withLock { $0[copy] } }

  func mark(_ copy: Copy, form: StoredValue?) {
    forms.withLock { forms in
      made.wrappingAdd(1, ordering: .releasing)
      forms[copy] = .some(form)
      count.store(forms.count, ordering: .releasing)
    }
  }

  func unmark(_ copy: Copy) {
    if isEmpty { return }
    forms.withLock { forms in
      forms[copy] = nil
      count.store(forms.count, ordering: .releasing)
    }
  }
}

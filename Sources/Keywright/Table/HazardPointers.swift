import KeywrightStorage
public import Synchronization

/// The boxes that lock-free readers of a ``ValueTable`` copy values from at this moment.
///
/// A reader announces the address of a box, makes sure that the box is still in its slot, and copies the
/// value. A writer that took a box out of its slot waits for the readers that announced it, each of which
/// copies one value, and frees it after that. Readers write only to memory of their own, whatever they read: a
/// lock, or the reference count of a box, would pass one cache line between processors.
///
/// A thread takes the pointer that its identity leads to, or the next free one. Where none is free it takes
/// the slot's lock instead.
///
/// Source: Michael, "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects", 2004.
///
/// Thread safety: safe from any thread.
@usableFromInline
struct HazardPointers: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the pointer never changes, and points to atomics.
  @usableFromInline typealias Pointer = UnsafeMutablePointer<Atomic<UInt>>

  static let count = 16
  /// The distance of two pointers in bytes, so that processors do not pass one cache line around.
  private static let stride = 128
  private let memory: UnsafeMutableRawPointer

  init() {
    let size = HazardPointers.count * HazardPointers.stride
    memory = .allocate(byteCount: size, alignment: HazardPointers.stride)
    for number in 0..<HazardPointers.count {
      let address = memory + number * HazardPointers.stride
      address.initializeMemory(as: Atomic<UInt>.self, to: Atomic(0))
    }
  }

  deinit { memory.deallocate() }

  private func pointer(_ number: Int) -> Pointer {
    let index = number & (HazardPointers.count - 1)
    return (memory + index * HazardPointers.stride).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// Announces that this thread copies a value from a box; nil if the address is 0, or no pointer is free.
  ///
  /// Sequentially consistent: of a reader that announces a box and then finds it in its slot, and a writer
  /// that took it out of its slot and then looks at the pointers, the writer sees the reader.
  ///
  /// - Returns: The pointer, for ``release(_:)``.
  @usableFromInline
  func protect(_ box: UInt) -> Pointer? {
    // 0 is no address: a reader that met a change has read it.
    if box == 0 { return nil }
    // Stacks and threads' own memory begin at multiples of pages. Fibonacci hashing (Knuth, TAOCP 6.4).
    let thread = ThreadID.current.address >> 8
    let home = Int(thread &* 0x9e37_79b9_7f4a_7c15 >> 60)
    for number in home..<home + HazardPointers.count {
      let pointer = pointer(number)
      guard pointer.pointee.load(ordering: .relaxed) == 0 else { continue }
      let claim = pointer.pointee.compareExchange(
        expected: 0, desired: box, ordering: .sequentiallyConsistent)
      if claim.exchanged { return pointer }
    }
    return nil
  }

  /// Frees a pointer once the value was copied.
  ///
  /// Never inlined: the optimiser moves the retain of a copied value down past a store, even an atomic store, but
  /// not past a call.
  @usableFromInline
  @inline(never)
  func release(_ pointer: Pointer) { pointer.pointee.store(0, ordering: .releasing) }

  /// Waits until no reader copies a value from a box that was taken out of its slot.
  func waitForReaders(of box: AnyObject) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    for number in 0..<HazardPointers.count {
      var attempt = 0
      while pointer(number).pointee.load(ordering: .acquiring) == address {
        attempt += 1
        // A reader that lost its processor needs one to go on.
        if attempt > 100 { SystemFileSystem().pause(.microseconds(10)) }
      }
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A few locks that many slots share, in one piece of memory, so that none has a reference count.
struct SlotLocks: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the pointer never changes; POSIX guards what it points to.
  private static let count = 16
  /// Two locks are that far apart, so that processors do not pass one line of memory around.
  private static let stride = 128
  private let memory: UnsafeMutableRawPointer

  init() {
    memory = .allocate(byteCount: SlotLocks.count * SlotLocks.stride, alignment: SlotLocks.stride)
    for number in 0..<SlotLocks.count {
      let address = memory + number * SlotLocks.stride
      address.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
      pthread_mutex_init(mutex(number), nil)
    }
  }

  deinit {
    for number in 0..<SlotLocks.count { pthread_mutex_destroy(mutex(number)) }
    memory.deallocate()
  }

  private func mutex(of slot: ValueSlot.Pointer) -> UnsafeMutablePointer<pthread_mutex_t> {
    // Slots that follow each other are 128 bytes apart, and take one lock after another.
    mutex(Int(bitPattern: slot) >> 7)
  }

  private func mutex(_ number: Int) -> UnsafeMutablePointer<pthread_mutex_t> {
    let index = number & (SlotLocks.count - 1)
    return (memory + index * SlotLocks.stride).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  /// Takes the lock of a slot.
  func lock(_ slot: ValueSlot.Pointer) {
    pthread_mutex_lock(mutex(of: slot))
  }

  /// Releases the lock of a slot.
  func unlock(_ slot: ValueSlot.Pointer) {
    pthread_mutex_unlock(mutex(of: slot))
  }
}
